// Whole games through boardgame.io, without a screen: clients in some seats, bots of the engine in the others.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { Engine } from "../client.mjs";
import { engineBot } from "./bot.mjs";
import { EngineInStep } from "./engine-in-step.mjs";
import { rattus } from "./game.mjs";
import { serve } from "./server.mjs";

const require = createRequire(import.meta.url);
const { Client, LobbyClient } = require("boardgame.io/client");
const { Local, SocketIO } = require("boardgame.io/multiplayer");

const PATIENCE = 120_000;
let rules, engine;

before(() => {
  rules = new EngineInStep();
  engine = new Engine();
});

after(async () => {
  rules.close();
  await engine.close();
});

/** Clients of a match in these seats, bots of a level in the others. */
function match(seats, { clients, level = "greedy", seed, options = {} }) {
  const asked = [];
  const listening = {
    ask: (query, fields) => {
      asked.push({ query, ...fields });
      return engine.ask(query, fields);
    },
  };
  const botSeats = seats.filter((seat) => !clients.includes(seat));
  const bots = Object.fromEntries(botSeats.map((seat) => [seat, engineBot(listening, level)]));
  const game = { ...rattus(rules, options), seed };
  const multiplayer = Local({ bots });
  const made = clients.map((playerID) =>
    Client({ game, numPlayers: seats.length, playerID, multiplayer, debug: false, matchID: `m${seed}` }),
  );
  for (const client of made) client.start();
  return { made, asked };
}

/** Plays the first legal action of each client, or the one chosen, until the match is over. */
function played(clients, choose = (actions, number) => actions[number % actions.length], watch = () => {}) {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error("the match does not end")), PATIENCE);
    let number = 0;
    let acted = -1;
    const look = (client) => {
      const found = client.getState();
      if (found === null) return;
      try {
        watch(client, found);
        if (found.ctx.gameover) {
          clearTimeout(late);
          resolve(found.ctx.gameover);
        } else if (found.ctx.currentPlayer === client.playerID && found._stateID !== acted) {
          acted = found._stateID;
          client.moves.act(choose(found.G.actions, number++).text);
        }
      } catch (error) {
        clearTimeout(late);
        reject(error);
      }
    };
    for (const client of clients) client.subscribe(() => setImmediate(look, client));
    for (const client of clients) look(client);
  });
}

test("a match against bots of the engine ends, and each seat sees its view only", async () => {
  const { made, asked } = match(["0", "1", "2"], { clients: ["0", "2"], seed: "first" });
  let looks = 0;
  const over = await played(made, undefined, (client, { G, ctx }) => {
    assert.equal(G.document.viewer, Number(client.playerID));
    assert.equal(G.views, undefined);
    if (ctx.currentPlayer !== client.playerID) assert.deepEqual(G.actions, []);
    for (const rat of Object.values(G.document.regions).flatMap(({ rats }) => rats)) {
      if (rat.seen) assert.equal(rat.token !== undefined, rat.seen.includes(Number(client.playerID)));
    }
    looks += 1;
  });
  assert.equal(over.returns.reduce((sum, value) => sum + value), 1);
  assert.ok(looks > 100);
  // The bot was asked with the view of its seat, although boardgame.io hands it the whole state.
  assert.ok(asked.length > 20);
  for (const { query, position, player } of asked) {
    assert.equal(query, "choose");
    assert.equal(player, 1);
    assert.equal(position.viewer, 1);
  }
  for (const client of made) client.stop();
});

test("the engine decides what is legal", async () => {
  const { made } = match(["0", "1"], { clients: ["0", "1"], seed: "second" });
  const [client, other] = made;
  const { G, ctx } = client.getState();
  const acting = ctx.currentPlayer === "0" ? client : other;
  const waiting = ctx.currentPlayer === "0" ? other : client;
  const before = acting.getState();
  const quiet = console.error;
  console.error = () => {}; // boardgame.io says on the console that a move was refused
  for (const wrong of ["take king", "nonsense", 123456, null, ["place gallia"], { a: 1 }]) {
    acting.moves.act(wrong);
    await new Promise(setImmediate);
    assert.deepEqual(acting.getState().G, before.G);
  }
  waiting.moves.act(before.G.actions?.[0]?.text ?? "place gallia");
  await new Promise(setImmediate);
  console.error = quiet;
  assert.deepEqual(acting.getState().G, before.G);
  acting.moves.act(acting.getState().G.actions[0].text);
  await new Promise(setImmediate);
  assert.notDeepEqual(acting.getState().G, before.G);
  assert.ok(G.state.text);
  for (const each of made) each.stop();
});

test("the same seed and the same moves give the same match", async () => {
  const outcomes = [];
  for (const _ of [1, 2]) {
    const { made } = match(["0", "1"], { clients: ["0", "1"], seed: "third" });
    const documents = [];
    const over = await played(made, undefined, (client, { G }) => client.playerID === "0" && documents.push(G.document));
    outcomes.push({ over, last: documents.at(-1) });
    for (const client of made) client.stop();
  }
  assert.deepEqual(outcomes[0], outcomes[1]);
});

test("a match goes on when the engine is killed in the middle of it", async () => {
  const { made } = match(["0", "1"], { clients: ["0"], level: "ismcts:50", seed: "fourth" });
  let killed = 0;
  const over = await played(made, (actions, number) => {
    if (number === 10 || number === 25) {
      engine.process.kill("SIGKILL");
      killed += 1;
    }
    return actions[number % actions.length];
  });
  assert.equal(killed, 2);
  assert.equal(over.returns.reduce((sum, value) => sum + value), 1);
  for (const client of made) client.stop();
});

test("cards of another box need no other frontend", async () => {
  const options = { cards: "dangerous-times" };
  const { made } = match(["0", "1", "2", "3"], { clients: ["0", "1", "2", "3"], seed: "fifth", options });
  const over = await played(made);
  assert.equal(over.returns.reduce((sum, value) => sum + value), 1);
  for (const client of made) client.stop();
});

test("a match over the network, on a server of boardgame.io", async () => {
  const quiet = console.info;
  console.info = () => {}; // the server announces itself
  const server = await serve(0);
  const address = `http://localhost:${server.port}`;
  const lobby = new LobbyClient({ server: address });
  const { matchID } = await lobby.createMatch("rattus", { numPlayers: 2 });
  const made = [];
  for (const playerID of ["0", "1"]) {
    const { playerCredentials } = await lobby.joinMatch("rattus", matchID, { playerID, playerName: `seat ${playerID}` });
    const multiplayer = SocketIO({ server: address });
    made.push(
      Client({ game: rattus(rules), numPlayers: 2, matchID, playerID, credentials: playerCredentials, multiplayer, debug: false }),
    );
  }
  for (const client of made) client.start();
  const over = await played(made, undefined, (client, { G }) => {
    assert.equal(G.document.viewer, Number(client.playerID));
    assert.equal(G.views, undefined);
  });
  assert.equal(over.returns.reduce((sum, value) => sum + value), 1);
  for (const client of made) client.stop();
  server.end();
  console.info = quiet;
});
