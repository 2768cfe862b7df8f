import type { Actor } from "../../../access/actor.js";
import type { Cancellation } from "../../../core/engine/cancellation.js";
import { beginEffort, type Effort } from "../../../core/engine/query-cost.js";
import { InvalidQuery } from "../../../core/errors/errors.js";
import type { Model } from "../../../core/model/cube.js";
import { compareCorrections, correctionsOf, explainCorrection } from "../../../core/model/corrections.js";
import { explainDifference } from "../../../core/model/edit/difference.js";
import { type Both, shareFields } from "../../../core/model/shared-fields.js";
import { bindCuts } from "../../../core/query/condition/bind-cuts.js";
import { printAgainst } from "../../../core/query/aggregate/figure-request.js";
import type { Condition } from "../../../core/query/condition/condition.js";
import { bindPage, countPages, nextPage, type PageRange } from "../../../core/query/page.js";
import { type Parameters, parameters as parametersOf } from "../../../core/query/parameters.js";
import { parseCuts } from "../../../core/query/syntax/cut-clause.js";
import type { Dataset } from "../../../store/dataset.js";
import { aggregate } from "../aggregate/aggregate.js";
import { type Answer, type Body, withNext } from "../../answer.js";
import { type Context, queryBounds } from "../../context.js";
import { collectText } from "../formats/collect-text.js";
import { warnOfFilters } from "../lookup/missing-values.js";
import { warnOfIgnored } from "../lookup/ignored-parameters.js";
import { answerOfSeveral } from "../lookup/several-datasets.js";
import { stillCurrent } from "../lookup/still-current.js";
import { countChanges, readChangedEntries } from "./changed-entries.js";
import { compareVersions, type VersionChanges } from "./compare-versions.js";
import { type ComparedVersions, findCompared } from "./compared-versions.js";
import { type ChangesHead, writeChangesCsv, writeChangesJson, writeChangesNdjson } from "./write-changes.js";

/** Steps of comparing an entry, about. */
const STEPS_PER_ENTRY = 120;

/** A call that compares two versions. */
export interface ChangesCall {
  readonly context: Context;
  readonly actor: Actor;
  readonly versions: ComparedVersions;
  readonly filters: Both<readonly Condition[]>;
  readonly page: PageRange;
  /** The same comparison of cells; `null` if none are asked for. */
  readonly cells: Answer | null;
  readonly warnings: readonly string[];
  readonly canonical: string;
  readonly effort: Effort;
  readonly signal: Cancellation | undefined;
}

/** Write a comparison in each format for programs. */
export function changesForms(call: ChangesCall, origin: string): Answer["formats"] {
  const { versions, page } = call;
  const { before, after } = versions;
  const finish = (changes: VersionChanges, filename: string | undefined, body: Body): Body => ({
    ...body,
    ...(filename !== undefined && { filename }),
    ...withNext(nextPage(countChanges(changes), page)),
  });
  const form =
    (filename: string, write: (entries: ReturnType<typeof readChangedEntries>) => Body) => async (): Promise<Body> => {
      const { changes } = await compare(call);
      const { warnings } = call;
      return finish(changes, filename, { ...write(readPageOfChanges(call, changes)), warnings });
    };
  const file = `${after.model.dataset.name}-changes`;
  return {
    json: async () => {
      const head = await describeChanges(call);
      const entries = readPageOfChanges(call, head.changes);
      return finish(head.changes, undefined, { chunks: writeChangesJson({ before, after }, head, entries, origin) });
    },
    csv: form(`${file}.csv`, (entries) => ({ chunks: writeChangesCsv({ before, after }, entries) })),
    ndjson: form(`${file}.ndjson`, (entries) => ({ chunks: writeChangesNdjson({ before, after }, entries, origin) })),
  };
}

/** Parse the parameters of a call, and find its versions. @throws InvalidQuery with every error; as `findCompared` */
export function bindChanges(
  context: Context,
  actor: Actor,
  name: string,
  parameters: Parameters,
  origin: string,
  signal?: Cancellation,
): ChangesCall {
  const versions = findCompared(context, actor, name, parameters);
  const { before, after } = versions;
  const errors: string[] = [];
  const page = bindPage(parameters, errors);
  const clauses = parseCuts(parameters.get("cut") ?? "", (sentence) => errors.push(`cut: ${sentence}`));
  const [earlier, later] = [bindCuts(before.model, clauses, errors), bindCuts(after.model, clauses, errors)];
  const ignored = warnOfIgnored(context, "/{dataset}/meta/changes", parameters);
  const cells = collectErrors(errors, () => compareCells(context, actor, versions, parameters, origin, signal));
  if (errors.length > 0) throw new InvalidQuery([...new Set(errors)]);
  const canonical = JSON.stringify([later.canonical, page.page, page.pagesize, cells?.canonical, ignored]);
  const names = [before, after].map(({ model }) => model.dataset.name);
  return {
    context,
    actor,
    versions,
    filters: { before: earlier.conditions, after: later.conditions },
    page,
    cells,
    warnings: [...new Set([...warnOfKey(versions), ...ignored, ...earlier.warnings, ...later.warnings])],
    canonical,
    effort: beginEffort(names, canonical, before.engine.numEntries + after.engine.numEntries),
    signal,
  };
}

/** Return what a function does, or add the errors of the query to others. */
function collectErrors<T>(errors: string[], bind: () => T): T | null {
  try {
    return bind();
  } catch (error) {
    if (!(error instanceof InvalidQuery)) throw error;
    errors.push(...error.errors);
    return null;
  }
}

