// Play Rattus against the engine in a terminal: a client of boardgame.io in seat 0, bots in the others.
//
//     node play.mjs [PLAYERS] [LEVEL]

import { createRequire } from "node:module";
import { createInterface } from "node:readline/promises";
import { Engine } from "../client.mjs";
import { engineBot } from "./bot.mjs";
import { EngineInStep } from "./engine-in-step.mjs";
import { rattus } from "./game.mjs";

const require = createRequire(import.meta.url);
const { Client } = require("boardgame.io/client");
const { Local } = require("boardgame.io/multiplayer");

const [players = "2", level = "ismcts:500"] = process.argv.slice(2);
const rules = new EngineInStep();
const engine = new Engine();
const seats = Array.from({ length: Number(players) }, (_, seat) => String(seat));
const bots = Object.fromEntries(seats.slice(1).map((seat) => [seat, engineBot(engine, level)]));
const client = Client({
  game: rattus(rules),
  numPlayers: seats.length,
  playerID: "0",
  multiplayer: Local({ bots }),
  debug: false,
});
const terminal = createInterface({ input: process.stdin, output: process.stdout });

let asking = false;
client.subscribe(async (match) => {
  if (match === null || asking) return;
  const { G, ctx } = match;
  for (const event of G.events) {
    const who = "player" in event ? `player ${event.player}` : "chance";
    console.log(`${who}: ${event.action ?? event.chance ?? "something that you do not see"}`);
  }
  if (ctx.gameover) {
    console.log(G.state.text);
    terminal.close();
    client.stop();
    rules.close();
    await engine.close();
  } else if (ctx.currentPlayer === "0") {
    asking = true;
    console.log(G.actions.map(({ text }) => text).join(" | "));
    const answer = await terminal.question(`${G.state.text} > `);
    asking = false;
    client.moves.act(answer);
  }
});
client.start();
