import type { Bounds } from "../../../core/engine/bounds.js";
import { InvalidQuery } from "../../../core/errors/errors.js";
import { explainDifference } from "../../../core/model/edit/difference.js";
import type { Both } from "../../../core/model/shared-fields.js";
import { bindPage, nextPage, type PageRange } from "../../../core/query/page.js";
import type { Parameters } from "../../../core/query/parameters.js";
import type { Dataset } from "../../../store/dataset.js";
import { withoutVersion } from "../../../store/version-name.js";
import { type Answer, type Body, type Chunks, withNext } from "../../answer.js";
import { datasetUrl } from "../describe/links.js";
import { csvRecord } from "../formats/csv.js";
import { gatherBatches, jsonObject, writeJson } from "../formats/json.js";
import type { Union } from "../lookup/find-union.js";
import { type ChangedEntry, countChanges, readChangedEntries } from "./changed-entries.js";
import { cutDrilldown } from "./changes.js";
import type { VersionChanges } from "./compare-versions.js";
import { describeChange, planChangeColumns, writeChangeSums } from "./write-changes.js";

/** Changes of several datasets: of each, and of all. */
export interface UnitedChanges {
  readonly parts: readonly VersionChanges[];
  readonly together: VersionChanges;
}

/** Two versions of several datasets, in the same order. */
export interface ComparedDatasets {
  readonly both: Both<Union>;
  readonly warnings: readonly string[];
  readonly origin: string;
}

interface FilesOfChanges extends ComparedDatasets {
  readonly compare: () => Promise<UnitedChanges>;
  /** Names of the datasets, or of a collection, as the call has them. */
  readonly name: string;
  readonly parameters: Parameters;
  readonly bounds: Bounds;
}

/** Entries of one dataset that differ. */
interface ChangesOfPart {
  readonly versions: Both<Dataset>;
  readonly entries: readonly ChangedEntry[];
}

type Parts = AsyncIterable<ChangesOfPart>;

/** Describe the two versions of a dataset. */
export function describePair({ before, after }: Both<Dataset>, origin: string) {
  const { name: versioned, label } = after.model.dataset;
  const [name, from, to] = [withoutVersion(versioned), before.number, after.number];
  return { name, label, from, to, html_url: `${datasetUrl(origin, name)}/meta/changes?from=${from}&to=${to}` };
}

/** Say what differs between the models, with the label of the dataset. */
export function explainModels({ before, after }: Both<Union>): readonly string[] {
  return after.parts.flatMap((later, at) =>
    explainDifference(before.parts[at]!.model, later.model).map(
      (sentence) => `${later.model.dataset.label}: ${sentence}`,
    ),
  );
}

/** Write the entries of all datasets that differ, a page at a time, in the order of the datasets. */
export function unitedFiles(call: FilesOfChanges): Pick<Answer["formats"], "csv" | "ndjson"> {
  const { both, origin, compare, name, parameters, bounds, warnings } = call;
  const file = `${name.replaceAll("|", "-").slice(0, 100)}-changes`;
  const form = (suffix: string, write: (parts: Parts) => Chunks) => async (): Promise<Body> => {
    const errors: string[] = [];
    const page = bindPage(parameters, errors);
    if (errors.length > 0) throw new InvalidQuery(errors);
    const changes = await compare();
    const total = changes.parts.reduce((sum, each) => sum + countChanges(each), 0);
    const chunks = write(readParts(both, changes, page, { ...bounds, deadline: Infinity, maxComputing: Infinity }));
    return { chunks, filename: `${file}.${suffix}`, warnings, ...withNext(nextPage(total, page)) };
  };
  return {
    csv: form("csv", (parts) => writeCsv(both, parts)),
    ndjson: form("ndjson", (parts) => writeLines(parts, origin)),
  };
}

async function* readParts(
  { before, after }: Both<Union>,
  { parts }: UnitedChanges,
  { first, pagesize }: PageRange,
  bounds: Bounds,
): AsyncGenerator<ChangesOfPart, void> {
  let begin = 0;
  for (const [at, changes] of parts.entries()) {
    const end = begin + countChanges(changes);
    const own = {
      first: Math.max(first, begin) - begin,
      limit: Math.min(first + pagesize, end) - Math.max(first, begin),
    };
    begin = end;
    if (own.limit <= 0) continue;
    const versions = { before: before.parts[at]!, after: after.parts[at]! };
    for await (const entries of readChangedEntries(versions, changes, own, bounds)) yield { versions, entries };
  }
}

/** Write `dataset`, `change`, `id`, `fields`, then each column of any dataset twice; a dataset leaves others' empty. */
function writeCsv({ before, after }: Both<Union>, parts: Parts): Chunks {
  const planned = new Map(
    after.parts.map((later, at) => {
      const columns = planChangeColumns({ before: before.parts[at]!, after: later });
      return [later, new Map(columns.map((column) => [column.name, column]))];
    }),
  );
  const names = [...new Set([...planned.values()].flatMap((columns) => [...columns.keys()]))];
  const write = async function* (): AsyncGenerator<Iterable<string>, void> {
    yield [csvRecord(["dataset", "change", "id", "fields", ...names])];
    for await (const { versions, entries } of parts) {
      const dataset = withoutVersion(versions.after.model.dataset.name);
      const columns = planned.get(versions.after)!;
      yield entries.map((entry) =>
        csvRecord([
          dataset,
          entry.change,
          (entry.after ?? entry.before)!.id,
          entry.fields.join("|"),
          ...names.map((name) => columns.get(name)?.write(entry) ?? ""),
        ]),
      );
    }
  };
  return gatherBatches(write());
}

function writeLines(parts: Parts, origin: string): Chunks {
  const write = async function* (): AsyncGenerator<Iterable<string>, void> {
    for await (const { versions, entries } of parts) {
      const dataset = withoutVersion(versions.after.model.dataset.name);
      yield entries.map((entry) => `${writeJson({ dataset, ...describeChange(versions, entry, origin) })}\n`);
    }
  };
  return gatherBatches(write());
}

/** Write the sums of all and of each dataset as JSON. @param text JSON of the cells of an aggregate; `null` for none */
export function writeUnitedChanges(
  { both: { before, after }, warnings, origin }: ComparedDatasets,
  { parts, together }: UnitedChanges,
  text: string | null,
): string {
  const answered = text === null ? {} : (JSON.parse(text) as Partial<Record<string, unknown>>);
  const said = [...new Set([...warnings, ...((answered["warnings"] ?? []) as readonly string[])])];
  const datasets = after.parts.map((later, at) => {
    const { name, label, from, to, html_url } = describePair({ before: before.parts[at]!, after: later }, origin);
    return jsonObject([
      ["name", JSON.stringify(name)],
      ["label", JSON.stringify(label)],
      ["from", String(from)],
      ["to", String(to)],
      ["html_url", JSON.stringify(html_url)],
      ["summary", writeChangeSums(parts[at]!)],
    ]);
  });
  const model = explainModels({ before, after });
  return jsonObject([
    ...(said.length > 0 ? [["warnings", JSON.stringify(said)] as const] : []),
    ["summary", writeChangeSums(together)],
    ["drilldown", text === null ? "[]" : cutDrilldown(text)],
    ...(answered["notes"] ? [["notes", JSON.stringify(answered["notes"])] as const] : []),
    ["model", JSON.stringify(model)],
    ["datasets", `[${datasets.join(",")}]`],
  ]);
}
