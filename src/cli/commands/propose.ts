import { readErrorCodes } from "../../core/errors/error-text.js";
import { withCodes } from "./load-summary.js";
import { tmpdir } from "node:os";
import {
  explainProposal,
  explainRepair,
  explainSuggestion,
  listDoubts,
} from "../../sources/analysis/explain-proposal.js";
import { asModel } from "../../sources/analysis/suggestion.js";
import type { Terminal } from "../../process/control/terminal.js";
import { parseAddress } from "../../sources/ingest/fetch/address.js";
import { openSource } from "../../sources/ingest/fetch/open.js";
import { untilInterrupted } from "../terminal/interrupt.js";
import { printJson, printNote } from "../terminal/terminal.js";
import { parseKinds } from "./accepted-kinds.js";
import { operatorDownload } from "./operator-download.js";
import { type ChoiceOptions, prepare, type Prepared } from "./prepare.js";

interface Options extends ChoiceOptions {
  /** Kinds of suggestions, joined by commas; true for those that are beyond doubt. */
  readonly accept?: string | boolean;
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
  const kinds = parseKinds(options.accept);
  const prepared = await untilInterrupted(async (signal) => {
    const download = { ...operatorDownload(tmpdir(), options), signal };
    const source = await openSource(address, download);
    try {
      return await prepare(source, address, options, kinds, new Map(), { download, onProgress: terminal.showProgress });
    } finally {
      terminal.showProgress?.(null);
      await source.close();
    }
  });
  const { analysis, model, errors, decisions } = prepared;
  const notes = explainProposal(analysis, model);
  const doubts = [...listDoubts(analysis, model), ...prepared.warnings];
  if (options.json) {
    const suggestions = prepared.suggestions.map(([each, accepted]) => {
      const { kind, column, label, reason, examples } = each;
      return { kind, column, label, reason, examples, accepted, model: asModel(each) };
    });
    const repairs = prepared.repairs.map(([each, accepted]) => ({ ...each, accepted }));
    const codes = readErrorCodes(errors);
    printJson(terminal, {
      model,
      notes,
      repairs,
      suggestions,
      decisions,
      ...withCodes({ warnings: doubts }),
      errors,
      codes,
    });
  } else {
    printJson(terminal, model);
    printFindings(terminal, notes, prepared, doubts);
  }
  return errors.length === 0 ? 0 : 1;
}

function printFindings(
  { err }: Terminal,
  notes: readonly string[],
  { repairs, suggestions, errors }: Prepared,
  doubts: readonly string[],
): void {
  for (const note of notes) printNote(err, "note", note);
  for (const [each, isAccepted] of repairs) {
    printNote(err, isAccepted ? "repaired" : "repair", explainRepair(each, isAccepted));
  }
  for (const [each, isIn] of suggestions) {
    printNote(err, isIn ? "accepted" : "suggestion", explainSuggestion(each, isIn));
  }
  for (const doubt of doubts) printNote(err, "warning", doubt);
  for (const error of errors) printNote(err, "error", error);
}
