import type { RepeatRules, TableBuilder } from "../../core/engine/storage.js";
import { type OnError, rowError } from "./cast/cell-error.js";
import type { DateVerdicts } from "./cast/date-columns.js";
import { type CastBatch, castSource } from "./cast-source.js";
import { describeDisagreement } from "./describe-disagreement.js";
import { MeaningTally } from "./meaning-tally.js";
import { throttled } from "./progress.js";
import type { SourceReading } from "./request-reading.js";
import { Repeats } from "./repeats.js";
import type { LoadReport } from "./report.js";
import { Tally } from "./tally.js";
import { ControlSums } from "./totals/control-sums.js";
import { describeDiffering, describeTotals } from "./totals/describe-totals.js";
import type { FileTotals } from "./totals/totals-search.js";

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
  /** Totals that the rules of the model leave out; `null` for none. */
  readonly totals: FileTotals | null;
  /** Receives every error beyond those that a report holds. */
  readonly onUnlisted?: OnError | undefined;
}

/**
 * The report of a pass. `mayHaveSums` is true if a row is as much as all rows before it, `isUndecided` if a column of
 * numbers can be read in two ways.
 */
export type PassReport = LoadReport & { readonly mayHaveSums: boolean; readonly isUndecided: boolean };

/**
 * Read a source from start to end.
 * @throws NotUtf8 if it must be read again in another encoding, DatesUndecided if it must be read again with verdicts
 * @throws BadSource if it cannot be read at all
 */
export async function readPass(pass: SourcePass): Promise<PassReport> {
  const { model, source, makeBuilder, unique, totals } = pass;
  const tally = new Tally(pass.onUnlisted);
  let lineOf: CastBatch["lineOf"] = () => undefined;
  const refuse = (row: number, message: string): void => tally.reject([rowError(row, message)], lineOf(row));
  const meanings = new MeaningTally(model);
  const repeats = new Repeats(model, unique ? refuse : null);
  const builder = makeBuilder && (await makeBuilder(repeats.rules));
  const sums = new ControlSums(model);
  const { bounds, fallback, dates, keepsWriting } = pass;
  const left = totals && totals.totals.map(({ row }) => row);
  const casting = await castSource({ model, source, bounds, fallback, dates, keepsWriting, sums: left });
  try {
    const progress = () => ({ rows: tally.rowsRead, bytesRead: casting.bytesRead(), bytesTotal: source.size });
    const onProgress = pass.onProgress && throttled(pass.onProgress);
    for await (const batch of casting.batches) {
      pass.signal?.throwIfAborted();
      lineOf = (row) => batch.lineOf(row);
      tally.rowsRead += batch.rowsRead;
      tally.rowsBlank += batch.rowsBlank;
      for (const { errors, line } of batch.rejected) tally.reject(errors, line);
      meanings.take(batch.rows);
      sums.take(batch.rows);
      if (batch.rows.length > 0) await builder?.writeRows(batch.rows);
      onProgress?.(progress());
    }
    pass.onProgress?.(progress());
    const { encoding, delimiter, tables, leftOut, composed, doubts, slow, withoutAmount: empty } = casting.end();
    tally.refuse(doubts.errors);
    const report = tally.report({ bytesRead: casting.bytesRead(), bytesTotal: source.size, encoding, delimiter });
    const written = report.rowsRead - report.rowsBlank - report.rowsRejected;
    const disagreements = builder ? await builder.disagreements() : [];
    const warnings = [
      ...tables,
      ...(totals ? describeDiffering(totals) : []),
      ...repeats.warnings(written),
      ...leftOut,
      ...composed,
      ...disagreements.map((each) => describeDisagreement(model, each)),
      ...doubts.warnings,
      ...meanings.describe(),
      ...slow,
    ];
    const control = {
      rows: written,
      empty,
      omitted: report.rowsBlank,
      sums: sums.finish(),
      totals: totals ? describeTotals(totals) : [],
    };
    const isUndecided = doubts.errors.length > 0;
    return { ...report, warnings, control: [control], mayHaveSums: sums.hasSum, isUndecided };
  } finally {
    await casting.close();
  }
}
