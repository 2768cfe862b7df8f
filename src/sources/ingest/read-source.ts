import { errorText } from "../../core/errors/error-text.js";
import { countText, phraseText } from "../../core/errors/phrase-text.js";
import type { RepeatRules, TableBuilder } from "../../core/engine/storage.js";
import { type OnError, rowError, type CellError } from "./cast/cell-error.js";
import type { DateVerdicts } from "./cast/date-columns.js";
import { type CastBatch, castSource } from "./cast-source.js";
import { MeaningTally } from "./meaning-tally.js";
import { throttled } from "./progress.js";
import type { SourceReading } from "./request-reading.js";
import { Repeats } from "./repeats.js";
import { type LoadReport, MAX_ERRORS, NO_ROWS } from "./report.js";
import { ControlSums } from "./totals/control-sums.js";
import { explainDiffering, explainTotals } from "./totals/explain-totals.js";
import type { FileTotals } from "./totals/totals-search.js";
import type { Disagreement } from "../../core/engine/disagreement.js";
import type { Dimension, Model } from "../../core/model/cube.js";
import { type Decimal, decimalText } from "../../core/model/values/decimal.js";
import type { Value } from "../../core/model/values/value.js";
import { ErrorGroups } from "./cast/error-groups.js";

/** Maximum number of characters shown of a value. */
const SHOWN_LENGTH = 60;

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
      ...(totals ? explainDiffering(totals) : []),
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
      totals: totals ? explainTotals(totals) : [],
    };
    const isUndecided = doubts.errors.length > 0;
    return { ...report, warnings, control: [control], mayHaveSums: sums.hasSum, isUndecided };
  } finally {
    await casting.close();
  }
}

/**
 * Describe members about whose attribute rows disagree: how many they are, what they cover, the worst of them, and the
 * remedy.
 */
function describeDisagreement(model: Model, disagreement: Disagreement): string {
  const { dimension: name, attribute, members, entries, amount, worst } = disagreement;
  const { currency } = model.dataset;
  const dimension = model.dimensions.find((each) => each.name === name)!;
  const more = worst.numValues > worst.values.length ? " …" : "";
  const shown = worst.numValues.toLocaleString("en");
  const count = worst.isAtLeast ? phraseText("at_least", { count: shown }) : shown;
  const values = {
    dimension: name,
    kind: plural(attribute),
    kind_b:
      attribute === "label"
        ? phraseText("some_labels", { count })
        : phraseText("some_values_of_attribute", { count, attribute }),
    entries: covered(entries, amount, currency),
    name: quote(worst.identity),
    values: worst.values.map(quote).join(", ") + more,
    remedy: remedy(dimension, attribute),
  };
  return members === 1
    ? errorText("name_with_several", values)
    : errorText("names_with_several", {
        ...values,
        count: members.toLocaleString("en"),
        entries_b: covered(worst.entries, worst.amount, currency),
      });
}

function covered(entries: number, amount: Decimal, currency: string | null): string {
  const money = currency === null ? decimalText(amount) : `${decimalText(amount)} ${currency}`;
  return phraseText("entries_worth", { entries: countText(entries, "one_entry", "some_entries"), amount: money });
}

function plural(attribute: string): string {
  return attribute === "label" ? phraseText("labels") : phraseText("values_of_attribute", { attribute });
}

function remedy({ name, attributes }: Dimension, attribute: string): string {
  const columnOf = (wanted: string): string | null =>
    attributes.find((each) => each.name === wanted)?.source?.column ?? null;
  const label = columnOf("label");
  if (attribute !== "label") return phraseText("make_dimension", { attribute });
  const place =
    label === null ? phraseText("the_label") : phraseText("column_of_label", { heading: JSON.stringify(label) });
  const code = columnOf("name");
  if (code === null) return phraseText("name_from_code", { dimension: name, place });
  const example = `"column": ${JSON.stringify(`(COLUMN OF THE LEVEL ABOVE + ${code.replace(/^\((.*)\)$/, "$1")})`)}`;
  return phraseText("name_from_joined_code", { dimension: name, example, place });
}

function quote(value: Value): string {
  if (value === null) return phraseText("no_value");
  const text = String(value);
  return JSON.stringify(text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text);
}

/** Counts of loaded, blank and rejected rows, and the errors, of one pass over a source. */
class Tally {
  rowsRead = 0;
  rowsBlank = 0;
  rowsRejected = 0;
  numErrors = 0;
  readonly errors: CellError[] = [];
  readonly #groups = new ErrorGroups();
  readonly #onUnlisted: OnError | undefined;

  /** @param onUnlisted receives every error beyond those that a report holds */
  constructor(onUnlisted?: OnError) {
    this.#onUnlisted = onUnlisted;
  }

  /** @param line of the file on which the row begins */
  reject(errors: readonly CellError[], line?: number): void {
    this.rowsRejected++;
    this.refuse(errors, line);
  }

  /** Count errors of columns, which reject no row. */
  refuse(errors: readonly CellError[], line?: number): void {
    this.numErrors += errors.length;
    for (const each of errors) {
      const error = line === undefined ? each : { ...each, line };
      this.#groups.add(error);
      if (this.errors.length < MAX_ERRORS) this.errors.push(error);
      else this.#onUnlisted?.(error);
    }
  }

  /** Without what became of the entries, which only the builder knows. */
  report(source: Pick<LoadReport, "bytesRead" | "bytesTotal" | "encoding" | "delimiter">): LoadReport {
    const { rowsRead, rowsBlank, rowsRejected, numErrors, errors } = this;
    // A row whose key is not unique is found after the other errors of its batch.
    const sorted = errors.toSorted((a, b) => a.row - b.row);
    const groups = this.#groups.list().toSorted((a, b) => a.first[0]!.row - b.first[0]!.row);
    return { ...NO_ROWS, rowsRead, rowsBlank, rowsRejected, numErrors, ...source, errors: sorted, groups };
  }
}
