/** Slots whose values are numbers that are written in the language, not names or codes. */
export const COUNT_SLOTS: ReadonlySet<string> = new Set([
  "bytes",
  "clauses",
  "count",
  "fields",
  "length",
  "maximum",
  "minimum",
  "most",
  "position",
  "redirects",
  "rows",
  "rows_b",
  "seconds",
  "size",
  "times",
  "total",
]);

/** Slots whose values may be phrases; those of others are names and texts of the data. */
export const PHRASE_SLOTS: ReadonlySet<string> = new Set([
  "after",
  "allowed",
  "cells",
  "condition",
  "contact",
  "end",
  "entries",
  "entries_b",
  "examples",
  "excess",
  "figures",
  "form",
  "kind",
  "kind_b",
  "level",
  "lines",
  "numbers",
  "other",
  "others",
  "place",
  "purpose",
  "reason",
  "remedy",
  "role",
  "rows",
  "rule",
  "separator",
  "sheets",
  "span",
  "span_b",
  "state",
  "wait",
  "wanted",
]);

/** Slots whose values may be phrases that are joined by `or`. */
export const ALTERNATIVE_SLOTS: ReadonlySet<string> = new Set(["remedy", "ways"]);

/** Slots whose values may be lists with phrases among them. */
export const LISTED_SLOTS: ReadonlySet<string> = new Set([
  "amounts",
  "examples",
  "known",
  "lines",
  "names",
  "places",
  "ways",
]);

/** Slots whose values are names: if these are in quotes, the quotes are the language's, not those of what is to be typed. */
export const NAME_SLOTS: ReadonlySet<string> = new Set(["name", "names"]);

/** Slots with amounts, each alone or after a name, as `Paid: 1,234.50, Planned: 1,200` has them. */
export const AMOUNT_SLOTS: ReadonlySet<string> = new Set([
  "amount",
  "amount_b",
  "amounts",
  "amounts_b",
  "difference",
  "share",
  "subject",
]);

/** Slots with amounts of measures, which are money where the currency of the dataset is known; those of others may be counts. */
export const MONEY_SLOTS: ReadonlySet<string> = new Set(["amounts", "amounts_b"]);

/** Slots of what an analysis found whose values are lists of words that are the same in all of them. */
export const PART_SLOTS: ReadonlySet<string> = new Set(["parts", "units"]);

/** Slots whose values are names, values, or phrases of numbers at most. */
export const MAYBE_PHRASE_SLOTS: ReadonlySet<string> = new Set(["count", "detail", "expected", "subject", "what"]);
