import { setFlagsFromString } from "node:v8";
import { mainBundle } from "../core/assets/package-files.js";

/** Commands that last: whatever they do often is worth machine code. */
const LASTING: ReadonlySet<string> = new Set(["serve", "mcp"]);
/** Bytes of bytecode that run before V8 considers machine code for a function: six times as many as by default. */
const LATE = 400_000;

/** Load the program of the command line: its bundle, where the build has written one. */
export function loadProgram(): Promise<typeof import("./program.js")> {
  // A command that ends soon would take a fifth of its time for machine code that is used for a moment.
  if (!process.argv.some((each) => LASTING.has(each))) setFlagsFromString(`--interrupt-budget=${LATE}`);
  const bundle = mainBundle();
  return bundle === null ? import("./program.js") : (import(bundle) as ReturnType<typeof loadProgram>);
}
