// A bot of boardgame.io that takes its moves from the engine.
//
// boardgame.io hands its bots the whole state of the match, hidden things included. This one sends the engine the view of its
// own seat and nothing else, so it cannot cheat.

import { createRequire } from "node:module";

const { Bot } = createRequire(import.meta.url)("boardgame.io/ai");

/**
 * A class of bots, as `Local({ bots: { 1: engineBot(engine, "greedy") } })` wants it.
 *
 * @param {import("../client.mjs").Engine} engine answers later
 * @param {string} level how strong
 */
export function engineBot(engine, level) {
  return class EngineBot extends Bot {
    async play({ G }, playerID) {
      const { document } = G.views[playerID];
      const { text } = await engine.ask("choose", { position: document, player: Number(playerID), level });
      const action = { type: "MAKE_MOVE", payload: { type: "act", args: [text], playerID, credentials: undefined } };
      return { action };
    }
  };
}
