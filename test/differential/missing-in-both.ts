const LINE = { region: null, code: null, date: "2009-03-02", unscaled: 1n } as const;
const PART = { lines: [LINE], scale: 0, purpose: "function", format: 0 } as const;

/** A union of a field with labels and one without, which both have a missing value. */
export const MISSING_IN_BOTH = {
  parts: [
    { ...PART, name: "d0", isCompound: true },
    { ...PART, name: "d1", isCompound: false },
  ],
  questions: [{ drilldown: ["function" as const], cuts: [], words: null, pagesize: 100, page: 1 }],
};
