import { mainBundle } from "../core/assets/assets.js";

/** Load the program of the command line: its bundle, where the build has written one. */
export function loadProgram(): Promise<typeof import("./program.js")> {
  const bundle = mainBundle();
  return bundle === null ? import("./program.js") : (import(bundle) as ReturnType<typeof loadProgram>);
}
