import { errorText } from "../../core/errors/error-text.js";
import { phraseText } from "../../core/errors/phrase-text.js";
import { encodingExists } from "iconv-lite";
import { analyseRepaired } from "../../sources/analysis/analyse-source.js";
import { reads, withFileDate } from "../../sources/analysis/file-date.js";
import { type PublisherChoices, parseLeavingOut } from "../../sources/analysis/publisher-choices.js";
import { listSuggestions } from "../../sources/analysis/list-suggestions.js";
import { propose } from "../../sources/analysis/propose.js";
import { addRepairs, hasRepair, isAssumed, type Repair, type RepairKind } from "../../sources/analysis/repair.js";
import {
  accept,
  isAccepted,
  reject,
  type Suggestion,
  suggestionId,
  type SuggestionKind,
} from "../../sources/analysis/suggestion.js";
import type { TableAnalysis } from "../../sources/analysis/table-analysis.js";
import { describeUnread } from "../../sources/analysis/unread-dates.js";
import { type Decision, keepId, listDecisions, repairId } from "../../calls/publishing/drafts/decisions.js";
import { findQuestions } from "../../calls/publishing/drafts/form/questions.js";
import { readForm } from "../../calls/publishing/drafts/form/read-form.js";
import { InvalidModel, InvalidQuery } from "../../core/errors/errors.js";
import type { Address } from "../../sources/ingest/fetch/address.js";
import { sourceBounds } from "../../sources/ingest/fetch/bounds.js";
import type { DownloadOptions } from "../../sources/ingest/fetch/download.js";
import type { OpenSource } from "../../sources/ingest/fetch/source.js";
import type { Progress } from "../../sources/ingest/progress.js";
import type { ModelDocument } from "../../core/model/cube.js";
import { FILE_DATE } from "../../core/model/generated-columns.js";
import { parseModel } from "../../core/model/parse/parse.js";

/** Options that say how a file is read instead of what would be guessed. */
export interface ChoiceOptions {
  readonly name?: string;
  readonly label?: string;
  readonly currency?: string;
  readonly date?: string;
  readonly sheet?: string;
  readonly headerRow?: number;
  /** Names of the columns, joined by commas. */
  readonly columns?: string;
  readonly encoding?: string;
  readonly decimal?: string;
  readonly amount?: string;
  readonly time?: string;
  readonly key?: string;
  readonly keep?: string;
  readonly leaveOut?: string;
}

/** Kinds of suggestions and repairs that are accepted beside those that are beyond doubt. */
export interface AcceptedKinds {
  readonly suggestions: readonly SuggestionKind[];
  readonly repairs: readonly RepairKind[];
}

export type Answers = ReadonlyMap<string, string>;

/** A model for a file, and what it was decided by. */
export interface Prepared {
  readonly analysis: TableAnalysis;
  readonly model: ModelDocument;
  readonly repairs: readonly (readonly [repair: Repair, isAccepted: boolean])[];
  readonly suggestions: readonly (readonly [suggestion: Suggestion, isAccepted: boolean])[];
  readonly decisions: readonly Decision[];
  readonly warnings: readonly string[];
  /** Errors that prevent the model from being loaded, and their remedies. */
  readonly errors: readonly string[];
}

