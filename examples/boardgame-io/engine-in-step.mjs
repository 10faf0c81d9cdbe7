// The engine for code that cannot wait for a promise: a worker thread talks to it, this thread sleeps until it has answered.
// A question about rules takes a millisecond or two.

import { MessageChannel, Worker, receiveMessageOnPort } from "node:worker_threads";

const PATIENCE = 60_000; // milliseconds

export class EngineInStep {
  /** @param {string[] | undefined} command the service to start; as in ../client.mjs if left out */
  constructor(command = undefined) {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    this.signal = new Int32Array(new SharedArrayBuffer(4));
    this.worker = new Worker(new URL("./engine-worker.mjs", import.meta.url), {
      workerData: { port: port2, signal: this.signal, command },
      transferList: [port2],
    });
    this.worker.unref();
    this.port.unref();
  }

  /** The result of a query; throws an Error with `code` and `place` where the query is wrong. */
  ask(query, fields = {}) {
    Atomics.store(this.signal, 0, 0);
    // As text: boardgame.io hands out proxies, which cannot be sent to another thread.
    this.port.postMessage({ query, fields: JSON.stringify(fields) });
    if (Atomics.wait(this.signal, 0, 0, PATIENCE) === "timed-out") throw new Error("the engine does not answer");
    const { result, error } = receiveMessageOnPort(this.port).message;
    if (error) throw Object.assign(new Error(error.message), error);
    return result;
  }

  /** Ends the service. */
  close() {
    this.port.postMessage({ close: true });
  }
}
