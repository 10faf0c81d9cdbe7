// A server of boardgame.io for players in browsers: matches, seats and chat are boardgame.io's, the rules are the engine's.
//
//     node server.mjs [PORT]
//
// Any client of boardgame.io can join, for one in React: Client({ game: { name: "rattus" }, board: YourBoard,
// multiplayer: SocketIO({ server: "localhost:8000" }) }). Its board gets the view of its seat as `G`: `G.document` to draw,
// `G.actions` to offer, `moves.act(text)` to play.

import { createRequire } from "node:module";
import { EngineInStep } from "./engine-in-step.mjs";
import { rattus } from "./game.mjs";

const { Server, Origins } = createRequire(import.meta.url)("boardgame.io/server");

const port = Number(process.argv[2] ?? 8000);
const server = Server({ games: [rattus(new EngineInStep())], origins: [Origins.LOCALHOST] });
await server.run({ port, callback: () => console.log(`matches on http://localhost:${port}`) });
