// Rattus as a game of boardgame.io that knows no rule of Rattus: the engine says what a new game looks like, which actions
// are legal, what they do, what chance brings, who is next, and what each player may see.
//
// Moves run on the master only (`client: false`), where they are functions that must answer at once; so the engine is
// asked in step (engine-in-step.mjs). All chance comes from boardgame.io's own random numbers, which no client sees.

import { createRequire } from "node:module";

const { INVALID_MOVE } = createRequire(import.meta.url)("boardgame.io/core");

const PUBLIC = "public";

/** A seed for the engine from the random numbers of the match. */
const seedFrom = (random) => Math.floor(random.Number() * 2 ** 53);

/** What the match remembers: the whole position for the engine, and for each seat what it may see. */
function remembered(answer) {
  const { document, state, views } = answer;
  return { document, state, views };
}

/**
 * @param {{ask: (query: string, fields: object) => object}} engine answers in step; throws where the query is wrong
 * @param {object} rules options of the game beside the number of players, as in a position document
 */
export function rattus(engine, rules = {}) {
  const told = (ctx) => ({ views: [...Array(ctx.numPlayers).keys(), PUBLIC], legal: true, details: true });
  return {
    name: "rattus",
    minPlayers: 2,
    maxPlayers: 6,
    disableUndo: true,

    setup: ({ ctx, random }) =>
      remembered(
        engine.ask("new", {
          game: "rattus",
          rules: { ...rules, players: ctx.numPlayers },
          seed: seedFrom(random),
          ...told(ctx),
        }),
      ),

    // A client gets the view of its seat and nothing else; a spectator what everybody at the table knows.
    playerView: ({ G, playerID }) => G.views[playerID ?? PUBLIC] ?? G.views[PUBLIC],

    moves: {
      act: {
        client: false,
        redact: true, // what others may know of it is among the events of their view
        move: ({ G, ctx, random }, action) => {
          try {
            return remembered(
              engine.ask("apply", {
                position: G.document,
                actions: [action],
                draw: true,
                seed: seedFrom(random),
                ...told(ctx),
              }),
            );
          } catch (error) {
            if (error.place === undefined) throw error; // not the move is wrong, but the engine
            return INVALID_MOVE;
          }
        },
      },
    },

    turn: {
      order: { first: ({ G }) => G.state.player ?? 0, next: ({ G }) => G.state.player ?? 0 },
      endIf: ({ G, ctx }) =>
        G.state.player !== null && String(G.state.player) !== ctx.currentPlayer && { next: String(G.state.player) },
    },

    endIf: ({ G }) => (G.state.next === "end" ? { returns: G.state.returns, margins: G.state.margins } : undefined),

    // boardgame.io wants this for its own bots; it offers what the view of the seat does.
    ai: {
      enumerate: (G, ctx, playerID) =>
        (G.views?.[playerID] ?? G).actions.map(({ text }) => ({ move: "act", args: [text] })),
    },
  };
}
