import type { LeftOutRule } from "../../../core/model/table-rules.js";
import { type CodedRecords, RAW } from "./coded-records.js";
import type { ValueColumns } from "./clean-cells.js";
import { planLeavingOut } from "./leave-out.js";

/** Returns true if a record that is not blank is left out. @param start place of the record */
export type LeavesOut = (records: CodedRecords, start: number) => boolean;

/**
 * Plan how records that rules leave out are found: cells that repeat are tested once.
 * @param header of the file
 * @param fitsColumn as of `planLeavingOut`
 */
export function planCodedLeavingOut(
  rules: readonly LeftOutRule[],
  header: readonly string[],
  fitsColumn: ValueColumns["fits"],
): LeavesOut {
  const tests = rules.flatMap((rule) => {
    if ("sums" in rule) return [];
    return "filled" in rule ? planFilled(rule.filled) : planCell(rule, header, fitsColumn);
  });
  return (records, start) => tests.some((test) => test(records, start));
}

function planFilled(most: number): LeavesOut {
  return (records, start) => {
    const cells = records.codes[start]!;
    let filled = 0;
    for (let cell = 0; cell < cells && filled <= most; cell++) if (!records.isBlankCell(start, cell)) filled++;
    return filled <= most;
  };
}

function planCell(
  rule: Extract<LeftOutRule, { readonly column: string }>,
  header: readonly string[],
  fitsColumn: ValueColumns["fits"],
): LeavesOut {
  const at = header.indexOf(rule.column);
  // A record has one cell more than the tested one, so that it is not blank; those with extra cells are not tested here.
  const ruleFor = planLeavingOut([rule], [...header, ""], []);
  const shortRuleFor = planLeavingOut([rule], header, [], fitsColumn);
  const record = [...header.map(() => ""), "filled"];
  const fits = (cell: string): boolean => {
    record[at] = cell;
    return ruleFor(record) >= 0;
  };
  const known: (boolean | undefined)[] = [];
  return (records, start) => {
    if (at >= records.codes[start]!) return shortRuleFor(records.cellsAt(start)) >= 0;
    const code = records.codes[start + 1 + at]!;
    if (code >= RAW) return fits(records.cellAt(start, at));
    return (known[code] ??= fits(records.cellAt(start, at)));
  };
}
