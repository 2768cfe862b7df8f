import { phraseText } from "../../errors/phrase-text.js";
import { errorText } from "../../errors/error-text.js";
import { SERIES_KINDS, type SeriesMeaning, type SeriesReferences, TABLE_KINDS, type TableKind } from "../cube.js";
import { didYouMean } from "../nearest.js";
import { currencyCode } from "./codes.js";
import { datasetNameError } from "./names.js";
import { error, filledTextAt, given, quoted, type Section, sectionAt, textsAt } from "./section.js";

/** References of a model that names none. */
export const NO_REFERENCES: SeriesReferences = { prices: null, in: null, per: [] };

/** Read the kind of a dataset that holds no money; `null` without one. */
export function readTableKind(dataset: Section): TableKind | null {
  return wordAt(dataset, "kind", TABLE_KINDS, "not_a_kind_of_dataset");
}

/** Read what kind of series a dataset is; `null` if it is none. */
export function readSeriesMeaning(dataset: Section, warnings: string[]): SeriesMeaning | null {
  const section = sectionAt(dataset, "series");
  if (!section) return null;
  const kind = wordAt(section, "kind", SERIES_KINDS, "not_a_kind_of_series");
  if (kind === null && given(section, "kind") === undefined) error(section, "kind", errorText("series_kind_missing"));
  const base = readBase(section);
  const per = given(section, "per") ?? 1;
  if (typeof per !== "number" || !Number.isSafeInteger(per) || per < 1) {
    error(section, "per", errorText("not_a_number_of_units", { per: quoted(per) }));
    return null;
  }
  if (kind === null) return null;
  if (kind !== "rate" && (base !== null || per !== 1))
    warnings.push(`dataset.series: ${errorText("base_and_per_ignored")}`);
  return { kind, base, per };
}

function readBase(section: Section): string | null {
  const text = filledTextAt(section, "base");
  if (text === undefined) return null;
  const found = currencyCode(text);
  if ("code" in found) return found.code;
  error(section, "base", errorText("not_a_known_code", { value: quoted(text), remedy: found.remedy }));
  return null;
}

/** Read the series that a model names for its amounts. */
export function readSeriesReferences(document: Section): SeriesReferences {
  const section = sectionAt(document, "references");
  if (!section) return NO_REFERENCES;
  const written = given(section, "per");
  const per = typeof written === "string" ? [filledTextAt(section, "per") ?? ""] : (textsAt(section, "per") ?? []);
  const names = [...new Set(per.map((name) => name.trim()).filter((name) => name !== ""))];
  for (const name of names) checkName(section, "per", name.replace(/\.[^.@]*$/, ""));
  return { prices: nameAt(section, "prices"), in: nameAt(section, "in"), per: names };
}

function nameAt(section: Section, key: "prices" | "in"): string | null {
  const text = filledTextAt(section, key)?.trim();
  if (text !== undefined) checkName(section, key, text);
  return text ?? null;
}

/** Check the name of a dataset, or of a version of one. */
function checkName(section: Section, key: string, name: string): void {
  const reason = datasetNameError(name.replace(/@[^@]*$/, ""));
  if (reason !== null) error(section, key, `${quoted(name)} ${reason}`);
}

function wordAt<T extends string>(
  section: Section,
  key: string,
  known: readonly T[],
  code: "not_a_kind_of_dataset" | "not_a_kind_of_series",
): T | null {
  const text = filledTextAt(section, key)?.trim();
  const word = known.find((each) => each === text);
  if (text !== undefined && word === undefined) {
    const remedy = didYouMean(text, known) || phraseText("write_known", { known: known.map(quoted).join(" or ") });
    error(section, key, errorText(code, { value: quoted(text), remedy }));
  }
  return word ?? null;
}
