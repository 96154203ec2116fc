// An engine that thinks in a thread of its own, so that a page stays awake.

import {GrimoireError} from "./grimoire.js";

const isNode = typeof process !== "undefined" && !!process.versions?.node;
const SHARED = typeof SharedArrayBuffer !== "undefined" && (isNode || globalThis.crossOriginIsolated);

const start = async () => {
  const address = new URL("worker.js", import.meta.url);
  if (!isNode) return new Worker(address, {type: "module"});
  const worker = new (await import("node:worker_threads")).Worker(address);
  worker.addEventListener = (name, call) => worker.on(name, data => call(name === "message" ? {data} : data));
  worker.unref();
  return worker;
};

// A search that was asked for: its promise, and how to settle that.
class Task {
  last = [];       // of each line, what was reported last
  isRunning = false;
  isStopped = false;

  constructor(line) {
    this.line = line;
    this.promise = new Promise((resolve, reject) => Object.assign(this, {resolve, reject}));
    this.done = this.promise.then(() => {}, () => {});
  }

  hear(line) {
    this.last[line.line - 1] = line;
    this.line(line);
  }

  resolveAsIs() {
    const {nodes = 0, ms = 0} = this.last[0] ?? {};
    this.resolve({lines: this.last.filter(Boolean), nodes, ms});
  }
}

export class Engine {
  #options;
  #worker = null; // a promise of it
  #task = null;   // the search asked for last, until it has ended
  #flag = SHARED ? new Int32Array(new SharedArrayBuffer(4)) : null;

  // Games to be defined, megabytes of the table, `net: false` for the evaluation by hand, another module.
  constructor({definitions = "", megabytes = 16, net = true, wasm} = {}) {
    this.#options = {definitions, megabytes, net, wasm};
  }

  #started() {
    this.#worker ??= start().then(worker => {
      worker.addEventListener("message", ({data}) => this.#heard(data));
      worker.addEventListener("error", error => this.#task?.reject(error.error ?? error));
      worker.postMessage({open: {...this.#options, flag: this.#flag}});
      return worker;
    });
    return this.#worker;
  }

  #heard({line, found, error}) {
    const task = this.#task;
    if (!task?.isRunning) return;
    if (line) task.hear(line);
    if (found) task.resolve(found);
    if (error) task.reject(Object.assign(new GrimoireError(error.message, error.code), {faults: error.faults}));
  }

  async #run(task, before, position, limits) {
    await before;
    const worker = await this.#started();
    if (task.isStopped) return task.resolveAsIs();
    if (this.#flag) Atomics.store(this.#flag, 0, 0);
    task.isRunning = true;
    worker.postMessage({search: {...position, limits}});
  }

  // Searches the position after the moves. One search at a time: another one stops it first.
  analyse({variant = "chess", fen = "", moves = []}, limits = {}, line = () => {}) {
    const before = this.stop(), task = this.#task = new Task(line);
    task.done.then(() => { if (this.#task === task) this.#task = null; });
    this.#run(task, before, {variant, fen, moves}, limits).catch(task.reject);
    return task.promise;
  }

  // Ends the search with what it has found. Where threads may not share memory, its thread ends with it.
  async stop() {
    const task = this.#task;
    if (!task) return;
    task.isStopped = true;
    if (task.isRunning && this.#flag) Atomics.store(this.#flag, 0, 1);
    else if (task.isRunning) {
      await this.#terminate();
      task.resolveAsIs();
    }
    await task.done;
  }

  async #terminate() {
    const worker = await this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  async close() {
    await this.stop();
    await this.#terminate();
  }
}