/** How a file is read, and who watches it. */
export interface ReadingOptions {
  readonly download: DownloadOptions;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/**
 * Propose a model for a file, with everything that the options and the answers say.
 * @throws BadSource if the file cannot be read, or does not bear out the options
 */
export async function prepare(
  source: OpenSource,
  address: Address,
  options: ChoiceOptions,
  kinds: AcceptedKinds,
  answers: Answers,
  { download, onProgress }: ReadingOptions,
): Promise<Prepared> {
  const encoding = encodingOf(options, answers);
  checkOptions({ ...options, encoding });
  const isWanted = (each: Repair): boolean => {
    const answer = answers.get(repairId(each));
    return answer === undefined ? kinds.repairs.includes(each.kind) || isAssumed(each) : answer === "yes";
  };
  const { headerRow, sheet, columns } = options;
  const given = {
    ...(sheet === undefined ? {} : { sheet }),
    ...(headerRow === undefined ? {} : { header_row: headerRow }),
    ...(columns === undefined ? {} : { columns: columns.split(",").map((name) => name.trim()) }),
  };
  const how = { bounds: sourceBounds(download), onProgress, signal: download.signal, encoding };
  const table = Object.keys(given).length === 0 ? null : given;
  const whole = await analyseRepaired(source, { ...how, table }, isWanted);
  const headings = whole.columns.map(({ heading }) => heading);
  const [leaveOut, rows] = parseLeavingOut(splitHeadings(options.leaveOut, headings), headings);
  const analysis = rows
    ? await analyseRepaired(
        source,
        { ...how, table: addRepairs(whole.table ?? null, [{ table: rows } as Repair]) },
        isWanted,
      )
    : whole;
  const choices = { ...readChoices(options, headings, answers), leaveOut };
  const name = address.kind === "url" ? address.url : address.path;
  const proposal = propose(analysis, name, address.kind === "url", choices);
  const unread = describeUnread(analysis, proposal.model.mapping);
  // A year in the name of a file is not that of all rows if a column has years of its own.
  const named = unread.some(({ hasYears }) => hasYears) ? "" : proposal.date;
  const date = (options.date ?? answers.get("date") ?? named).trim();
  const undated = acceptAll(withOptions(proposal.model, options, answers), analysis, date, kinds, answers);
  const needsDate = date === "" && readsFileDate(undated, analysis);
  // A model without a date does not load: a guess with a warning is of more use.
  const guessed = needsDate && unread.length === 0 ? String(new Date().getFullYear()) : "";
  const model = date + guessed === "" ? undated : withFileDate(undated, date + guessed);
  const suggestions = listSuggestions(analysis, undated, date).map((each) => [each, isAccepted(model, each)] as const);
  const repairs = (analysis.repairs ?? []).map((each) => [each, hasRepair(analysis.table ?? null, each)] as const);
  const form = readForm(model, analysis, date);
  const { warnings, errors } = check(model, analysis, name);
  const undatedDoubt = errorText("no_column_of_dates", { name, year: guessed });
  const decisions = listDecisions({ analysis, form, repairs, suggestions, needsDate });
  return {
    analysis,
    model,
    repairs,
    suggestions,
    decisions,
    warnings: guessed === "" ? warnings : [undatedDoubt, ...warnings],
    errors: [...errors, ...findQuestions(form, analysis)],
  };
}

/** @throws InvalidQuery for a value that no file bears out */
function checkOptions({
  decimal,
  encoding,
}: {
  readonly decimal?: string | undefined;
  readonly encoding?: string | undefined;
}): void {
  if (decimal !== undefined && decimal !== "." && decimal !== ",") {
    throw new InvalidQuery(`--decimal: ${errorText("not_a_decimal_sign", { decimal: JSON.stringify(decimal) })}`);
  }
  if (encoding !== undefined && !encodingExists(encoding)) {
    throw new InvalidQuery(`--encoding: ${errorText("not_known_encoding", { encoding: JSON.stringify(encoding) })}`);
  }
}

function readChoices(options: ChoiceOptions, headings: readonly string[], answers: Answers): PublisherChoices {
  const amount = options.amount ?? answers.get("amount");
  const time = options.time ?? answers.get("time");
  const keep = splitHeadings(options.keep, headings);
  const answered = headings.filter((heading) => answers.get(keepId(heading)) === "yes");
  return {
    ...(amount === undefined ? {} : { amount: splitHeadings(amount, headings) }),
    ...(time === undefined ? {} : { time: time.trim() }),
    ...(options.key === undefined ? {} : { key: splitHeadings(options.key, headings) }),
    keep: [...new Set([...keep, ...answered])],
  };
}

function encodingOf({ encoding }: ChoiceOptions, answers: Answers): string | undefined {
  return encoding ?? answers.get("encoding");
}

/** Split a list at commas that are not part of a heading. */
function splitHeadings(text: string | undefined, headings: readonly string[]): readonly string[] {
  if (text === undefined) return [];
  const parts = text.split(",");
  const found: string[] = [];
  for (let at = 0; at < parts.length;) {
    const ends = parts.map((_, end) => end + 1).filter((end) => end > at);
    const end = ends.findLast((each) => headings.includes(parts.slice(at, each).join(",").trim())) ?? at + 1;
    const part = parts.slice(at, end).join(",").trim();
    if (part !== "") found.push(part);
    at = end;
  }
  return found;
}

/** Write into a proposed model what the options and the answers say of its dataset and its formats. */
function withOptions(model: ModelDocument, options: ChoiceOptions, answers: Answers): ModelDocument {
  const { name, label, decimal } = options;
  const encoding = encodingOf(options, answers);
  const currency = options.currency ?? (answers.get("currency") || undefined);
  const given = Object.entries({ name, label, currency, encoding }).filter(([, value]) => value !== undefined);
  const sign = decimal ?? numberSign(answers);
  const numbers = sign === undefined ? {} : { decimal: sign, thousands: sign === "," ? "." : "," };
  const mapping = Object.entries(model.mapping).map(([field, json]) => {
    const definition = json as Readonly<Record<string, unknown>>;
    const { decimal: _, thousands: __, ...plain } = definition;
    const answer = answers.get(`format ${String(definition.column)}`);
    const format = definition.type === "date" && answer?.startsWith("date:") ? { format: answer.slice(5) } : {};
    return [field, { ...(sign !== undefined && definition.type === "measure" ? plain : definition), ...format }];
  });
  const dataset = { ...model.dataset, ...Object.fromEntries(given), ...numbers };
  return { ...model, dataset, mapping: Object.fromEntries(mapping) } as ModelDocument;
}

function numberSign(answers: Answers): string | undefined {
  return [...answers].find(([id, value]) => id.startsWith("format ") && value.startsWith("number:"))?.[1].charAt(7);
}

function acceptAll(
  model: ModelDocument,
  analysis: TableAnalysis,
  date: string,
  kinds: AcceptedKinds,
  answers: Answers,
): ModelDocument {
  return listSuggestions(analysis, model, date).reduce((now, each) => {
    const answer = answers.get(suggestionId(each));
    if (answer === "no") return isAccepted(now, each) ? reject(now, each) : now;
    return answer === "yes" || kinds.suggestions.includes(each.kind) ? accept(now, each) : now;
  }, model);
}

/** True if a proposal reads the date of all rows, which nothing gives. */
function readsFileDate(document: ModelDocument, { columns }: Pick<TableAnalysis, "columns">): boolean {
  try {
    return reads(parseModel(document).model, FILE_DATE) && !columns.some(({ heading }) => heading === FILE_DATE);
  } catch (error) {
    if (error instanceof InvalidModel) return false;
    throw error;
  }
}

/** Find what prevents a proposal from being loaded, and say what to do. */
function check(model: ModelDocument, { columns }: TableAnalysis, file: string): Pick<Prepared, "warnings" | "errors"> {
  try {
    const { warnings } = parseModel(model);
    const unread = readsFileDate(model, { columns }) ? describeUnread({ columns }, model.mapping) : [];
    return { warnings, errors: unread.map(({ text }) => text + phraseText("write_dates_in_one_way")) };
  } catch (error) {
    if (!(error instanceof InvalidModel)) throw error;
    const headings = columns.map(({ heading }) => JSON.stringify(heading)).slice(0, MAX_LISTED);
    const amount = errorText("no_column_of_amounts", { name: file, columns: headings.join(", ") });
    const isAmount = (each: string): boolean => each.startsWith("mapping.amount: ");
    return { warnings: [], errors: error.errors.map((each) => (isAmount(each) ? amount : each)) };
  }
}

/** Maximum number of columns in an error. */
const MAX_LISTED = 30;
