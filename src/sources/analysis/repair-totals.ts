import { phraseText } from "../../core/errors/phrase-text.js";
import { grouped } from "../ingest/totals/control.js";
import { explainLost, placeOf } from "../ingest/totals/explain-totals.js";
import { fromUnits, type StatedTotal } from "../ingest/totals/total-row.js";
import type { FileTotals } from "../ingest/totals/totals-search.js";
import { decimalText } from "../../core/model/values/decimal.js";
import type { Definition } from "./column-uses.js";
import type { Repair } from "./repair.js";

const SHOWN = 3;
const MAX_COLUMNS = 4;

/** Propose to leave out the rows that are sums of others; and, if the publisher says so, those that are only called so. */
export function repairTotals({ totals, differing, columns, texts }: FileTotals): readonly Repair[] {
  return [...(totals.length > 0 ? [leaveOutSums(totals, columns)] : []), ...leaveOutNamed(differing, columns, texts)];
}

function leaveOutSums(totals: readonly StatedTotal[], columns: readonly string[]): Repair {
  const one = totals.length === 1;
  const rounded = totals.filter(({ verdict }) => verdict === "rounded").length;
  const widest = totals.toSorted((a, b) => b.parts - a.parts || a.row - b.row);
  const lost = explainLost({ totals, columns });
  const count = totals.length;
  const values = {
    remedy:
      rounded === 0
        ? ""
        : rounded === 1
          ? phraseText("one_of_them_rounded")
          : phraseText("some_of_them_rounded", { count: rounded }),
    // Each reason ends with the ones after it, so that all are one sentence.
    others: lost.reduceRight((others, each) => phraseText("and_also", { reason: each + others }), ""),
  };
  return {
    kind: "totals",
    label: one ? phraseText("leave_out_sum") : phraseText("leave_out_sums", { count }),
    reason: one ? phraseText("row_adds_others", values) : phraseText("rows_add_others", { count, ...values }),
    examples: widest
      .slice(0, SHOWN)
      .map((total) => phraseText("place_left_out", { place: placeOf(total), amounts: stated(total.amounts, columns) })),
    table: { leave_out: [{ sums: true }] },
    certainty: lost.length > 0 ? "likely" : "sure",
  };
}

/** Propose to leave out rows by what they are called, one repair for each column that has such cells. */
function leaveOutNamed(
  differing: readonly StatedTotal[],
  columns: readonly string[],
  texts: readonly string[],
): readonly Repair[] {
  const headings = new Set(differing.map(({ textAt }) => texts[textAt] ?? ""));
  return [...headings].flatMap((heading): readonly Repair[] => {
    if (heading === "") return [];
    const found = differing.filter(({ textAt }) => texts[textAt] === heading);
    const values = [...new Set(found.map(({ text }) => text))];
    const one = found.length === 1;
    const called = { column: heading, values: values.map((each) => JSON.stringify(each)).join(" or ") };
    return [
      {
        kind: "totals",
        label: one
          ? phraseText("leave_out_called", called)
          : phraseText("leave_out_several_called", { count: found.length, ...called }),
        reason: one ? phraseText("row_called_total") : phraseText("rows_called_totals", { count: found.length }),
        examples: found.slice(0, SHOWN).map((total) =>
          phraseText("place_differs", {
            place: placeOf(total),
            amounts: stated(total.amounts, columns),
            amounts_b: stated(total.sums, columns),
          }),
        ),
        table: { leave_out: [{ column: heading, values }] },
        certainty: "doubtful",
      },
    ];
  });
}

/** True if rules leave out the rows that are sums of others. */
export function hasSumsRule(table: Definition | null): boolean {
  const rules: readonly unknown[] = Array.isArray(table?.leave_out) ? table.leave_out : [];
  return rules.some((rule) => typeof rule === "object" && rule !== null && "sums" in rule);
}

function stated(amounts: readonly (bigint | null)[], columns: readonly string[]): string {
  const texts = amounts.flatMap((amount, at) =>
    amount === null
      ? []
      : [`${columns.length > 1 ? `${columns[at]}: ` : ""}${grouped(decimalText(fromUnits(amount)))}`],
  );
  return `${texts.slice(0, MAX_COLUMNS).join(", ")}${texts.length > MAX_COLUMNS ? " …" : ""}`;
}
