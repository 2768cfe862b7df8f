import type { Entry } from "../../../core/engine/entry.js";
import type { Dataset, LoadedSource } from "../../../store/dataset.js";
import { digestOf, nameLoaded } from "./loaded-from.js";

/** Where an entry was read from. */
export interface EntrySource {
  readonly id: number;
  /** A URL, or the name of a file. */
  readonly url: string;
  /** Number of its record in the file, from 1; `null` if not known. */
  readonly row: number | null;
  /** ISO 8601, UTC. */
  readonly loaded: string;
  /** `sha-256:` and the digest of the file; `null` if not known. */
  readonly digest: string | null;
}

/** Return a function that describes where entries of a dataset were read from; `null` for an unknown source. */
export function planEntrySource({
  sources,
}: Pick<Dataset, "sources">): (entry: Pick<Entry, "source" | "record">) => EntrySource | null {
  const known = new Map(sources.map((source) => [source.id, describe(source)]));
  return ({ source, record }) => {
    const found = known.get(source);
    return found ? { ...found, row: record } : null;
  };
}

function describe(source: LoadedSource): EntrySource {
  const { id, label, loaded } = nameLoaded(source);
  return { id, url: label, row: null, loaded, digest: digestOf(source) };
}
