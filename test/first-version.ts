import type { Dataset } from "#src/store/dataset.js";

/** Facts of a dataset that was loaded once. */
export function firstVersion(day: Date): Pick<Dataset, "number" | "contents" | "changed" | "isFixed" | "history"> {
  return { number: 1, contents: "first", changed: day, isFixed: false, history: [] };
}
