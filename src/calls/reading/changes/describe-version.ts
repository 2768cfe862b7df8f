import { compareCorrections, type CorrectionChange, explainCorrection } from "../../../core/model/corrections.js";
import type { PastVersion } from "../../../store/dataset.js";
import {
  arrayOf,
  BOOLEAN,
  COUNT_SCHEMA,
  described,
  ID_SCHEMA,
  mapOf,
  object,
  optional,
  orNull,
  type Schema,
  TEXT,
  TIME,
  URL,
  type ValueOf,
} from "../../schema.js";
import { numberedUrl } from "../describe/links.js";
import { digestOf, nameLoaded } from "../describe/loaded-from.js";

export const EXACT = described(TEXT, "Decimal number with all its digits.");

const NUMBER_OF_VERSION: Schema<number | null> = { anyOf: [ID_SCHEMA, { type: "null" }] };

/** A version of a dataset, as JSON. */
export const VERSION_SCHEMA = optional(
  object({
    version: described(ID_SCHEMA, "Counted from 1, never used again."),
    loaded: described(TIME, "When it became current."),
    num_entries: COUNT_SCHEMA,
    totals: described(orNull(mapOf(EXACT)), "Total of each measure; `null` if not known."),
    sources: arrayOf(
      object({
        id: COUNT_SCHEMA,
        url: described(TEXT, "A URL, or the name of a file."),
        digest: described(orNull(TEXT), "`sha-256:` and the digest of the file; `null` if not known."),
      }),
    ),
    note: orNull(TEXT),
    kept: described(BOOLEAN, "False if its data is no longer stored: then it answers 410, with its totals."),
    restored: described(NUMBER_OF_VERSION, "Number of the version that it restores; `null` if it was loaded."),
    html_url: URL,
  }),
  {
    corrections: described(
      arrayOf(TEXT),
      "Corrections of members in it, against the version before; absent if nothing.",
    ),
  },
);

export type VersionDescription = ValueOf<typeof VERSION_SCHEMA>;

/** List what a version corrects of members, against the one before. */
export function correctionsIn(version: PastVersion, before: PastVersion | undefined): readonly CorrectionChange[] {
  if (!before || (!version.corrections && !before.corrections)) return [];
  return compareCorrections(before.corrections ?? new Map(), version.corrections ?? new Map());
}

/** Describe a version for readers. @param name of the dataset @param before the version before it that they may read */
export function describeVersion(
  name: string,
  version: PastVersion,
  origin: string,
  before?: PastVersion,
): VersionDescription {
  const corrections = correctionsIn(version, before).map(explainCorrection);
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
    ...(corrections.length > 0 && { corrections }),
  };
}

function toSeconds(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, "Z");
}
