// Types of grimoire.js.

export interface LoadOptions {
  /** The module: compiled already, as bytes, or its address; grimoire-simd.wasm or grimoire-plain.wasm beside this file. */
  wasm?: WebAssembly.Module | BufferSource | string | URL;
}

/** Loads the library. Each call gives one of its own, with its own memory. */
export function load(options?: LoadOptions): Promise<Grimoire>;

/** The network for a game, or else the general one, which judges games that mate alone wins. */
export function loadNet(variant: string): Promise<Uint8Array>;

export type ErrorCode = "memory" | "io" | "not-found" | "syntax" | "illegal" | "damaged" | "foreign" | "busy" | "limit" |
  "stopped" | "failed";

export class GrimoireError extends Error {
  code: ErrorCode;
  /** Of a FEN: what is wrong with it. */
  faults?: FenFault[];
}

export interface FenFault {
  /** From 1. */
  column: number;
  text: string;
}

export interface Variant {
  name: string;
  title: string;
  files: number;
  ranks: number;
  /** FEN of the start position. */
  start: string;
  pieces: {letter: string; name: string}[];
}

export interface DefinitionFault {
  severity: "error" | "warning";
  line: number;
  column: number;
  text: string;
}

export interface Definitions {
  games: {name: string; defined: boolean; faults: DefinitionFault[]}[];
  /** In lines that belong to no game. */
  faults: DefinitionFault[];
}

/** A move: UCI, SAN in any form that people write, or one of Board.numbers(). */
export type Move = string | number;
export type Side = "white" | "black";

export interface End {
  state: "checkmate" | "stalemate" | "draw" | "won";
  winner: Side | null;
}

export interface LegalMove {
  uci: string;
  san: string;
  /** Those that are clicked for it, in their order. */
  squares: string[];
  /** The letter of a piece that comes from the hand. */
  hand: string | null;
  kind: string;
  /** The letter of what a pawn becomes, or of a piece that is dropped or resurrected. */
  piece: string | null;
}

export interface Position {
  variant: string;
  fen: string;
  turn: Side;
  check: boolean;
  legal: LegalMove[];
  /** What the last move has changed, in the form of exported pages. */
  step: string | null;
  end: End | null;
  key: string;
}

export interface Diagnostic {
  line: number;
  column: number;
  ply: number;
  severity: "note" | "warning" | "error";
  message: string;
}

export interface Game {
  variant: string | null;
  tags: Record<string, string>;
  result: "1-0" | "0-1" | "1/2-1/2" | "*";
  plies: number;
  status: "complete" | "partial";
  diagnostics: Diagnostic[];
  moves: {san: string; uci: string; comment: string | null; nags: number[]; eval: number | string | null}[];
  /** All members of the program's JSON, which grimoire-convert(1) lists. */
  [member: string]: unknown;
  /** The game as "pgn", "san", "uci", "long", "fen", "html", "kif", "csa", "wxf" ...; only until the next game is read. */
  write(format: string): string;
}

export interface Limits {
  depth?: number;
  nodes?: number;
  /** Milliseconds. */
  ms?: number;
  /** How many best lines. */
  lines?: number;
  /** Looks for a mate in so many moves. */
  mate?: number;
}

export interface Line {
  /** From 1. */
  line: number;
  depth: number;
  seldepth: number;
  /** Centipawns for the side to move; null with a mate. */
  score: number | null;
  /** Moves to mate, below 0 if the side to move is mated. */
  mate: number | null;
  bound: "lower" | "upper" | null;
  uci: string[];
  san: string[];
  /** So far; of lines that are reported while it searches. */
  nodes?: number;
  ms?: number;
}

export interface Found {
  /** The best first; none where no move is legal. */
  lines: Line[];
  nodes: number;
  ms: number;
}

export class Grimoire {
  private constructor();
  readonly version: string;
  /** For load({wasm}) of others. */
  readonly module: WebAssembly.Module;
  variants(): Variant[];
  /** Adds games that are described in the dialect of variants.ini; those with faults are left out. */
  define(text: string): Definitions;
  /** A board at the start position, or at that of the FEN. */
  board(variant?: string, fen?: string): Board;
  /** The games of a text, read one by one: PGN or any form that the programs read. */
  games(text: string | Uint8Array, options?: {
    /** Of games without a Variant tag. */
    variant?: string;
    repair?: boolean;
  }): Generator<Game>;
  search(options?: {megabytes?: number}): Search;
}

/** A game that is played. Boards that nobody needs any more are given back in time; close() does so at once. */
export class Board {
  private constructor();
  /** Rights and en passant squares of the FEN that were impossible, and left out. */
  readonly dropped: FenFault[];
  readonly fen: string;
  readonly turn: Side;
  readonly check: boolean;
  readonly plies: number;
  /** How the game has ended, repetitions included; null while it goes on. */
  readonly end: End | null;
  moves(): string[];
  sans(): string[];
  /** The legal moves as numbers: the quick way. */
  numbers(): Uint32Array;
  read(move: Move): number;
  uci(move: Move): string;
  san(move: Move): string;
  play(move: Move): this;
  undo(): boolean;
  position(): Position;
  /** Lines of legal moves of that many plies. */
  perft(depth: number): number;
  close(): void;
}

/** The engine, in the thread that calls it; see engine.js for one that thinks beside it. */
export class Search {
  private constructor();
  /** Bytes of a network, for positions of its game; null: the evaluation by hand. */
  useNet(bytes: Uint8Array | null): void;
  forget(): void;
  run(board: Board, limits: Limits, calls?: {line?: (line: Line) => void; stopped?: () => boolean}): Found;
  close(): void;
}
