import type { RepeatRules, TableBuilder } from "../engine/storage.js";
import { type OnError, rowError } from "./cast/cell-error.js";
import type { DateVerdicts } from "./cast/date-columns.js";
import { type CastBatch, type Casting, castSource } from "./cast-source.js";
import { castInThread } from "./casting-thread.js";
import { describeDisagreement } from "./describe-disagreement.js";
import { throttled } from "./progress.js";
import type { SourceReading } from "./request-reading.js";
import { CastingThread, type StartCasting } from "./start-casting.js";
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
  /** Minimum bytes of a source that another thread reads. */
  readonly parallelBytes: number;
  /** Starts that thread. */
  readonly startCasting?: StartCasting | undefined;
  /** Receives every error beyond those that a report holds. */
  readonly onUnlisted?: OnError | undefined;
}

/**
 * Read a source from start to end.
 * @throws NotUtf8 if it must be read again in another encoding, DatesUndecided if it must be read again with verdicts
 * @throws BadSource if it cannot be read at all
 */
export async function readPass(pass: SourcePass): Promise<LoadReport> {
  const { model, source, makeBuilder, unique } = pass;
  const tally = new Tally(pass.onUnlisted);
  let lineOf: CastBatch["lineOf"] = () => undefined;
  const refuse = (row: number, message: string): void => tally.reject([rowError(row, message)], lineOf(row));
  const repeats = new Repeats(model, unique ? refuse : null);
  const builder = makeBuilder && (await makeBuilder(repeats.rules));
  const casting = await openCasting(pass);
  try {
    const progress = () => ({ rows: tally.rowsRead, bytesRead: casting.bytesRead(), bytesTotal: source.size });
    const onProgress = pass.onProgress && throttled(pass.onProgress);
    for await (const batch of casting.batches) {
      pass.signal?.throwIfAborted();
      lineOf = (row) => batch.lineOf(row);
      tally.rowsRead += batch.rowsRead;
      tally.rowsBlank += batch.rowsBlank;
      for (const { errors, line } of batch.rejected) tally.reject(errors, line);
      if (batch.rows.length > 0) await builder?.writeRows(batch.rows);
      onProgress?.(progress());
    }
    pass.onProgress?.(progress());
    const { encoding, delimiter, leftOut, doubts, slow } = casting.end();
    const report = tally.report({ bytesRead: casting.bytesRead(), bytesTotal: source.size, encoding, delimiter });
    const written = report.rowsRead - report.rowsBlank - report.rowsRejected;
    const disagreements = builder ? await builder.disagreements() : [];
    const warnings = [
      ...repeats.warnings(written),
      ...leftOut,
      ...disagreements.map((each) => describeDisagreement(model, each)),
      ...doubts,
      ...slow,
    ];
    return { ...report, warnings };
  } finally {
    await casting.close();
  }
}

function openCasting({ parallelBytes, startCasting, unique, ...pass }: SourcePass): Promise<Casting> {
  const { model, source, bounds, fallback, dates, keepsWriting } = pass;
  const request = { model, source, bounds, fallback, dates, keepsWriting };
  if (source.size < parallelBytes) return castSource(request);
  return castInThread(request, unique, startCasting?.() ?? new CastingThread());
}
