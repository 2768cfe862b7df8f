import { errorText } from "../../../core/errors/error-text.js";
import { phraseText } from "../../../core/errors/phrase-text.js";
import type { Bounds } from "../../../core/engine/bounds.js";
import type { Reader } from "../../../core/engine/engine.js";
import { passesRange } from "../../../core/engine/match-value.js";
import { Pace } from "../../../core/engine/pace.js";
import { withReader } from "../../../core/engine/with-reader.js";
import { isDay } from "../../../core/model/calendar-values.js";
import { referenceTo } from "../../../core/model/references.js";
import type { Bound, ClauseTarget, TextRange } from "../../../core/query/condition/condition.js";
import { listNamedClauses } from "../../../core/query/condition/value-clauses.js";
import { readNumber } from "../../../core/query/number.js";
import { printRange } from "../../../core/query/syntax/print.js";
import type { Filtered } from "./filtered.js";

/** Maximum number of members that are compared. */
const MAX_MEMBERS = 30_000;
const NUMBER = /^\d+(?:\.\d+)?$/;

/**
 * Write a warning for each range of numbers over codes that are text, where members of different lengths make it another
 * range than one of numbers. Cost: a step for each member, for such ranges only.
 */
export async function warnOfTextRanges(datasets: readonly Filtered[], bounds: Bounds): Promise<readonly string[]> {
  const warnings = new Set<string>();
  for await (const dataset of new Pace(bounds).over(datasets)) {
    for (const { test } of listNamedClauses(dataset.filters)) {
      if (test.on !== "value" || test.value.is !== "texts") continue;
      const { target, value } = test;
      if (target.dimension.kind === "date" || isDay(target.attribute)) continue;
      if (!isNumeric(value)) continue;
      const examples = await withReader(dataset, bounds, (reader) => findSurprises(reader, target, value));
      if (examples.length === 0) continue;
      const reference = referenceTo(dataset.model, target.dimension, target.attribute);
      const ends = { from: endOf(value.from), to: endOf(value.to) };
      warnings.add(
        errorText("range_of_texts", {
          reference,
          range: printRange({ is: "range", ...ends }),
          examples: examples.join("; "),
        }),
      );
    }
  }
  return [...warnings];
}

function isNumeric({ from, to }: TextRange): boolean {
  const ends = [from, to].filter((end) => end !== null);
  return ends.length > 0 && ends.every(({ at }) => NUMBER.test(at));
}

/** Describe the members by which a range of texts differs from one of numbers, or may seem to. */
async function findSurprises(reader: Reader, { dimension, attribute }: ClauseTarget, range: TextRange) {
  const all = { dimension, attributes: [attribute], prefix: "", filters: [], first: 0, limit: MAX_MEMBERS };
  const { members } = await reader.distinct(all);
  const codes = new Set(members.map(({ values }) => values[attribute.index]));
  const [held, left, alike]: [string[], string[], string[]] = [[], [], []];
  for (const code of codes) {
    if (typeof code !== "string" || !NUMBER.test(code)) continue;
    const isHeld = passesRange(range, code);
    const isMeant = isWithin(readNumber(code)!, range);
    if (isHeld && !isMeant) held.push(code);
    else if (isMeant && !isHeld) left.push(code);
    else if (isHeld) alike.push(code);
  }
  const described = [
    ...(held.length > 0 ? [phraseText("range_holds", { codes: list(held) })] : []),
    ...(left.length > 0 ? [phraseText("range_leaves_out", { codes: list(left) })] : []),
  ];
  if (described.length > 0) return described;
  return new Set(alike.map(({ length }) => length)).size > 1 ? [phraseText("members_of_different_lengths")] : [];
}

function isWithin(number: number, { from, to }: TextRange): boolean {
  const isAbove = from === null || number > Number(from.at) || (from.inclusive && number === Number(from.at));
  return isAbove && (to === null || number < Number(to.at) || (to.inclusive && number === Number(to.at)));
}

function list(codes: readonly string[]): string {
  const shown = codes.slice(0, 3).map((code) => `"${code}"`);
  return codes.length > 3 ? `${shown.join(", ")} and ${codes.length - 3} more` : shown.join(" and ");
}

function endOf(bound: Bound<string> | null): { readonly text: string; readonly inclusive: boolean } | null {
  return bound && { text: bound.at, inclusive: bound.inclusive };
}
