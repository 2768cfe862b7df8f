import { NO_TARGET } from "./mapped-values.js";

/** Names that codes stand for. */
export interface Targets {
  /** Number of each code's name, or `NO_TARGET`. */
  readonly targets: Uint32Array;
  /** Names by number; some code stands for each. */
  readonly names: readonly string[];
}

/** Estimate the bytes of targets, with two for each character of a name; 0 if they are not computed yet. */
export function targetBytes(built: Targets | undefined): number {
  return built ? built.targets.byteLength + built.names.reduce((sum, { length }) => sum + 2 * length, 0) : 0;
}

/** Return the name that a code stands for; `undefined` if it stands for none. Called once for each code, ascending. */
export type NameOf = (code: number) => string | undefined;

/** Number the names that codes stand for, in the order of the codes. */
export function numberTargets(codes: number, nameOf: NameOf): Targets {
  const targets = new Uint32Array(codes).fill(NO_TARGET);
  const numbers = new Map<string, number>();
  for (let code = 0; code < codes; code++) {
    const name = nameOf(code);
    if (name === undefined) continue;
    let number = numbers.get(name);
    if (number === undefined) numbers.set(name, (number = numbers.size));
    targets[code] = number;
  }
  return { targets, names: [...numbers.keys()] };
}
