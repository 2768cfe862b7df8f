import { phraseText } from "../../core/errors/phrase-text.js";
import { readSerial } from "../../core/model/values/date-readings.js";
import { isAmountHeading, isCodeHeading } from "./headings.js";
import { isMissingMark, maybeMissingMark } from "./missing-marks.js";
import type { RawColumn } from "./raw-column.js";
import type { Repair } from "./repair.js";
import { looksLikeTotal } from "../ingest/totals/total-words.js";

/** Longest text that stands for an empty cell. */
const MAX_TOKEN = 20;

/**
 * True if a text among numbers may stand for a missing one: in a column of amounts any, in others only what is known to
 * do so. Among codes, a text is a code.
 */
function mayBeMissing(text: string, heading: string, { hasFractions, hasZeros }: RawColumn): boolean {
  if (isCodeHeading(heading) || hasZeros) return false;
  return maybeMissingMark(text) || hasFractions || isAmountHeading(heading) || /^(?:19|20)\d\d$/.test(heading.trim());
}

/** Propose to read texts in columns of numbers as empty cells. @param turned headings of columns that are years */
export function repairCells(
  header: readonly string[],
  columns: readonly RawColumn[],
  turned: ReadonlySet<string>,
): readonly Repair[] {
  const found = columns.flatMap((column, at) => {
    if (!column.isNumbers) return [];
    return [...column.others].flatMap(([text, { count, row }]) =>
      text.length <= MAX_TOKEN &&
      !/\d/.test(text) &&
      !looksLikeTotal(text) &&
      (turned.has(header[at]!) || mayBeMissing(text, header[at]!, column))
        ? [{ text, count, row, heading: header[at]! }]
        : [],
    );
  });
  if (found.length === 0) return [];
  const empty = [...new Set(found.map(({ text }) => text))];
  const count = found.reduce((sum, each) => sum + each.count, 0);
  return [
    {
      kind: "cells",
      label: phraseText("read_as_empty", { values: empty.map((text) => JSON.stringify(text)).join(", ") }),
      reason: count === 1 ? phraseText("cell_among_numbers") : phraseText("cells_among_numbers", { count }),
      examples: found
        .slice(0, 3)
        .map(({ text, row, heading }) => phraseText("line_empty", { line: row, column: heading, text })),
      table: { empty },
      certainty: "doubtful",
    },
  ];
}

/** Number of lines that are named. */
const SHOWN_LINES = 5;

/** Propose to leave out the rows whose dates are none: those that no calendar has, and those that are said to be missing. */
export function repairImpossible(header: readonly string[], columns: readonly RawColumn[]): readonly Repair[] {
  return columns.flatMap((column, at): readonly Repair[] => {
    if (!column.isDates) return [];
    const heading = header[at]!;
    const missing = [...column.others].filter(([text]) => isMissingMark(text));
    const found = [...column.impossible, ...missing].toSorted(([, a], [, b]) => a.row - b.row);
    const count = found.reduce((sum, [, each]) => sum + each.count, 0);
    if (count === 0 || count * 2 >= column.filled) return [];
    const values = found.map(([text]) => text);
    const called = { column: heading, values: values.map((text) => JSON.stringify(text)).join(" or ") };
    const lines = found.slice(0, SHOWN_LINES).map(([, { row }]) => row);
    const seen = { column: heading, rows: column.filled, lines: lines.join(", ") };
    return [
      {
        kind: "dates",
        label:
          count === 1
            ? phraseText("leave_out_called", called)
            : phraseText("leave_out_several_called", { count, ...called }),
        reason: count === 1 ? phraseText("date_impossible", seen) : phraseText("dates_impossible", { count, ...seen }),
        examples: found.slice(0, 3).map(([text, { row }]) => phraseText("line_left_out", { line: row, text })),
        table: { leave_out: [{ column: heading, values }] },
        certainty: "doubtful",
      },
    ];
  });
}

/** Propose to read numbers among dates as the days that spreadsheets count. */
export function repairDates(header: readonly string[], columns: readonly RawColumn[]): readonly Repair[] {
  const found = columns.flatMap((column, at) => {
    const isMixed = column.dates > 0 && column.serials > 0 && column.dates + column.serials === column.filled;
    return isMixed ? [{ heading: header[at]!, count: column.serials, cell: column.firstSerial }] : [];
  });
  if (found.length === 0) return [];
  const count = found.reduce((sum, each) => sum + each.count, 0);
  const names = found.map(({ heading }) => JSON.stringify(heading)).join(", ");
  return [
    {
      kind: "dates",
      label: phraseText("read_days_counted"),
      reason:
        count === 1
          ? phraseText("number_among_dates", { columns: names })
          : phraseText("numbers_among_dates", { count, columns: names }),
      examples: found.map(({ cell }) => `${cell} → ${readSerial(cell)}`),
      table: { serial_dates: true },
      certainty: "doubtful",
    },
  ];
}
