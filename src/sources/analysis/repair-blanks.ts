import { isObject } from "../../core/model/parse/section.js";
import { chooseAmounts } from "./choose-amounts.js";
import type { Repair } from "./repair.js";
import type { TableAnalysis } from "./table-analysis.js";

/**
 * Leave out the rows without an amount, where a table has one column of amounts: whether they are 0 only the publisher
 * knows. With the rule or without it, the repair is offered.
 */
export function repairBlanks(analysis: TableAnalysis): readonly Repair[] {
  const { columns, table = null, rows, leftOut = [], shortRows = [] } = analysis;
  // An amount that is in another column is one.
  if (shortRows.length > 0) return [];
  const repeating = new Set((analysis.relations ?? []).map(({ column }) => column));
  const amounts = chooseAmounts(columns, table, repeating);
  const [amount] = amounts;
  if (amount === undefined || amounts.length > 1 || amount.heading === "" || isObject(table?.unpivot)) return [];
  const rule = { column: amount.heading, values: [""] };
  const rules: readonly unknown[] = Array.isArray(table?.leave_out) ? table.leave_out : [];
  const at = rules.findIndex((each) => JSON.stringify(each) === JSON.stringify(rule));
  const count = at >= 0 ? (leftOut[at] ?? 0) : amount.empty;
  if (count === 0 || count * 2 > rows) return [];
  return [
    {
      kind: "blanks",
      label: `Leave out ${count === 1 ? "the row" : `the ${count} rows`} without an amount`,
      reason: `${count === 1 ? "1 row has" : `${count} rows have`} no "${amount.heading}". Each load counts them; without this rule they are entries of 0, with "default_value": "0"`,
      examples: [`"${amount.heading}": empty → left out`],
      table: { leave_out: [rule] },
      certainty: "likely",
    },
  ];
}
