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
  return {
    kind: "totals",
    label: one
      ? "Leave out the row that is the sum of others"
      : `Leave out the ${totals.length} rows that are sums of others`,
    reason: `${one ? "1 row adds" : `${totals.length} rows add`} others up, so that amounts would count twice${rounded > 0 ? `; ${rounded} of them to the digits to which ${rounded === 1 ? "it is" : "they are"} rounded` : ""}. Each load compares them with the entries${lost.map((each) => `. ${each}`).join("")}`,
    examples: widest.slice(0, SHOWN).map((total) => `${placeOf(total)}: ${stated(total.amounts, columns)} → left out`),
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
    return [
      {
        kind: "totals",
        label: `Leave out the ${one ? "row" : `${found.length} rows`} whose "${heading}" is ${values.map((each) => JSON.stringify(each)).join(" or ")}`,
        reason: `${one ? "1 row is called a total but differs" : `${found.length} rows are called totals but differ`} from what the rows before ${one ? "it" : "them"} come to. Without this ${one ? "it is an entry" : "they are entries"}`,
        examples: found
          .slice(0, SHOWN)
          .map(
            (total) => `${placeOf(total)}: ${stated(total.amounts, columns)}, the rows: ${stated(total.sums, columns)}`,
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
