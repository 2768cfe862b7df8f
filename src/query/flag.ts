import type { Parameters } from "./parameters.js";

const YES = new Set(["true", "1", "yes", "on"]);

/** A parameter that is there or not: whatever does not say yes is no. */
export function readFlag(parameters: Parameters, name: string): boolean {
  return YES.has(parameters.get(name)?.trim().toLowerCase() ?? "");
}
