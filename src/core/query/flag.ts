import type { Parameters } from "./parameters.js";

const YES = new Set(["true", "1", "yes", "on"]);

/** Read a flag: any value that does not mean yes means no. */
export function readFlag(parameters: Parameters, name: string): boolean {
  return YES.has(parameters.get(name)?.trim().toLowerCase() ?? "");
}
