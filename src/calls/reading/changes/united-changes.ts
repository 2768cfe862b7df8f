import type { Actor } from "../../../access/actor.js";
import { mayRead } from "../../../access/permissions.js";
import type { Bounds } from "../../../core/engine/bounds.js";
import type { Cancellation } from "../../../core/engine/cancellation.js";
import { NO_CHANGES } from "../../../core/engine/changed-rows.js";
import { beginEffort } from "../../../core/engine/query-cost.js";
import { errorText } from "../../../core/errors/error-text.js";
import { InvalidQuery, NotFound } from "../../../core/errors/errors.js";
import { type Both, shareFields } from "../../../core/model/shared-fields.js";
import { addDecimals, ZERO } from "../../../core/model/values/decimal.js";
import { bindCuts } from "../../../core/query/condition/bind-cuts.js";
import { parseList } from "../../../core/query/clauses.js";
import { bindPage } from "../../../core/query/page.js";
import type { Condition } from "../../../core/query/condition/condition.js";
import type { Parameters } from "../../../core/query/parameters.js";
import { parseCuts } from "../../../core/query/syntax/cut-clause.js";
import { translateFilters } from "../../../core/union/translate-query.js";
import { type Dataset, summarizeVersion } from "../../../store/dataset.js";
import { nameVersion } from "../../../store/version-name.js";
import type { Body, Resource } from "../../answer.js";
import { type Context, queryBounds } from "../../context.js";
import { collectText } from "../formats/collect-text.js";
import { refuseCurrencies } from "../aggregate/sides.js";
import { findDataset } from "../lookup/find-dataset.js";
import {
  answerOfAll,
  findUnion,
  holdCollections,
  listUnited,
  type Union,
  uniteDatasets,
} from "../lookup/find-union.js";
import { warnOfIgnored } from "../lookup/ignored-parameters.js";
import { findVersionOf, readableVersions } from "../lookup/open-versions.js";
import { compareCells, cutDrilldown } from "./changes.js";
import { compareVersions, type EntrySums, type VersionChanges } from "./compare-versions.js";
import { askForSplit, chooseChangesSplit, rankSplitting, readSplit } from "./split-changes.js";
import { makeUnitedPage, type UnitedChangesPage } from "./united-changes-page.js";
import { type ComparedDatasets, type UnitedChanges, unitedFiles, writeUnitedChanges } from "./write-united-changes.js";

/** Maximum number of datasets whose versions are compared at once. */
const MAX_COMPARED = 50;

/** The numbers of the versions of a dataset that are compared. */
interface ChosenNumbers extends Both<number> {
  readonly name: string;
}

/** True if a name is of several datasets, or of a collection. */
export function namesSeveral({ catalog }: Pick<Context, "catalog">, name: string): boolean {
  return name.includes("|") || (catalog.collections?.some((each) => each.name === name) ?? false);
}

/** List the names of the versions that a call about several datasets compares, so that they can be opened before it. */
export function nameUnitedCompared(
  context: Context,
  actor: Actor,
  name: string,
  parameters: Parameters,
): readonly string[] {
  try {
    const { chosen } = chooseNumbers(actor, findMeant(context, actor, name), parameters);
    return chosen.flatMap((each) => [nameVersion(each.name, each.before), nameVersion(each.name, each.after)]);
  } catch {
    // The call says what is wrong.
    return [];
  }
}

/**
 * `GET /{a|b}/meta/changes`: how the versions of several datasets differ, together and each by itself. Files have the
 * entries of all.
 */
