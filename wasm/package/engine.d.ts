// Types of engine.js.

import {Found, Limits, Line} from "./grimoire.js";

export interface EngineOptions {
  /** Games that are not built in, in the dialect of variants.ini. */
  definitions?: string;
  /** Of its table. */
  megabytes?: number;
  /** false: the evaluation by hand, also where there is a network. */
  net?: boolean;
  wasm?: WebAssembly.Module | string;
}

/** An engine in a thread of its own, which begins with the first search. */
export class Engine {
  constructor(options?: EngineOptions);
  /** Searches the position after the moves (UCI or SAN). One search at a time: another one stops it first. Without limits
   * it goes on until stop(). */
  analyse(position: {variant?: string; fen?: string; moves?: string[]}, limits?: Limits, line?: (line: Line) => void):
    Promise<Found>;
  /** Ends the search with what it has found. Where pages may not share memory between threads (they may if they are
   * cross-origin isolated), the engine's thread ends with it, and the next search starts a new one. */
  stop(): Promise<void>;
  close(): Promise<void>;
}
