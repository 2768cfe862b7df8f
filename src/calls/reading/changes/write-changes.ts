import { decimalText } from "../../../core/model/values/decimal.js";
import type { Both } from "../../../core/model/shared-fields.js";
import type { Dataset } from "../../../store/dataset.js";
import type { Chunks } from "../../answer.js";
import { type EntryDescription, describeEntry } from "../describe/describe-entry.js";
import { type EntryColumn, planEntryColumns } from "../entries/entry-columns.js";
import { csvCell, csvRecord } from "../formats/csv.js";
import { gatherBatches, jsonObject, writeJson } from "../formats/json.js";
import type { ChangedEntry } from "./changed-entries.js";
import type { EntrySums, VersionChanges } from "./compare-versions.js";

/** The parts of an answer about changes that do not list entries. */
export interface ChangesHead {
  readonly warnings: readonly string[];
  readonly changes: VersionChanges;
  /** Cells of the comparison as JSON, as an aggregation with `against` answers them. */
  readonly drilldown: string;
  /** Notes of the cells; `null` for none. */
  readonly notes: unknown;
  /** Sentences about what differs between the models. */
  readonly model: readonly string[];
  readonly page: number;
  readonly pages: number;
  readonly pagesize: number;
}

type Batches = AsyncIterable<readonly ChangedEntry[]>;

/** Write all changes as JSON. A warning comes first, because it changes what the rest means. */
export function writeChangesJson(versions: Both<Dataset>, head: ChangesHead, entries: Batches, origin: string): Chunks {
  const { warnings, changes, drilldown, notes, model, page, pages, pagesize } = head;
  const begin = [
    ...(warnings.length > 0 ? [["warnings", JSON.stringify(warnings)] as const] : []),
    ["from", String(versions.before.number)] as const,
    ["to", String(versions.after.number)] as const,
    ["summary", writeChangeSums(changes)] as const,
    ["drilldown", drilldown] as const,
    ...(notes ? [["notes", JSON.stringify(notes)] as const] : []),
    ["model", JSON.stringify(model)] as const,
    ["page", String(page)] as const,
    ["pages", String(pages)] as const,
    ["pagesize", String(pagesize)] as const,
  ];
  const write = async function* (): AsyncGenerator<Iterable<string>, void> {
    yield [`${jsonObject(begin).slice(0, -1)},"entries":[`];
    let isFirst = true;
    for await (const batch of entries) {
      yield batch.map((entry) => {
        const separator = isFirst ? "" : ",";
        isFirst = false;
        return separator + writeJson(describeChange(versions, entry, origin));
      });
    }
    yield ["]}"];
  };
  return gatherBatches(write());
}

/** Write the entries that differ as JSON, one line for each. */
export function writeChangesNdjson(versions: Both<Dataset>, entries: Batches, origin: string): Chunks {
  const write = async function* (): AsyncGenerator<Iterable<string>, void> {
    for await (const batch of entries) {
      yield batch.map((entry) => `${writeJson(describeChange(versions, entry, origin))}\n`);
    }
  };
  return gatherBatches(write());
}

/**
 * Write the entries that differ as CSV: `change`, `id`, `fields`, then each column of either version twice, as
 * `before.amount` and `after.amount`.
 */
export function writeChangesCsv(versions: Both<Dataset>, entries: Batches): Chunks {
  const columns = planChangeColumns(versions);
  const write = async function* (): AsyncGenerator<Iterable<string>, void> {
    yield [csvRecord(["change", "id", "fields", ...columns.map(({ name }) => name)])];
    for await (const batch of entries) {
      yield batch.map((entry) => {
        const { change, fields, before, after } = entry;
        return csvRecord([
          change,
          (after ?? before)!.id,
          fields.join("|"),
          ...columns.map(({ write: cell }) => cell(entry)),
        ]);
      });
    }
  };
  return gatherBatches(write());
}

/** A column of a file of changes. */
interface ChangeColumn {
  readonly name: string;
  readonly write: (entry: ChangedEntry) => string;
}

/** List the columns of two versions: each of either twice. */
export function planChangeColumns({ before, after }: Both<Dataset>): readonly ChangeColumn[] {
  const [earlier, later] = [before, after].map(
    ({ model }) => new Map(planEntryColumns(model).map((column) => [column.name, column])),
  );
  const names = [...new Set([...later!.keys(), ...earlier!.keys()])];
  return names.flatMap((name) => [
    planColumn("before", name, earlier!.get(name)),
    planColumn("after", name, later!.get(name)),
  ]);
}

function planColumn(side: keyof Both<unknown>, name: string, column: EntryColumn | undefined): ChangeColumn {
  return {
    name: `${side}.${name}`,
    write(entry) {
      const of = entry[side];
      if (!of || !column) return "";
      return column.type === "amount" ? decimalText(column.valueOf(of)) : csvCell(column.valueOf(of));
    },
  };
}

/** An entry by which two versions differ, as JSON. */
export interface ChangeDescription {
  readonly id: string;
  readonly change: ChangedEntry["change"];
  readonly fields: readonly string[];
  readonly before: EntryDescription | null;
  readonly after: EntryDescription | null;
}

export function describeChange(versions: Both<Dataset>, entry: ChangedEntry, origin: string): ChangeDescription {
  const { change, fields, before, after } = entry;
  return {
    id: (after ?? before)!.id,
    change,
    fields,
    before: before && describeEntry(versions.before.model, before, origin),
    after: after && describeEntry(versions.after.model, after, origin),
  };
}

/** Write what was added, removed, changed and stayed, with all digits. */
export function writeChangeSums(changes: VersionChanges): string {
  const { shared, added, removed, changed, unchanged, before, after } = changes;
  const names = shared.measures.map((measure) => measure.after.name);
  const sums = (of: EntrySums): (readonly [string, string])[] =>
    names.map((name, at) => [name, `"${decimalText(of.sums[at]!)}"`]);
  const counted = (of: EntrySums): string => jsonObject([["num_entries", String(of.numEntries)], ...sums(of)]);
  return jsonObject([
    ["added", counted(added)],
    ["removed", counted(removed)],
    [
      "changed",
      jsonObject([
        ["num_entries", String(changed.after.numEntries)],
        ["before", jsonObject(sums(changed.before))],
        ["after", jsonObject(sums(changed.after))],
      ]),
    ],
    ["unchanged", counted(unchanged)],
    ["before", counted(before)],
    ["after", counted(after)],
  ]);
}