/** Ask for the cells of both versions, compared. @returns `null` without a drilldown, or if no measure is in both */
export function compareCells(
  context: Context,
  actor: Actor,
  { before, after }: Both<Dataset>,
  parameters: Parameters,
  origin: string,
  signal: Cancellation | undefined,
): Answer | null {
  const drilldown = parameters.get("drilldown");
  const shared = shareFields(before.model, after.model).measures.map((measure) => measure.after.name);
  if (drilldown === undefined || shared.length === 0) return null;
  const pairs: [string, string][] = [
    ["dataset", after.model.dataset.name],
    ["drilldown", drilldown],
    ["cut", parameters.get("cut") ?? ""],
    ["order", parameters.get("order") ?? ""],
    ["measure", parameters.get("measure") ?? shared.join("|")],
    ["against", printAgainst({ dataset: before.model.dataset.name, clauses: [] })],
    ["exact", parameters.get("exact") ?? ""],
  ];
  return aggregate(context, actor, parametersOf(pairs), origin, signal);
}

/** Warn that entries have other ids, and do not match. */
function warnOfKey({ before, after }: Both<Dataset>): readonly string[] {
  const keyOf = ({ key }: Model): string => key.map(({ name }) => `"${name}"`).join(", ");
  const [was, is] = [keyOf(before.model), keyOf(after.model)];
  if (was === is) return [];
  return [
    `The key was ${was} in version ${before.number} and is ${is} in version ${after.number}: ` +
      "entries have other ids, so that even those that stayed count as removed and added",
  ];
}

/** Return what conditional requests and the response cache need of a comparison. */
export function changesAnswer({
  context,
  actor,
  versions,
  canonical,
  effort,
  cells,
}: ChangesCall): Omit<Answer, "formats"> {
  const { before, after, isNamed } = versions;
  const datasets = [before, after];
  const several = answerOfSeveral(context, actor, datasets);
  const holds = datasets.map((dataset) => stillCurrent(context.catalog, dataset));
  return {
    ...several,
    canonical,
    // Without numbers, the same call means other versions after the next load.
    lasts: several.lasts === true && isNamed,
    ...(isNamed && { holds: () => holds.every((isCurrent) => isCurrent()) }),
    effort,
    estimate: () => effort.entries * STEPS_PER_ENTRY + (cells?.estimate?.() ?? 0),
  };
}

/** Compute everything but the entries. */
export async function describeChanges(call: ChangesCall): Promise<ChangesHead> {
  const { changes, text, missing } = await compare(call);
  const { page, pagesize } = call.page;
  const answered = text === null ? {} : (JSON.parse(text) as Partial<Record<string, unknown>>);
  const warned = (answered["warnings"] ?? []) as readonly string[];
  const { before, after } = call.versions;
  return {
    warnings: [...new Set([...call.warnings, ...missing, ...warned])],
    changes,
    drilldown: text === null ? "[]" : cutDrilldown(text),
    notes: answered["notes"] ?? null,
    model: [
      ...explainDifference(before.model, after.model),
      ...compareCorrections(correctionsOf(before.model), correctionsOf(after.model)).map(explainCorrection),
    ],
    page,
    pages: countPages(countChanges(changes), call.page),
    pagesize,
  };
}

/** Cut the list of cells out of the JSON of an aggregation, with all digits of its numbers. */
export function cutDrilldown(json: string): string {
  const key = '"drilldown":';
  // Before it stands the summary, which has only numbers and codes.
  const begin = json.indexOf(`${key}[`) + key.length;
  let depth = 0;
  for (const { 0: token, index } of json.slice(begin).matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (token === "[" || token === "{") depth++;
    else if (token === "]" || token === "}") depth--;
    if (depth === 0) return json.slice(begin, begin + index + 1);
  }
  throw new TypeError("The cells of an aggregation have no end");
}

interface Comparison {
  readonly changes: VersionChanges;
  /** The cells, as JSON. */
  readonly text: string | null;
  /** Sentences about what no entry of either version has. */
  readonly missing: readonly string[];
}

async function compare(call: ChangesCall): Promise<Comparison> {
  const { context, actor, versions, filters, cells, effort, signal } = call;
  const bounds = queryBounds(context, actor, signal);
  const { before, after } = versions;
  const filtered = [
    { ...before, filters: filters.before },
    { ...after, filters: filters.after },
  ];
  const compute = async (): Promise<Omit<Comparison, "text">> => {
    const changes = await compareVersions(context, { before, after, filters }, bounds);
    const found = changes.before.numEntries + changes.after.numEntries;
    return { changes, missing: await warnOfFilters(filtered, found, bounds) };
  };
  const { changes, missing } = await context.queue.run(compute, signal, effort);
  const text = cells && (await collectText(await cells.formats.json!()));
  effort.waited += cells?.effort?.waited ?? 0;
  effort.computed += cells?.effort?.computed ?? 0;
  return { changes, text, missing };
}

/** Read the page of entries that a call asks for. */
export function readPageOfChanges(
  { context, actor, versions, page, signal }: ChangesCall,
  changes: VersionChanges,
): ReturnType<typeof readChangedEntries> {
  const bounds = { ...queryBounds(context, actor, signal), deadline: Infinity, maxComputing: Infinity };
  return readChangedEntries(versions, changes, { first: page.first, limit: page.pagesize }, bounds);
}
