import type { Dataset } from "#src/store/dataset.js";

type FirstVersion = Pick<
  Dataset,
  "created" | "lastModified" | "number" | "contents" | "changed" | "isFixed" | "history"
>;

/** Facts of a dataset that was loaded once. */
export function firstVersion(day: Date): FirstVersion {
  return {
    created: day,
    lastModified: day,
    number: 1,
    contents: "first",
    changed: day,
    isFixed: false,
    history: [
      {
        number: 1,
        since: day,
        numEntries: 0,
        totals: null,
        note: null,
        isKept: true,
        isPurged: false,
        isWithheld: false,
        restored: null,
        sources: [],
      },
    ],
  };
}
