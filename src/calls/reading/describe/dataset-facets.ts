import { phraseText } from "../../../core/errors/phrase-text.js";
import iso3166 from "iso-3166-1";
import iso639 from "iso-639-1";
import type { VersionSummary } from "../../../store/dataset.js";

/** A property that the list of datasets can be filtered by. */
export interface Facet {
  readonly plural: string;
  readonly parameter: string;
  /** Description of valid codes, for error messages. */
  readonly wanted: string;
  /** The code that filters nothing. */
  readonly every?: string;
  readonly normalise: (code: string) => string;
  readonly isKnown: (code: string) => boolean;
  readonly codesOf: (dataset: Pick<VersionSummary, "metadata" | "years">) => readonly string[];
  readonly labelOf: (code: string) => string;
  /** True if its codes are listed by themselves, the last first; by default the most frequent are. */
  readonly lastFirst?: boolean;
}

const regions = new Intl.DisplayNames("en", { type: "region" });
const CATEGORIES: Readonly<Record<string, string>> = {
  budget: "Budget",
  spending: "Spending",
  other: "Other",
  any: "Any",
};

export const CATEGORY: Facet = {
  plural: "categories",
  parameter: "category",
  wanted: phraseText("one_of_categories"),
  every: "any",
  normalise: (code) => code,
  isKnown: (code) => Object.hasOwn(CATEGORIES, code),
  codesOf: ({ metadata: { category } }) => (category === null ? [] : [category]),
  labelOf: (code) => CATEGORIES[code] ?? code,
};

export const FACETS: readonly Facet[] = [
  {
    plural: "territories",
    parameter: "territories",
    wanted: phraseText("code_of_territory"),
    normalise: (code) => code.toUpperCase(),
    isKnown: (code) => iso3166.whereAlpha2(code) !== undefined,
    codesOf: ({ metadata }) => metadata.territories,
    labelOf: (code) => regions.of(code) ?? code,
  },
  {
    plural: "languages",
    parameter: "languages",
    wanted: phraseText("code_of_language"),
    normalise: (code) => code.toLowerCase(),
    isKnown: (code) => iso639.validate(code),
    codesOf: ({ metadata }) => metadata.languages,
    labelOf: (code) => iso639.getName(code),
  },
  CATEGORY,
  {
    plural: "years",
    parameter: "year",
    wanted: phraseText("year_such_as"),
    every: "all",
    normalise: (code) => code,
    isKnown: (code) => /^(?:\d{4}|all)$/.test(code),
    codesOf: ({ years }) => years,
    labelOf: (code) => code,
    lastFirst: true,
  },
];
