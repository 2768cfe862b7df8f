import { setFlagsFromString } from "node:v8";
import type { KernelExports } from "./exports.js";

declare global {
  /** The used part of WebAssembly's API; TypeScript declares it only in its library for browsers. */
  namespace WebAssembly {
    interface Module {
      readonly [Symbol.toStringTag]: string;
    }
    const Module: new (bytes: Uint8Array<ArrayBuffer>) => Module;
    class Instance {
      constructor(module: Module, imports: object);
      readonly exports: object;
    }
    interface Memory<Bytes = SharedArrayBuffer> {
      readonly buffer: Bytes;
      grow(pages: number): number;
    }
    const Memory: {
      new (size: { readonly initial: number; readonly maximum: number; readonly shared: true }): Memory;
      new (size: { readonly initial: number; readonly maximum: number }): Memory<ArrayBuffer>;
    };
  }
}

/** Compile with V8's optimizing compiler at once, so that the first queries are as fast as later ones. */
export function compile(bytes: Uint8Array<ArrayBuffer>): WebAssembly.Module {
  setFlagsFromString("--no-liftoff");
  setFlagsFromString("--no-wasm-lazy-compilation");
  try {
    return new WebAssembly.Module(bytes);
  } finally {
    setFlagsFromString("--liftoff");
    setFlagsFromString("--wasm-lazy-compilation");
  }
}

export function instantiate(module: WebAssembly.Module, memory: WebAssembly.Memory): KernelExports {
  return new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as KernelExports;
}
