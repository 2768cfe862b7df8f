import type { Entry } from "../../../core/engine/entry.js";
import type { Dataset, LoadedSource } from "../../../store/dataset.js";
import { COUNT_SCHEMA, described, object, orNull, type Schema, TEXT, TIME, type ValueOf } from "../../schema.js";
import { digestOf, nameLoaded } from "./loaded-from.js";

const INTEGER: Schema<number> = { type: "integer" };

/** Where an entry was read from. */
export const ENTRY_SOURCE_SCHEMA = object({
  id: described(COUNT_SCHEMA, "Id of the source."),
  url: described(TEXT, "A URL, or the name of a file."),
  row: described(orNull(INTEGER), "Number of the record in the file, from 1; `null` if not known."),
  loaded: TIME,
  digest: described(orNull(TEXT), "`sha-256:` and the digest of the file; `null` if not known."),
});

export type EntrySource = ValueOf<typeof ENTRY_SOURCE_SCHEMA>;

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