export function showUnitedChanges(
  context: Context,
  actor: Actor,
  name: string,
  parameters: Parameters,
  origin: string,
  signal?: Cancellation,
): Resource<UnitedChangesPage> {
  const meant = findMeant(context, actor, name);
  const { chosen, warnings } = chooseNumbers(actor, meant, parameters);
  if (chosen.length === 0) throw new NotFound(errorText("no_versions_before", { dataset: name }));
  const open = (side: keyof Both<unknown>): Union =>
    uniteDatasets(chosen.map((each) => findDataset(context, actor, nameVersion(each.name, each[side]), NotFound)));
  const both: Both<Union> = { before: open("before"), after: open("after") };
  const { before, after } = both;
  const errors: string[] = [];
  const clauses = parseCuts(parameters.get("cut") ?? "", (sentence) => errors.push(`cut: ${sentence}`));
  const [earlier, later] = [bindCuts(before.model, clauses, errors), bindCuts(after.model, clauses, errors)];
  const fields = [...clauses.map(({ field }) => field), ...parseList(parameters.get("drilldown") ?? "")];
  // Versions of one dataset are two members of that dimension.
  if (fields.some((field) => /^dataset(?:\.|$)/.test(field))) errors.push(errorText("changes_by_dataset"));
  if (errors.length > 0) throw new InvalidQuery([...new Set(errors)]);
  refuseCurrencies(before, before.model.measures);
  refuseCurrencies(after, after.model.measures);
  const cells = compareCells(context, actor, both, parameters, origin, signal);
  const ignored = warnOfIgnored(context, "/{dataset}/meta/changes", parameters);
  const said = [...warnings, ...ignored, ...earlier.warnings, ...later.warnings];
  const datasets = [...before.parts, ...after.parts];
  // Only files have pages: they refuse wrong ones.
  const wrong: string[] = [];
  const { page, pagesize } = bindPage(parameters, wrong);
  const canonical = JSON.stringify([later.canonical, cells?.canonical, said, page, pagesize, wrong]);
  const entries = before.engine.numEntries + after.engine.numEntries;
  const effort = beginEffort(
    datasets.map(({ model }) => model.dataset.name),
    canonical,
    entries,
  );
  const filters = { before: earlier.conditions, after: later.conditions };
  const bounds = queryBounds(context, actor, signal);
  const compare = (): Promise<UnitedChanges> =>
    context.queue.run(() => compareAll(context, both, filters, bounds), signal, effort);
  const compared: ComparedDatasets = { both, warnings: [...new Set(said)], origin };
  const json = async (): Promise<Body> => {
    const found = await compare();
    const text = cells && (await collectText(await cells.formats.json!()));
    return { chunks: [writeUnitedChanges(compared, found, text)] };
  };
  const answer: Resource<UnitedChangesPage> = {
    ...answerOfAll(context, actor, [...datasets, ...meant]),
    canonical,
    lasts: false,
    cited: undefined,
    effort,
    estimate: () => entries * STEPS_PER_ENTRY + (cells?.estimate?.() ?? 0),
    formats: { json, ...unitedFiles({ ...compared, compare, name, parameters, bounds }) },
    page: async () => {
      const found = await compare();
      const split = chooseChangesSplit(
        after,
        parameters,
        await rankSplitting(context, both),
        found.together.shared.measures[0]?.after.name,
      );
      const requested = split && compareCells(context, actor, both, askForSplit(parameters, split, 0), origin, signal);
      const text = requested && cutDrilldown(await collectText(await requested.formats.json!()));
      return makeUnitedPage(compared, found, name, parameters, text === null ? null : readSplit(after, text, split!));
    },
  };
  return holdCollections(context, answer, [name]);
}

/** Steps of comparing an entry, about. */
const STEPS_PER_ENTRY = 120;

/** Find the datasets that a name means, as they are now. @throws as `findUnion` does; InvalidQuery for too many */
function findMeant(context: Context, actor: Actor, name: string): readonly Dataset[] {
  const found = listUnited(findUnion(context, actor, name, NotFound));
  const meant = found.map((each) => {
    // Versions of a dataset are of what is stored, without what a collection adds.
    const own = each.viewOf?.dataset ?? summarizeVersion(each).metadata.name;
    return findDataset(context, actor, own, NotFound);
  });
  if (meant.length > MAX_COMPARED)
    throw new InvalidQuery(errorText("too_many_datasets_meant", { count: meant.length, maximum: MAX_COMPARED }));
  return meant.filter((each) => mayRead(actor, each));
}

