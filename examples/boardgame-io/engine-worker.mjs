// The thread behind engine-in-step.mjs.

import { workerData } from "node:worker_threads";
import { Engine } from "../client.mjs";

const { port, signal, command } = workerData;
const engine = new Engine(command);

port.on("message", async ({ query, fields, close }) => {
  if (close) {
    await engine.close();
    port.close();
    return;
  }
  let answer;
  try {
    answer = { result: await engine.ask(query, JSON.parse(fields)) };
  } catch (error) {
    answer = { error: { ...error, message: error.message } };
  }
  port.postMessage(answer);
  Atomics.store(signal, 0, 1);
  Atomics.notify(signal, 0);
});
