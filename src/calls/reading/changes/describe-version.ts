import type { PastVersion } from "../../../store/dataset.js";
import { numberedUrl } from "../describe/links.js";
import { digestOf, nameLoaded } from "../describe/loaded-from.js";

/** A version of a dataset, as JSON. */
export interface VersionDescription {
  readonly version: number;
  /** When it became current: ISO 8601, UTC. */
  readonly loaded: string;
  readonly num_entries: number;
  /** Exact total of each measure; `null` if not known. */
  readonly totals: Readonly<Record<string, string>> | null;
  readonly sources: readonly VersionSource[];
  readonly note: string | null;
  /** False if its data is no longer stored. */
  readonly kept: boolean;
  /** Number of the version that a rollback restored as this one; `null` if it was loaded. */
  readonly restored: number | null;
  readonly html_url: string;
}

interface VersionSource {
  readonly id: number;
  /** A URL, or the name of a file. */
  readonly url: string;
  /** `sha-256:` and 64 hexadecimal digits; `null` if not known. */
  readonly digest: string | null;
}

/** Describe a version for readers. @param name of the dataset */
export function describeVersion(name: string, version: PastVersion, origin: string): VersionDescription {
  const { number, since, numEntries, totals, sources, note, isKept, restored } = version;
  return {
    version: number,
    loaded: toSeconds(since),
    num_entries: numEntries,
    totals: totals && Object.fromEntries(totals),
    sources: sources.map((source) => ({
      id: source.id,
      url: nameLoaded(source).label,
      digest: digestOf(source),
    })),
    note,
    kept: isKept,
    restored,
    html_url: numberedUrl(origin, name, number),
  };
}

function toSeconds(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, "Z");
}
