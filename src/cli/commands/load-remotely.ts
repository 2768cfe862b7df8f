import { setTimeout } from "node:timers/promises";
import { CommanderError } from "commander";
import type { Terminal } from "../../process/control/terminal.js";
import { errorText } from "../../core/errors/error-text.js";
import { BadSource, Conflict } from "../../core/errors/errors.js";
import { parseAddress } from "../../sources/ingest/fetch/address.js";
import { addCounts, describeCounts, readCounts } from "../../sources/ingest/counts.js";
import { untilInterrupted } from "../terminal/interrupt.js";
import { explainShown, type FoundCounts, printFailure, printSummary, withCodes } from "./load-summary.js";
import { requireOptions } from "../settings/require-options.js";
import { type FormPart, getJson, type Reply, sendForm } from "./send-form.js";
import { printJson, printLine, printNote } from "../terminal/terminal.js";

export interface RemoteOptions {
  readonly server: string;
  readonly key?: string;
  readonly metadata?: string;
  readonly csv?: string;
  readonly package?: string;
  readonly private?: boolean;
  readonly owner?: string;
  readonly keepSources?: boolean;
  readonly purgeReplaced?: boolean;
  readonly failOnWarnings?: boolean;
  readonly skipInvalid?: boolean;
  readonly unique?: boolean;
  readonly allowEmpty?: boolean;
  readonly replace?: boolean;
  readonly json?: boolean;
}

/** The properties of a run that are used here. */
interface Run extends FoundCounts {
  readonly url: string;
  readonly dataset: string;
  readonly status: "queued" | "running" | "complete" | "failed";
  readonly notes: readonly string[];
  readonly num_entries: number;
  readonly totals: Readonly<Record<string, string>>;
}

interface Accepted {
  readonly currency: string | null;
  readonly run: Run;
  readonly runs?: readonly Run[];
}

/** Milliseconds between two requests for the state of a run. */
const PAUSE = 300;

/**
 * Start a load on a server and follow it to its end. Local files are uploaded; URLs are fetched by the server.
 * @returns the exit status
 */
export async function loadRemotely(terminal: Terminal, options: RemoteOptions): Promise<number> {
  const { key } = requireOptions(options, ["key"]);
  refuseLocal("--owner", options.owner, "on a server, the user of --key becomes the manager");
  refuseLocal("--keep-sources", options.keepSources, "a server keeps what it loads if it is started with it");
  refuseLocal("--fail-on-warnings", options.failOnWarnings, "check the file with validate before");
  refuseLocal("--purge-replaced", options.purgeReplaced, "there, its operator purges versions: dataset purge");
  const fields = listFields(options);
  return untilInterrupted(async (signal) => {
    let follow: string | null = null;
    try {
      const show = terminal.showProgress;
      const onSent = show && ((bytesRead: number, bytesTotal: number) => show({ bytesRead, bytesTotal }));
      const reply = await sendForm(callUrl(options.server), fields, { key, signal, onSent }).finally(() =>
        show?.(null),
      );
      if (reply.status !== 202) return refuseReply(terminal, reply);
      const accepted = reply.body as Accepted;
      follow = accepted.run.url;
      const runs = await followRuns(terminal, options.server, accepted, key, signal);
      return printRuns(terminal, runs, accepted.currency, options);
    } catch (error) {
      if (!signal.aborted) throw error;
      const state = follow === null ? "nothing was loaded" : `the server continues the load: ${follow}`;
      printLine(terminal.err, `interrupted; ${state}`);
      return 1;
    }
  });
}

/** Refuse an option that only local loads have. @throws CommanderError if it is given */
function refuseLocal(flag: string, given: unknown, instead: string): void {
  if (!given) return;
  throw new CommanderError(2, `spendcube.${flag.slice(2)}`, `error: ${flag} is only for local loads; ${instead}`);
}

function callUrl(server: string): URL {
  return new URL(`${server.replace(/\/+$/, "")}/api/2/new`);
}

