import { tmpdir } from "node:os";
import { analyseRepaired } from "../../analysis/analyse-source.js";
import { hasRepair, isAssumed, REPAIR_KINDS, type Repair, type RepairKind } from "../../analysis/repair.js";
import { describeProposal, describeRepair, describeSuggestion, listDoubts } from "../../analysis/describe-proposal.js";
import { reads, withFileDate } from "../../analysis/file-date.js";
import { propose } from "../../analysis/propose.js";
import { listSuggestions } from "../../analysis/list-suggestions.js";
import {
  accept,
  asModel,
  isAccepted,
  type Suggestion,
  SUGGESTION_KINDS,
  type SuggestionKind,
} from "../../analysis/suggestion.js";
import type { TableAnalysis } from "../../analysis/table-analysis.js";
import { findQuestions } from "../../api/drafts/form/questions.js";
import { readForm } from "../../api/drafts/form/read-form.js";
import type { Terminal } from "../../control/terminal.js";
import { InvalidModel, InvalidQuery } from "../../errors/errors.js";
import { type Address, parseAddress } from "../../ingest/fetch/address.js";
import { sourceBounds } from "../../ingest/fetch/bounds.js";
import { openSource } from "../../ingest/fetch/open.js";
import type { ModelDocument } from "../../model/cube.js";
import { FILE_DATE } from "../../model/generated-columns.js";
import { type ParsedModel, parseModel } from "../../model/parse/parse.js";
import { untilInterrupted } from "../terminal/interrupt.js";
import { printJson, printLine } from "../terminal/terminal.js";
import { operatorDownload } from "./operator-download.js";

interface Options {
  readonly name?: string;
  readonly label?: string;
  readonly currency?: string;
  readonly date?: string;
  /** Kinds of suggestions, joined by commas. */
  readonly accept?: string;
  readonly sheet?: string;
  readonly headerRow?: number;
  readonly maxSourceBytes: number;
  readonly json?: boolean;
}

/**
 * Print the model that the form for publishing proposes for a file, and to standard error what the file holds and what
 * is doubtful.
 * @returns the exit status: 1 if the model must be completed first: something required is missing, or dates or numbers
 * can be read in two ways
 */
export async function proposeFor(terminal: Terminal, file: string, options: Options): Promise<number> {
  const address = parseAddress(file);
  const { suggestions: kinds, repairs } = parseKinds(options.accept);
  const analysis = await analyse(terminal, address, options, repairs);
  const proposal = propose(analysis, address.kind === "url" ? address.url : address.path, address.kind === "url");
  const { name, label, currency } = options;
  const given = Object.entries({ name, label, currency }).filter(([, value]) => value !== undefined);
  const dataset = { ...proposal.model.dataset, ...Object.fromEntries(given) };
  const date = options.date ?? proposal.date;
  const suggestions = listSuggestions(analysis, proposal.model, date);
  const accepted = suggestions.filter(({ kind }) => kinds.includes(kind));
  const undated = accepted.reduce(accept, { ...proposal.model, dataset } as ModelDocument);
  const model = date === "" ? undated : withFileDate(undated, date.trim());
  const { warnings, errors: missing } = check(model, analysis, file);
  const isIn = (each: Suggestion): boolean => isAccepted(model, each);
  const offered = analysis.repairs ?? [];
  const isRepaired = (each: Pick<Repair, "table">): boolean => hasRepair(analysis.table ?? null, each);
  const errors = [...missing, ...findQuestions(readForm(model, analysis, date), analysis)];
  const notes = describeProposal(analysis, model);
  const doubts = [...listDoubts(analysis, model), ...warnings];
  if (options.json) {
    const suggested = suggestions.map((each) => {
      const { kind, column, label: title, reason, examples } = each;
      return { kind, column, label: title, reason, examples, accepted: isIn(each), model: asModel(each) };
    });
    const repaired = offered.map((each) => ({ ...each, accepted: isRepaired(each) }));
    printJson(terminal, { model, notes, repairs: repaired, suggestions: suggested, warnings: doubts, errors });
  } else {
    printJson(terminal, model);
    for (const note of notes) printLine(terminal.err, `note: ${note}`);
    for (const each of offered) {
      printLine(terminal.err, `${isRepaired(each) ? "repaired" : "repair"}: ${describeRepair(each, isRepaired(each))}`);
    }
    for (const each of suggestions) {
      printLine(terminal.err, `${isIn(each) ? "accepted" : "suggestion"}: ${describeSuggestion(each, isIn(each))}`);
    }
    for (const doubt of doubts) printLine(terminal.err, `warning: ${doubt}`);
    for (const error of errors) printLine(terminal.err, `error: ${error}`);
  }
  return errors.length === 0 ? 0 : 1;
}

