import { readFileSync } from "node:fs";

/** Where the compiled kernel and the workers' program are found: here alone. */

export function readKernel(checked: boolean): Uint8Array<ArrayBuffer> {
  const name = checked ? "./kernel.checked.wasm" : "./kernel.wasm";
  return new Uint8Array(readFileSync(new URL(name, import.meta.url)));
}

export function workerProgram(): URL {
  return new URL("./worker.js", import.meta.url);
}