function listFields(options: RemoteOptions): readonly FormPart[] {
  const { skipInvalid, unique, allowEmpty, replace } = options;
  const flags = { private: options.private, skip_invalid: skipInvalid, unique, allow_empty: allowEmpty, replace };
  const given = Object.entries(flags).flatMap(([name, flag]) => (flag ? [{ name, value: "true" }] : []));
  if (options.package === undefined) {
    const { csv, metadata } = requireOptions(options, ["metadata", "csv"], "--package URL");
    // Small fields first: a server that refuses them need not read the rest.
    return [...given, makeField("metadata", metadata), makeField("csv_file", csv)];
  }
  const field = makeField("budget_data_package", options.package);
  if ("value" in field) return [...given, field];
  throw new BadSource(errorText("package_is_local", { file: options.package }));
}

function makeField(name: string, text: string): FormPart {
  const address = parseAddress(text);
  return address.kind === "url" ? { name, value: address.url } : { name, path: address.path };
}

/** Poll runs until all of them have ended. */
async function followRuns(
  terminal: Terminal,
  server: string,
  accepted: Accepted,
  key: string,
  signal: AbortSignal,
): Promise<readonly Run[]> {
  let runs = accepted.runs ?? [accepted.run];
  const isOver = ({ status }: Run): boolean => status === "complete" || status === "failed";
  const origin = server.replace(/\/+$/, "");
  try {
    while (!runs.every(isOver)) {
      await setTimeout(PAUSE, undefined, { signal });
      // Use the address from the command line: the server may put another one into its URLs.
      const urls = runs.map(({ url }) => new URL(origin + url.slice(url.indexOf(`/${accepted.run.dataset}/sources/`))));
      runs = await Promise.all(
        urls.map(async (url) => {
          const { status, body } = await getJson(url, { key, signal });
          if (status === 200) return body as Run;
          throw new Conflict(errorText("run_not_answered", { url: url.href, status }));
        }),
      );
      const sum = sumRuns(runs);
      if (sum.bytes_total === 0) continue;
      terminal.showProgress?.({ rows: sum.rows_read, bytesRead: sum.bytes_read, bytesTotal: sum.bytes_total });
    }
  } finally {
    terminal.showProgress?.(null);
  }
  return runs;
}

/** Add up the counts of several runs; figures of the whole dataset are those of the last run. */
function sumRuns(runs: readonly Run[]): Run {
  return runs.reduce((sum, run) => ({
    ...run,
    ...describeCounts(addCounts(readCounts(sum), readCounts(run))),
    num_errors: sum.num_errors + run.num_errors,
    errors: [...sum.errors, ...run.errors],
    warnings: [...new Set([...warningsOf(sum), ...warningsOf(run)])],
    control: [...controlOf(sum), ...controlOf(run)],
    notes: [...sum.notes, ...run.notes],
  }));
}

function printRuns(
  terminal: Terminal,
  runs: readonly Run[],
  currency: string | null,
  { json, skipInvalid }: Pick<RemoteOptions, "json" | "skipInvalid">,
): number {
  const { dataset, num_entries, totals, notes, status, ...sum } = sumRuns(runs);
  const { url: _, ...counts } = sum;
  // The summary prints the other notes itself.
  const others = notes.filter((note) => !/could not be loaded|with the same id/.test(note));
  for (const note of others) printNote(terminal.err, "note", note);
  if (runs.every((run) => run.status === "complete")) {
    printSummary(terminal, { dataset, num_entries, totals, ...pickCounts(counts) }, { currency }, json);
    return 0;
  }
  if (json) printJson(terminal, { dataset, status, ...withCodes(pickCounts(counts)) });
  else printFailure(terminal, sum.errors.map(explainShown), skipInvalid);
  return 1;
}

function pickCounts(run: FoundCounts): FoundCounts {
  const { num_errors, errors } = run;
  return { ...describeCounts(readCounts(run)), num_errors, warnings: warningsOf(run), control: controlOf(run), errors };
}

/** Return the warnings of a run; a server of an earlier version sends none. */
function warningsOf({ warnings = [] }: Partial<Pick<FoundCounts, "warnings">>): readonly string[] {
  return warnings;
}

/** Return the control figures of a run; a server of an earlier version sends none. */
function controlOf({ control = [] }: Partial<Pick<FoundCounts, "control">>): FoundCounts["control"] {
  return control;
}

function refuseReply(terminal: Terminal, { status, body }: Reply): number {
  const { errors: sent } = body as { readonly errors?: readonly string[] };
  const errors = Array.isArray(sent)
    ? sent
    : [`The server answered ${status}; is it a spendcube server? Give its address with --server`];
  for (const error of errors) printNote(terminal.err, "error", error);
  return 1;
}