/**
 * Choose the versions of each dataset: those that were current at the ends of two days; by default the current one, and
 * the one before the later one. Datasets without both are left out, with a warning.
 * @throws InvalidQuery for what is no day
 */
function chooseNumbers(
  actor: Actor,
  datasets: readonly Dataset[],
  parameters: Parameters,
): { readonly chosen: readonly ChosenNumbers[]; readonly warnings: readonly string[] } {
  const errors: string[] = [];
  const [from, to] = [readDay(parameters, "from", errors), readDay(parameters, "to", errors)];
  if (errors.length > 0) throw new InvalidQuery(errors);
  const warnings: string[] = [];
  const chosen = datasets.flatMap((dataset): readonly ChosenNumbers[] => {
    const { name } = summarizeVersion(dataset).metadata;
    const versions = readableVersions(actor, dataset);
    const later = to === null ? versions[0] : findVersionOf(to, versions, new Date());
    const earlier =
      from === null
        ? versions.find(({ number }) => later !== undefined && number < later.number)
        : findVersionOf(from, versions, new Date());
    if (later && earlier) return [{ name, before: earlier.number, after: later.number }];
    warnings.push(
      `"${name}" has no earlier version to be compared with: it is left out, with ${dataset.engine.numEntries} entries`,
    );
    return [];
  });
  return { chosen, warnings };
}

function readDay(parameters: Parameters, name: string, errors: string[]): string | null {
  const text = parameters.get(name)?.trim();
  if (text === undefined || text === "") return null;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
  if (!isDay) errors.push(`${name}: ${errorText("not_a_day_of_versions", { day: text })}`);
  return isDay ? text : null;
}

async function compareAll(
  context: Context,
  { before, after }: Both<Union>,
  filters: Both<readonly Condition[]>,
  bounds: Bounds,
): Promise<UnitedChanges> {
  const parts: VersionChanges[] = [];
  for (const [at, later] of after.parts.entries()) {
    const earlier = before.parts[at]!;
    const own = {
      before: translateFilters(before.model.united, before.model.united.parts[at]!, filters.before),
      after: translateFilters(after.model.united, after.model.united.parts[at]!, filters.after),
    };
    // A cut on another dataset.
    if (own.before === null || own.after === null) parts.push(nothingOf(earlier, later));
    else {
      const given = { before: own.before, after: own.after };
      parts.push(await compareVersions(context, { before: earlier, after: later, filters: given }, bounds));
    }
  }
  return { parts, together: addChanges(after, parts) };
}

function nothingOf(before: Dataset, after: Dataset): VersionChanges {
  const shared = shareFields(before.model, after.model);
  const none: EntrySums = { numEntries: 0, sums: shared.measures.map(() => ZERO) };
  const changed = { before: none, after: none };
  return { shared, rows: NO_CHANGES, added: none, removed: none, changed, unchanged: none, before: none, after: none };
}

/** Add the changes of several datasets up: of the measures that both versions of all have. */
function addChanges({ model }: Union, parts: readonly VersionChanges[]): VersionChanges {
  const places = model.measures.flatMap((measure) => {
    const at = parts.map(({ shared }, part) => {
      const own = model.united.parts[part]!.measureOf.get(measure);
      return shared.measures.findIndex((each) => each.after.name === own?.name);
    });
    return at.includes(-1) ? [] : [{ measure, at }];
  });
  const add = (of: (changes: VersionChanges) => EntrySums): EntrySums => ({
    numEntries: parts.reduce((sum, each) => sum + of(each).numEntries, 0),
    sums: places.map(({ at }) => parts.reduce((sum, each, part) => addDecimals(sum, of(each).sums[at[part]!]!), ZERO)),
  });
  return {
    shared: { dimensions: [], measures: places.map(({ measure }) => ({ before: measure, after: measure })) },
    rows: NO_CHANGES,
    added: add(({ added }) => added),
    removed: add(({ removed }) => removed),
    changed: { before: add(({ changed }) => changed.before), after: add(({ changed }) => changed.after) },
    unchanged: add(({ unchanged }) => unchanged),
    before: add(({ before }) => before),
    after: add(({ after }) => after),
  };
}
