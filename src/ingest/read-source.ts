import type { RepeatRules, TableBuilder } from "../engine/storage.js";
import type { SourceRow } from "../engine/source-row.js";
import { isBlankRow, planRow } from "./cast/cast-row.js";
import { type OnError, rowError } from "./cast/cell-error.js";
import { CodedRows } from "./cast/coded-rows.js";
import { DateColumns, type DateVerdicts } from "./cast/date-columns.js";
import { CodedRecords } from "./csv/coded-records.js";
import type { CsvRecord } from "./csv/record-parser.js";
import { describeDisagreement } from "./describe-disagreement.js";
import type { Tidy } from "./csv/tidy.js";
import { LeftOutTally } from "./left-out-tally.js";
import { NumberDoubts } from "./number-doubts.js";
import { readBatches, type SourceReading } from "./read-batches.js";
import { Repeats } from "./repeats.js";
import type { LoadReport } from "./report.js";
import { Tally } from "./tally.js";

/** Creates a builder for the rows of one pass; the one of the pass before, if any, is abandoned. */
export type MakeBuilder = (repeats: RepeatRules) => Promise<TableBuilder>;

/** The input of one pass over a source. */
export interface SourcePass extends SourceReading {
  /** Creates the builder that receives the entries; `null` to check cells only. */
  readonly makeBuilder: MakeBuilder | null;
  /** True to keep adding entries to the builder after a bad row. */
  readonly keepsWriting: boolean;
  /** True to refuse rows with the key of an earlier row. */
  readonly unique: boolean;
  /** Verdicts on dates without a format; `null` if the source has not been searched for them. */
  readonly dates: DateVerdicts | null;
  /** Receives every error beyond those that a report holds. */
  readonly onUnlisted?: OnError | undefined;
}

/**
 * Read a source from start to end.
 * @throws NotUtf8 if it must be read again in another encoding, DatesUndecided if it must be read again with verdicts
 * @throws BadSource if it cannot be read at all
 */
export async function readPass(pass: SourcePass): Promise<LoadReport> {
  const { model, makeBuilder, keepsWriting, unique } = pass;
  const tally = new Tally(pass.onUnlisted);
  let lineOf: LineOf = () => undefined;
  const refuse = (row: number, message: string): void => tally.reject([rowError(row, message)], lineOf(row));
  const repeats = new Repeats(model, unique ? refuse : null);
  const builder = makeBuilder && (await makeBuilder(repeats.rules));
  let doubts: NumberDoubts | null = null;
  const writes = (): boolean => keepsWriting || tally.numErrors === 0;
  let leftOut: LeftOutTally | null = null;
  let fileRow = 0;
  const reading = await readBatches(pass, tally, (columns, lines) => {
    let firstRow = 1;
    // Lines of comments are no records, so that lines after them cannot be counted.
    if (!model.layout?.comment) lineOf = (row) => lines.lineOf(row - firstRow);
    doubts = new NumberDoubts(model, columns);
    leftOut = columns.tidy && new LeftOutTally(model, columns, columns.tidy);
    const dates = new DateColumns(pass.dates);
    const cast = planRow(model, columns, undefined, dates);
    const readRow = planRead(cast, tally, doubts, (row) => lineOf(row));
    const partsOf = planParts(columns.tidy, leftOut, tally, (row) => lineOf(row));
    const coded = new CodedRows(model, columns, dates);
    const { rows } = coded;
    const readSlowly = (record: CsvRecord): void => {
      for (const part of partsOf(record, fileRow)) {
        const row = readRow(part, fileRow);
        if (row && writes()) rows.add(row);
      }
    };
    return async (records) => {
      firstRow = fileRow + 1;
      rows.begin(records.length);
      const codes = records instanceof CodedRecords ? records : null;
      for (let at = 0; at < records.length; at++) {
        fileRow++;
        if (codes && coded.add(codes, at, fileRow)) {
          tally.rowsRead++;
          if (!writes()) rows.dropLast();
          if (doubts!.isOpen && doubts!.concerns(codes, at)) doubts!.take(codes.at(at), true);
        } else {
          readSlowly(records.at(at)!);
        }
      }
      if (rows.length > 0) await builder?.writeRows(rows.batch(codes && codes.texts));
    };
  });
  const report = tally.report(reading);
  const written = report.rowsRead - report.rowsBlank - report.rowsRejected;
  const disagreements = builder ? await builder.disagreements() : [];
  const warnings = [
    ...((leftOut as LeftOutTally | null)?.describe() ?? []),
    ...repeats.warnings(written),
    ...disagreements.map((each) => describeDisagreement(model, each)),
    ...((doubts as NumberDoubts | null)?.describe(reading.delimiter) ?? []),
  ];
  return { ...report, warnings };
}

/** Returns the line of a row of the current batch, if it is known. */
type LineOf = (row: number) => number | undefined;

/** Plan the rows that a record of the file becomes; those left out are counted with the blank ones. */
function planParts(
  tidy: Tidy | null,
  leftOut: LeftOutTally | null,
  tally: Tally,
  lineOf: LineOf,
): (record: CsvRecord, row: number) => readonly CsvRecord[] {
  if (tidy === null) return (record) => [record];
  return (record, row) => {
    const rule = tidy.ruleFor(record);
    if (rule < 0) return tidy.rowsOf(record);
    tally.rowsRead++;
    tally.rowsBlank++;
    leftOut?.take(rule, record, lineOf(row) ?? null);
    return [];
  };
}

/** Plan how records are read: a good one as an entry, a blank or bad one as `null`. */
function planRead(
  cast: ReturnType<typeof planRow>,
  tally: Tally,
  doubts: NumberDoubts,
  lineOf: LineOf,
): (record: CsvRecord, row: number) => SourceRow | null {
  return (record, row) => {
    tally.rowsRead++;
    if (isBlankRow(record)) {
      tally.rowsBlank++;
      return null;
    }
    const outcome = cast(record, row);
    if ("length" in outcome) {
      tally.reject(outcome, lineOf(row));
      doubts.take(record, false);
      return null;
    }
    doubts.take(record, true);
    return outcome;
  };
}
