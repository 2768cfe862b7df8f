import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { explainProposal, listDoubts, quoteArgument } from "../../sources/analysis/explain-proposal.js";
import { withFileDate, withTurnedYear } from "../../sources/analysis/file-date.js";
import { proposeDate } from "../../sources/analysis/propose-model.js";
import type { Decision } from "../../calls/publishing/drafts/decisions.js";
import type { Terminal } from "../../process/control/terminal.js";
import { errorText } from "../../core/errors/error-text.js";
import { phraseText } from "../../core/errors/phrase-text.js";
import { BadSource } from "../../core/errors/errors.js";
import { type Address, parseAddress } from "../../sources/ingest/fetch/address.js";
import { openSource } from "../../sources/ingest/fetch/open.js";
import type { ModelDocument } from "../../core/model/cube.js";
import { parseModel } from "../../core/model/parse/parse.js";
import { askDecision } from "../terminal/ask.js";
import { confirm } from "../terminal/confirm.js";
import { untilInterrupted } from "../terminal/interrupt.js";
import { printLine, printNote, printLoadWarnings } from "../terminal/terminal.js";
import { parseKinds } from "./accepted-kinds.js";
import { COMPARED } from "./compare-next.js";
import { checkSources } from "./check-sources.js";
import { readSeries } from "./series.js";
import { operatorDownload } from "./operator-download.js";
import { type ChoiceOptions, prepare, type Prepared } from "./prepare.js";
import { readAnswers } from "./read-answers.js";
import { PROPOSED } from "./load.js";
import { runCommand } from "./run-command.js";

export interface PublishOptions extends ChoiceOptions {
  readonly data: string;
  readonly accept?: string | boolean;
  readonly answers?: string;
  readonly private?: boolean;
  readonly yes?: boolean;
  readonly maxSourceBytes: number;
}

/** A file with the model that it is loaded under. */
interface Planned {
  readonly file: string;
  readonly address: Address;
  readonly document: ModelDocument;
}

/**
 * Publish files as one dataset: propose a model for the first, ask what is doubtful, check all of them, and load them. A
 * dataset that is there already is added to under its own model.
 * @returns the exit status: 1 if a question has no answer, a file has errors, or the publisher does not want it
 */
