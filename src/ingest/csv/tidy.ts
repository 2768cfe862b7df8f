import { BadSource } from "../../errors/errors.js";
import type { TableRules } from "../../model/table-rules.js";
import { didYouMean } from "../../model/nearest.js";
import { isBlank } from "./blank.js";
import { type Cleaning, planCleaning, type ValueColumns, withCurrencies } from "./clean-cells.js";
import { type LeavesOut, planCodedLeavingOut } from "./coded-leave-out.js";
import { planLeavingOut } from "./leave-out.js";
import type { CsvRecord } from "./record-parser.js";

/** A plan how the records of a file become the rows that a model reads. */
export interface Tidy extends Cleaning {
  /** Names of the columns of the rows. */
  readonly cells: readonly string[];
  /** Number of the columns of the file. */
  readonly width: number;
  /** Positions in a row of the name and the cell of a column that became rows; `null` if none did. */
  readonly pivoted: Pivoted | null;
  /** Position of the added column of currencies, and of the amounts that they are of; `null` if there is none. */
  readonly currency: { readonly at: number; readonly from: number } | null;
  /** Return the position of the rule that leaves a record out; -1 if it stays. */
  readonly ruleFor: (record: CsvRecord) => number;
  /** Tells of a coded record that is not blank if a rule leaves it out; `null` if none ever does. */
  readonly leavesOut: LeavesOut | null;
  /** Return the rows of a record. */
  readonly rowsOf: (record: CsvRecord) => readonly CsvRecord[];
}

/** Positions of the added columns, and where the cells are from. */
export interface Pivoted {
  readonly heading: number;
  readonly cell: number;
  /** Columns of the file by the texts that stand for them. */
  readonly columns: ReadonlyMap<string, string>;
  /** Positions in the file of the cells before the added ones. */
  readonly kept: readonly number[];
  /** Columns of the file that become rows, in their order. */
  readonly turned: readonly { readonly at: number; readonly text: string }[];
}

/**
 * Plan how the records of a file become rows.
 * @param header of the file
 * @throws BadSource with every column that the rules name and the header lacks
 */
export function planTidy(rules: TableRules, header: readonly string[], values: ValueColumns): Tidy {
  checkColumns(rules, header);
  checkScale(rules, header);
  const ruleFor = planLeavingOut(rules.leaveOut, header);
  const leavesOut = rules.leaveOut.length > 0 ? planCodedLeavingOut(rules.leaveOut, header) : null;
  const { unpivot } = rules;
  if (unpivot === null) {
    const { cells, currency, ...cleaning } = planCells(rules, header, values);
    const rowsOf = (record: CsvRecord): readonly CsvRecord[] => [
      record.length <= header.length && record.every(isBlank) ? record : cleaning.clean(record),
    ];
    return { ...cleaning, cells, width: header.length, pivoted: null, currency, ruleFor, leavesOut, rowsOf };
  }
  const kept = header.flatMap((name, at) => (unpivot.columns.has(name) ? [] : [at]));
  const turned = header.flatMap((name, at) => {
    const text = unpivot.columns.get(name);
    return text === undefined ? [] : [{ at, text }];
  });
  const turnedCells = [...kept.map((at) => header[at]!), unpivot.heading, unpivot.cell];
  const { cells, currency, ...cleaning } = planCells(rules, turnedCells, values);
  const rowsOf = (record: CsvRecord): readonly CsvRecord[] => {
    if (record.length <= header.length && record.every(isBlank)) return [record];
    const own = kept.map((at) => record[at] ?? "");
    const excess = record.slice(header.length);
    return turned.map(({ at, text }) => cleaning.clean([...own, text, record[at] ?? "", ...excess]));
  };
  const columns = new Map([...unpivot.columns].map(([column, text]) => [text, column]));
  const pivoted = { heading: kept.length, cell: kept.length + 1, columns, kept, turned };
  return { ...cleaning, cells, width: header.length, pivoted, currency, ruleFor, leavesOut, rowsOf };
}

/**
 * Plan the cells of rows, with the column of currencies last, if there is one.
 * @throws BadSource if the rule for it names no column, or one that is there
 */
function planCells(
  rules: TableRules,
  names: readonly string[],
  values: ValueColumns,
): Cleaning & Pick<Tidy, "cells" | "currency"> {
  const cleaning = planCleaning(rules, names, values);
  if (rules.currency === null) return { ...cleaning, cells: names, currency: null };
  const { from, to } = rules.currency;
  const [at, amounts] = [names.length, names.indexOf(from)];
  if (amounts < 0) {
    throw new BadSource(
      `The table has no column "${from}", which dataset.table.currency of the model names${didYouMean(from, names)}`,
    );
  }
  if (names.includes(to)) {
    throw new BadSource(
      `The table has a column "${to}" already; give the one that dataset.table.currency adds another name`,
    );
  }
  return { ...withCurrencies(cleaning, amounts, at), cells: [...names, to], currency: { at, from: amounts } };
}

/** Return the columns of the file that the rules name. */
export function columnsOfRules({ unpivot, leaveOut }: TableRules): readonly string[] {
  return [...(unpivot?.columns.keys() ?? []), ...leaveOut.flatMap((rule) => ("column" in rule ? [rule.column] : []))];
}

/** A factor for a column that is not there would leave amounts too small without a word. */
function checkScale({ scale, unpivot }: TableRules, header: readonly string[]): void {
  const kept = header.filter((name) => !unpivot?.columns.has(name));
  const columns = unpivot ? [...kept, unpivot.heading, unpivot.cell] : kept;
  const errors = [...scale.keys()]
    .filter((column) => !columns.includes(column))
    .map(
      (column) =>
        `The table has no column "${column}", which dataset.table.scale of the model names${didYouMean(column, columns)}`,
    );
  if (errors.length > 0) throw new BadSource(errors);
}

function checkColumns(rules: TableRules, header: readonly string[]): void {
  const { unpivot } = rules;
  const missing = columnsOfRules(rules).filter((column) => !header.includes(column));
  const errors = missing.map(
    (column) =>
      `The header has no column "${column}", which dataset.table of the model names${didYouMean(column, header)}`,
  );
  for (const name of unpivot ? [unpivot.heading, unpivot.cell] : []) {
    if (header.includes(name) && !unpivot!.columns.has(name)) {
      errors.push(
        `The header has a column "${name}" already; give the one that dataset.table.unpivot adds another name`,
      );
    }
  }
  if (errors.length > 0) throw new BadSource([...new Set(errors)]);
}