interface Accepted {
  readonly suggestions: readonly SuggestionKind[];
  readonly repairs: readonly RepairKind[];
}

/** Read the kinds of suggestions and repairs to accept. @throws InvalidQuery */
function parseKinds(text = ""): Accepted {
  const kinds = text.split(",").flatMap((kind) => (kind.trim() === "" ? [] : [kind.trim()]));
  const known: readonly string[] = [...SUGGESTION_KINDS, ...REPAIR_KINDS, "all"];
  for (const kind of kinds) {
    if (known.includes(kind)) continue;
    throw new InvalidQuery(
      `--accept: "${kind}" is no kind of suggestion; write ${known.slice(0, -1).join(", ")} or all`,
    );
  }
  const isAll = kinds.includes("all");
  return {
    suggestions: SUGGESTION_KINDS.filter((kind) => isAll || kinds.includes(kind)),
    repairs: REPAIR_KINDS.filter((kind) => isAll || kinds.includes(kind)),
  };
}

async function analyse(
  terminal: Terminal,
  address: Address,
  options: Options,
  kinds: readonly RepairKind[],
): Promise<TableAnalysis> {
  return untilInterrupted(async (signal) => {
    const download = { ...operatorDownload(tmpdir(), options), signal };
    const source = await openSource(address, download);
    try {
      const bounds = sourceBounds(download);
      const how = { bounds, onProgress: terminal.showProgress, signal };
      const { headerRow, sheet } = options;
      const given = {
        ...(sheet === undefined ? {} : { sheet }),
        ...(headerRow === undefined ? {} : { header_row: headerRow }),
      };
      const table = Object.keys(given).length === 0 ? null : given;
      return await analyseRepaired(source, { ...how, table }, (each) => kinds.includes(each.kind) || isAssumed(each));
    } finally {
      terminal.showProgress?.(null);
      await source.close();
    }
  });
}

/** Find what prevents a proposal from being loaded, and say what to do. */
function check(
  model: ModelDocument,
  { columns }: TableAnalysis,
  file: string,
): Pick<ParsedModel, "warnings"> & { readonly errors: readonly string[] } {
  try {
    const parsed = parseModel(model);
    const needsDate = reads(parsed.model, FILE_DATE) && !columns.some(({ heading }) => heading === FILE_DATE);
    const errors = [`no column of "${file}" holds dates: give the date of all rows, for example --date 2024`];
    return { warnings: parsed.warnings, errors: needsDate ? errors : [] };
  } catch (error) {
    if (!(error instanceof InvalidModel)) throw error;
    const headings = columns.map(({ heading }) => JSON.stringify(heading)).slice(0, MAX_LISTED);
    const remedy = '"amount": { "type": "measure", "datatype": "float", "column": … }';
    const amount = `no column of "${file}" looks like amounts; if one of ${headings.join(", ")} is, add ${remedy} to "mapping"`;
    const isAmount = (each: string): boolean => each.startsWith("mapping.amount: ");
    return { warnings: [], errors: error.errors.map((each) => (isAmount(each) ? amount : each)) };
  }
}

/** Maximum number of columns in an error. */
const MAX_LISTED = 30;