export async function publishFiles(
  terminal: Terminal,
  files: readonly string[],
  options: PublishOptions,
): Promise<number> {
  const { say = String } = terminal;
  const isAsking = process.stdin.isTTY && terminal.err.isTTY === true;
  const directory = await mkdtemp(join(tmpdir(), "spendcube-"));
  try {
    const known = options.name === undefined ? null : await readSeries(options.name, { ...options });
    const planned =
      known === null
        ? await planProposed(terminal, files, options, isAsking)
        : files.map((file) => ({
            file,
            address: parseAddress(file),
            document: dated(known.document, file, options, known.hasFileDate),
          }));
    if (planned === null) return 1;
    const metadata = planned.map((_, at) => join(directory, `${at}.json`));
    for (const [at, { document }] of planned.entries()) await writeFile(metadata[at]!, JSON.stringify(document));
    const isCompared = existsSync(options.data);
    if (isCompared) {
      for (const [at, { file }] of planned.entries()) {
        const status = await onData("compare next", terminal, { metadata: metadata[at]!, csv: file }, options);
        if (status !== 0) return status;
      }
    }
    const download = operatorDownload(tmpdir(), options);
    const sources = planned.map(({ address, document }) => ({ address, model: parseModel(document).model }));
    const { numErrors, warnings, rowsRead } = await checkSources(terminal, sources, { download });
    printLoadWarnings(terminal.err, warnings);
    if (numErrors > 0) {
      printLine(terminal.err, say(phraseText("errors_so_nothing_loaded", { count: numErrors, rows: rowsRead })));
      return 1;
    }
    const { name } = sources[0]!.model.dataset;
    if (isAsking && options.yes !== true) {
      const question = say(phraseText("ask_publish", { count: rowsRead, value: name }));
      const isWanted = await untilInterrupted((signal) => confirm(question, process.stdin, terminal.err, signal));
      if (!isWanted) {
        printLine(terminal.err, say(phraseText("nothing_published")));
        return 1;
      }
    }
    const args = [...(isCompared ? [COMPARED] : []), ...(known === null ? [PROPOSED] : [])];
    for (const [at, { file }] of planned.entries()) {
      const files = { metadata: metadata[at]!, csv: file };
      const status = await onData("load", terminal, files, options, args);
      if (status !== 0) return status;
    }
    printLine(terminal.out, `page          http://127.0.0.1:8080/${name}, or /${name} at your server's address`);
    printNote(terminal.err, "note", phraseText("start_server", { value: quoteArgument(options.data) }));
    return 0;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Propose a model for the first file, and plan that of each; `null` if something has to be answered first. */
async function planProposed(
  terminal: Terminal,
  files: readonly string[],
  options: PublishOptions,
  isAsking: boolean,
): Promise<readonly Planned[] | null> {
  const [first] = files as readonly [string, ...string[]];
  const prepared = await decide(terminal, first, options, isAsking);
  const { analysis, model, errors } = prepared;
  for (const note of explainProposal(analysis, model)) printNote(terminal.err, "note", note);
  for (const [{ label }, isAccepted] of [...prepared.repairs, ...prepared.suggestions]) {
    if (isAccepted) printNote(terminal.err, "accepted", label);
  }
  printLoadWarnings(terminal.err, [...listDoubts(analysis, model), ...prepared.warnings]);
  const open = prepared.decisions.filter(({ value }) => value === null);
  if (!isAsking) for (const each of prepared.decisions) printQuestion(terminal, each, prepared.answered);
  for (const error of errors) printNote(terminal.err, "error", error);
  if (open.length > 0 || errors.length > 0) return null;
  const isConstant = analysis.columns.every(({ heading }) => heading !== modelDateColumn(model));
  return files.map((file) => ({
    file,
    address: parseAddress(file),
    document: dated(model, file, options, isConstant && files.length > 1),
  }));
}

/** Say what would have been asked, and what was taken for it. */
function printQuestion(
  { err, say = String, oneOf = joinByOr }: Terminal,
  decision: Decision,
  answered: ReadonlySet<string>,
): void {
  const { id, what, evidence, value, option, alternatives } = decision;
  if (decision.class !== "doubtful" || answered.has(id)) return;
  const values = oneOf(alternatives.map((each) => `${JSON.stringify(each.value)} (${say(each.effect)})`));
  const taken =
    value === null
      ? phraseText("answer_needed")
      : value === ""
        ? phraseText("answer_missing")
        : phraseText("answer_taken", { value: JSON.stringify(value) });
  const remedy = phraseText("answer_with", { option, value: JSON.stringify(id) });
  const way = value === null && values !== "" ? `: ${values}` : "";
  printLine(err, `question: ${say(what)} ${say(evidence)}; ${say(taken)}: ${say(remedy)}${way}`);
}

function joinByOr(values: readonly string[]): string {
  return values.join(" or ");
}

function modelDateColumn({ mapping }: ModelDocument): string {
  return String((mapping.time as { readonly column?: unknown } | undefined)?.column);
}

/** Return the model of a file without dates: with the date in its name. @throws BadSource if that has none */
function dated(read: ModelDocument, file: string, { date }: PublishOptions, hasFileDate: boolean): ModelDocument {
  const model = withTurnedYear(read, proposeDate(basename(file)));
  const time = model.mapping.time as Readonly<Record<string, unknown>>;
  if (!hasFileDate || time.column !== undefined) return withFileDate(model, date ?? proposeDate(basename(file)));
  const own = date ?? proposeDate(basename(file));
  if (own === "") {
    throw new BadSource(errorText("no_date_of_file", { file }));
  }
  return { ...model, mapping: { ...model.mapping, time: { ...time, constant: own } } } as ModelDocument;
}

/** Ask what is doubtful, one question at a time; each answer may change the others. */
async function decide(
  terminal: Terminal,
  file: string,
  options: PublishOptions,
  isAsking: boolean,
): Promise<Prepared & { readonly answered: ReadonlySet<string> }> {
  const address = parseAddress(file);
  const kinds = parseKinds(options.accept);
  const answers = new Map(await readAnswers(options.answers));
  return untilInterrupted(async (signal) => {
    const download = { ...operatorDownload(tmpdir(), options), signal };
    const source = await openSource(address, download);
    try {
      for (;;) {
        const reading = { download, onProgress: terminal.showProgress };
        const prepared = await prepare(source, address, options, kinds, answers, reading);
        terminal.showProgress?.(null);
        const next = prepared.decisions.find((each) => each.class === "doubtful" && !answers.has(each.id));
        if (!isAsking || !next) return { ...prepared, answered: new Set(answers.keys()) };
        answers.set(next.id, await askDecision(next, process.stdin, terminal, signal));
      }
    } finally {
      terminal.showProgress?.(null);
      await source.close();
    }
  });
}

function onData(
  command: "load" | "compare next",
  terminal: Terminal,
  files: { readonly metadata: string; readonly csv: string },
  options: PublishOptions,
  args: readonly string[] = [],
): Promise<number> {
  // The key of a load is that of a user of a server.
  const { key: _, ...rest } = options;
  return runCommand(command, args, { ...rest, ...files }, terminal);
}
