import { errorText } from "../core/errors/error-text.js";
import { Conflict, InvalidQuery } from "../core/errors/errors.js";
import { type DatasetRecord, listVersions, type State, type VersionRecord } from "./disk/manifest.js";
import { recordOf } from "./records.js";
import { nameVersion } from "./version-name.js";
import { findVersion } from "./versions.js";

/** Period in which the runs that made a version ended. */
export interface RunPeriod {
  readonly dataset: string;
  /** ISO 8601; empty for the beginning of time. The period begins after it. */
  readonly after: string;
  readonly until: string;
}

/**
 * Purge versions of a dataset: their numbers, dates and totals stay in the list, and nothing else.
 * @throws NotFound, InvalidQuery without a version, Conflict for the current version, and if another version that is not
 * purged has the same data
 */
export function withoutVersions(state: State, name: string, numbers: readonly number[]): State {
  const record = recordOf(state, name);
  if (numbers.length === 0) throw new InvalidQuery(errorText("versions_not_named"));
  const versions = numbers.map((number) => findVersion(record, number));
  const errors = versions.flatMap((version) => refusePurge(record, version, numbers));
  if (errors.length > 0) throw new Conflict(errors);
  const purged = new Set<VersionRecord>(versions);
  const earlier = record.earlier.map((version) => (purged.has(version) ? withoutContents(version) : version));
  const datasets = state.datasets.map((each) => (each === record ? { ...record, earlier } : each));
  return { ...state, datasets };
}

function refusePurge(
  record: DatasetRecord,
  { number, segment }: VersionRecord,
  numbers: readonly number[],
): readonly string[] {
  const { name, current } = record;
  const version = nameVersion(name, number);
  if (number === current.number) {
    return [`"${version}" is the current version: load another one or roll back first, then purge it`];
  }
  const same = listVersions(record).filter(
    (each) => segment !== null && each.segment?.file === segment.file && !numbers.includes(each.number),
  );
  if (same.some((each) => each.number === current.number)) {
    return [`"${version}" has the same data as the current version: load another one or roll back first`];
  }
  if (same.length === 0) return [];
  const others = same.map((each) => nameVersion(name, each.number));
  return [`"${version}" has the same data as ${others.join(" and ")}: name ${others.length > 1 ? "them" : "it"}, too`];
}

function withoutContents(version: VersionRecord): VersionRecord {
  const { note: _note, edits: _edits, lastSource: _lastSource, ...kept } = version;
  return { ...kept, sources: [], segment: null, purged: true };
}

/** Return when the runs ended that made each of some versions. */
export function periodsOf(record: DatasetRecord, numbers: readonly number[]): readonly RunPeriod[] {
  const versions = listVersions(record);
  return versions.flatMap((version, at) =>
    numbers.includes(version.number)
      ? [{ dataset: record.name, after: versions[at + 1]?.since ?? "", until: version.since }]
      : [],
  );
}
