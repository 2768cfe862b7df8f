import { errorText } from "../../../core/errors/error-text.js";
import { phraseText } from "../../../core/errors/phrase-text.js";
import { BadSource } from "../../../core/errors/errors.js";
import type { LoadReport } from "../../../sources/ingest/report.js";
import type { Model } from "../../../core/model/cube.js";
import type { Decimal } from "../../../core/model/values/decimal.js";
import { parseDecimal, PLAIN_NUMBERS } from "../../../core/model/values/numbers.js";
import type { RunOutcome } from "./run.js";

/** True if no row of a source can be loaded. */
export function hasNoRows({ rowsRead, rowsBlank, rowsRejected }: LoadReport): boolean {
  return rowsRead - rowsBlank - rowsRejected === 0;
}

/**
 * Return the error for a source without rows.
 * @param url of the source
 * @param numEntries of the dataset before the load
 */
export function emptySource({ rowsRejected }: LoadReport, url: string, numEntries: number): BadSource {
  return new BadSource(
    errorText("source_without_rows", {
      state: phraseText(rowsRejected > 0 ? "no_row_to_load" : "no_rows_below_header", { url }),
      entries:
        numEntries === 1
          ? phraseText("one_entry")
          : phraseText("some_entries", { count: numEntries.toLocaleString("en") }),
    }),
  );
}

/** Return the error for a source that replaces entries of others where keys must be unique. */
export function takenEntries(count: number): BadSource {
  return new BadSource(
    errorText("key_of_another_source", {
      detail:
        count === 1 ? phraseText("one_row_has") : phraseText("some_rows_have", { count: count.toLocaleString("en") }),
    }),
  );
}

/**
 * Describe a load that leaves less than half of the entries, or of the amount of a measure.
 * @param before figures of the dataset before the load
 */
export function explainLoss(before: RunOutcome, after: RunOutcome, model: Model): readonly string[] {
  const { currency } = model.dataset;
  const losses: string[] = [];
  if (after.numEntries * 2 < before.numEntries) {
    const count = after.numEntries.toLocaleString("en");
    const total = before.numEntries.toLocaleString("en");
    losses.push(
      before.numEntries === 1
        ? phraseText("part_of_one_entry", { count })
        : phraseText("part_of_entries", { count, total }),
    );
  }
  const earlier = new Map(before.totals);
  for (const [measure, total] of after.totals) {
    const past = earlier.get(measure);
    if (past === undefined || !isLessThanHalf(total, past)) continue;
    losses.push(`${total} of ${past}${currency === null ? "" : ` ${currency}`} of ${measure}`);
  }
  if (losses.length === 0) return [];
  return [errorText("less_than_half", { amounts: losses.join(", ") })];
}

/** True if the absolute value of a total is less than half of another one's. */
function isLessThanHalf(total: string, past: string): boolean {
  const [a, b] = [total, past].map((text) => parseDecimal(text, PLAIN_NUMBERS) as Decimal) as [Decimal, Decimal];
  const scale = Math.max(a.scale, b.scale);
  const [now, then] = [a, b].map((each) => absolute(each.unscaled) * 10n ** BigInt(scale - each.scale)) as [
    bigint,
    bigint,
  ];
  return now * 2n < then;
}

function absolute(integer: bigint): bigint {
  return integer < 0n ? -integer : integer;
}
