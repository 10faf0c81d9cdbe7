// A client of the protocol (docs/protocol.md) in one file, with nothing but Node itself (18 or newer).
//
// It starts `rattus-ai serve --stdio`, plays a game of opponents against each other, and prints a hint on the way:
//
//     node examples/client.mjs greedy ismcts:200
//
// Copy the class Engine into your own program. Should the service die, the next question starts it again: everything it
// needs travels in each message, so a game goes on from its document. RATTUS_AI names another command.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

export class QueryError extends Error {
  /** What the service says is wrong: `code` for programs, `place` in the message, `problem` for people. */
  constructor(error) {
    super(`${error.place}: ${error.problem}`);
    Object.assign(this, error);
  }
}

export class EngineGone extends Error {}

export class Engine {
  /** @param {string[]} command the service to start */
  constructor(command = (process.env.RATTUS_AI ?? "rattus-ai serve --stdio").split(" ")) {
    this.command = command;
    this.waiting = new Map();
    this.number = 0;
    this.process = null;
  }

  /** The result of a query; asked again where the service died meanwhile. */
  async ask(query, fields = {}, onPartial = undefined) {
    try {
      return await this.send(query, fields, onPartial).result;
    } catch (error) {
      if (!(error instanceof EngineGone)) throw error;
      return this.send(query, fields, onPartial).result;
    }
  }

  /** Asks without waiting: the promise of the result, and the id for `cancel`. */
  send(query, fields = {}, onPartial = undefined) {
    const id = ++this.number;
    const service = this.running();
    const result = new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject, onPartial, service }));
    result.catch(() => {}); // who awaits it later, after a cancel say, still gets the error; Node does not end before
    service.stdin.write(JSON.stringify({ id, query, ...fields }) + "\n");
    return { id, result };
  }

  /** Ends a query that was sent; it is answered with what was found so far, or with an error. */
  cancel(id) {
    return this.ask("cancel", { of: id });
  }

  /** Ends the service once everything is answered. */
  close() {
    return new Promise((resolve) => {
      if (this.process === null) return resolve();
      this.process.once("close", resolve);
      this.process.stdin.end();
    });
  }

  running() {
    if (this.process !== null) return this.process;
    const service = spawn(this.command[0], this.command.slice(1), { stdio: ["pipe", "pipe", "inherit"] });
    let noAnswer = null;
    const gone = (reason) => {
      if (this.process === service) this.process = null;
      for (const [id, asked] of this.waiting) {
        if (asked.service !== service) continue;
        this.waiting.delete(id);
        asked.reject(new EngineGone(`the service ended: ${reason}`));
      }
    };
    service.on("error", (error) => gone(error.message));
    service.on("close", (code, signal) => gone(noAnswer ?? signal ?? `status ${code}`));
    service.stdin.on("error", () => {}); // "close" tells
    createInterface({ input: service.stdout }).on("line", (line) => {
      const answer = read(line);
      if (answer !== null) return this.hear(answer);
      noAnswer ??= `this is no answer: ${line.slice(0, 60)}`;
      service.kill("SIGKILL");
    });
    this.process = service;
    return service;
  }

  hear(answer) {
    const asked = this.waiting.get(answer.id);
    if (asked === undefined) return;
    if (!answer.final) return asked.onPartial?.(answer.result);
    this.waiting.delete(answer.id);
    if (answer.error) asked.reject(new QueryError(answer.error));
    else asked.resolve(answer.result);
  }
}

/** An answer of the service; null where the line is none. */
function read(line) {
  try {
    const answer = JSON.parse(line);
    return typeof answer?.final === "boolean" ? answer : null;
  } catch {
    return null;
  }
}

/** A game between opponents; what each of them won. */
export async function play(engine, levels, seed, hintAt = 4) {
  let game = await engine.ask("new", { rules: { players: levels.length }, seed });
  for (let number = 0; game.state.next !== "end"; number++) {
    const { document, state } = game;
    const player = state.player;
    if (number === hintAt) {
      const hint = await engine.ask("analyse", { position: document, player, simulations: 1000, lines: 3 });
      for (const line of hint.lines) {
        const percent = (value) => `${(100 * value).toFixed(1)}%`;
        console.log(`    ${percent(line.win[player])} ± ${percent(line.errors[player])}  ${line.turn.join("; ")}`);
      }
    }
    // The whole position is sent, but the opponent is shown only what this player knows.
    const chosen = await engine.ask("choose", { position: document, player, level: levels[player] });
    game = await engine.ask("apply", { position: document, actions: [chosen.action], draw: true });
    for (const event of game.events) {
      console.log("player" in event ? `player ${event.player}: ${event.action}` : `  ${event.chance}`);
    }
  }
  console.log(game.state.text);
  return game.state.returns;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const levels = process.argv.slice(2);
  const engine = new Engine();
  try {
    await play(engine, levels.length ? levels : ["ismcts:100", "greedy"], 7);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
  await engine.close();
}
