import type { WrittenTerms } from "../columnar/search/build-term-index.js";
import type { ValueColumn } from "../columnar/table/values.js";
import type { Failure } from "./thread-failure.js";

/** Start data of a thread that indexes terms. */
export interface TermThreadStart {
  /** The compiled kernel. */
  readonly module: WebAssembly.Module;
}

/** A request to index the terms of columns. */
export interface TermRequest {
  readonly columns: readonly ValueColumn[];
  readonly memories: readonly SharedMemory[];
}

/** A memory of a table that is being written. */
export interface SharedMemory {
  readonly memory: WebAssembly.Memory;
  readonly tableBytes: number;
}

/** The answer to a request. */
export type TermReply =
  | { readonly failure: Failure }
  | { readonly place: WrittenTerms["place"]; readonly memory: WebAssembly.Memory; readonly bytes: number };
