// A server of boardgame.io for players in browsers: matches, seats and chat are boardgame.io's, the rules are the engine's.
//
//     node server.mjs [PORT]
//
// Any client of boardgame.io can join, for one in React: Client({ game: { name: "rattus" }, board: YourBoard,
// multiplayer: SocketIO({ server: "localhost:8000" }) }). Its board gets the view of its seat as `G`: `G.document` to draw,
// `G.actions` to offer, `moves.act(text)` to play.

import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { EngineInStep } from "./engine-in-step.mjs";
import { rattus } from "./game.mjs";

const { Server, Origins } = createRequire(import.meta.url)("boardgame.io/server");

/** Starts the server: its port, and a function that ends it. */
export async function serve(port, engine = new EngineInStep()) {
  const server = Server({ games: [rattus(engine)], origins: [Origins.LOCALHOST] });
  const running = await server.run({ port });
  const end = () => {
    server.kill(running);
    engine.close();
  };
  return { port: running.appServer.address().port, end };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { port } = await serve(Number(process.argv[2] ?? 8000));
  console.log(`matches on http://localhost:${port}`);
}
