import { decimalNumber } from "../../../core/model/values/decimal.js";
import type { PageTable } from "../../../calls/views/pages/figure.js";
import { fillGaps } from "../charts/time-axis.js";
import { drawSpark, type SparkPoint } from "../charts/spark.js";
import { ONE_COLOR } from "../parts/colors.js";
import { html, type Html } from "../parts/html.js";
import { hasAmounts } from "./added-members.js";
import type { HeadedPage } from "./headline.js";
import { breaksBetween } from "./note-marks.js";

/** Draw the amounts of all years as a small line. @returns `null` if they are of several kinds, or too few */
export function sparkLine({ years, flows, year }: HeadedPage): Html | null {
  if (flows || years.measures.length > 1 || !hasAmounts(years)) return null;
  const rows = new Map(years.rows.flatMap((row) => (row.keys[0]!.value === null ? [] : [[row.keys[0]!.value, row]])));
  const names = fillGaps([...rows.keys()].toSorted());
  const points = names.map((name, at): SparkPoint => {
    const [before, row] = [rows.get(names[at - 1] ?? ""), rows.get(name)];
    const isPart = year.parts.has(name) || year.parts.has(names[at - 1] ?? "");
    const isBreak = before !== undefined && row !== undefined && (isPart || hasBreak(years, before, row));
    return { label: name, amount: row ? decimalNumber(row.amounts[0]!) : null, isBreak };
  });
  const [first = "", last = ""] = [names[0], names.at(-1)];
  const line = drawSpark(points, names.indexOf(year.headed ?? ""), `Amounts from ${first} to ${last}`, ONE_COLOR);
  if (line === null) return null;
  return html`<div class="years-line">
    ${line}
    <p class="facts"><span>${first}</span> <span>${last}</span></p>
  </div>`;
}

type Row = PageTable["rows"][number];

function hasBreak(figure: PageTable, before: Row, after: Row): boolean {
  return breaksBetween(figure, before, after).length > 0;
}
