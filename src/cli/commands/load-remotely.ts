import { setTimeout } from "node:timers/promises";
import { CommanderError } from "commander";
import type { Terminal } from "../../control/terminal.js";
import { BadSource, Conflict } from "../../errors/errors.js";
import { parseAddress } from "../../ingest/fetch/address.js";
import { addCounts, describeCounts, readCounts } from "../../ingest/counts.js";
import { untilInterrupted } from "../terminal/interrupt.js";
import { describeShown, type FoundCounts, printFailure, printSummary } from "./load-summary.js";
import { requireOptions } from "../settings/require-options.js";
import { type FormPart, getJson, type Reply, sendForm } from "./send-form.js";
import { printJson, printLine } from "../terminal/terminal.js";

export interface RemoteOptions {
  readonly server: string;
  readonly key?: string;
  readonly metadata?: string;
  readonly csv?: string;
  readonly package?: string;
  readonly private?: boolean;
  readonly owner?: string;
  readonly skipInvalid?: boolean;
  readonly replace?: boolean;
  readonly json?: boolean;
}

/** The parts of a run that are looked at. */
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

/** How often a run is asked for, in milliseconds. */
const PAUSE = 300;

/**
 * Ask a server for a load, and follow it to its end. Local files are sent; what has a URL the server fetches itself.
 * @returns the exit status
 */
export async function loadRemotely(terminal: Terminal, options: RemoteOptions): Promise<number> {
  const { key } = requireOptions(options, ["key"]);
  if (options.owner !== undefined) {
    throw new CommanderError(
      2,
      "spendcube.owner",
      "error: --owner is for local loads; a server takes the user of --key",
    );
  }
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
      return printRuns(terminal, runs, accepted.currency, options.json);
    } catch (error) {
      if (!signal.aborted) throw error;
      const left = follow === null ? "nothing was loaded" : `the server goes on with the load: ${follow}`;
      printLine(terminal.err, `interrupted; ${left}`);
      return 1;
    }
  });
}

function callUrl(server: string): URL {
  return new URL(`${server.replace(/\/+$/, "")}/api/2/new`);
}

function listFields(options: RemoteOptions): readonly FormPart[] {
  const flags = { private: options.private, skip_invalid: options.skipInvalid, replace: options.replace };
  const given = Object.entries(flags).flatMap(([name, flag]) => (flag ? [{ name, value: "true" }] : []));
  if (options.package === undefined) {
    const { csv, metadata } = requireOptions(options, ["metadata", "csv"]);
    // Small things first: a server that refuses them need not read the rest.
    return [...given, makeField("metadata", metadata), makeField("csv_file", csv)];
  }
  const field = makeField("budget_data_package", options.package);
  if ("value" in field) return [...given, field];
  throw new BadSource(
    `The package ${options.package} is on this machine, and a server loads packages from a URL: publish it, or load it where the data is, with --data`,
  );
}

function makeField(name: string, text: string): FormPart {
  const address = parseAddress(text);
  return address.kind === "url" ? { name, value: address.url } : { name, path: address.path };
}

/** Ask for runs until all of them are over. */
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
      // By the address that the server was given by, whatever it calls itself.
      const urls = runs.map(({ url }) => new URL(origin + url.slice(url.indexOf(`/${accepted.run.dataset}/sources/`))));
      runs = await Promise.all(
        urls.map(async (url) => {
          const { status, body } = await getJson(url, { key, signal });
          if (status === 200) return body as Run;
          throw new Conflict(`The load was begun, and then ${url.href} answered ${status}`);
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

/** Of several runs together; what is of the whole dataset is that of the last. */
function sumRuns(runs: readonly Run[]): Run {
  return runs.reduce((sum, run) => ({
    ...run,
    ...describeCounts(addCounts(readCounts(sum), readCounts(run))),
    num_errors: sum.num_errors + run.num_errors,
    errors: [...sum.errors, ...run.errors],
    notes: [...sum.notes, ...run.notes],
  }));
}

function printRuns(
  terminal: Terminal,
  runs: readonly Run[],
  currency: string | null,
  json: boolean | undefined,
): number {
  const { dataset, num_entries, totals, notes, status, ...sum } = sumRuns(runs);
  const { url: _, ...counts } = sum;
  if (runs.every((run) => run.status === "complete")) {
    const own = json ? [] : notes.filter((note) => !/could not be loaded|with one id/.test(note));
    for (const note of own) printLine(terminal.err, `note: ${note}`);
    printSummary(terminal, { dataset, num_entries, totals, ...pickCounts(counts) }, currency, json);
    return 0;
  }
  if (json) printJson(terminal, { dataset, status, ...pickCounts(counts) });
  else printFailure(terminal, sum.errors.map(describeShown));
  return 1;
}

function pickCounts(run: FoundCounts): FoundCounts {
  return { ...describeCounts(readCounts(run)), num_errors: run.num_errors, errors: run.errors };
}

function refuseReply(terminal: Terminal, { status, body }: Reply): number {
  const { errors: sent } = body as { readonly errors?: readonly string[] };
  const errors = Array.isArray(sent) ? sent : [`The server answered ${status}`];
  for (const error of errors) printLine(terminal.err, `error: ${error}`);
  return 1;
}
