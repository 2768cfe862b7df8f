import { type Dataset, summarizeVersion } from "../../../store/dataset.js";
import { onceForList } from "../../reading/lookup/once-for-list.js";
import type { DatasetOverview } from "./dataset-overview.js";

/** Maximum number of datasets whose figures are read to choose one. */
const CANDIDATES = 6;

/** Number of years from which on a dataset tells how its money went. */
const TREND = 3;

/** Facts that datasets are compared by. */
interface FeaturedFacts {
  readonly name: string;
  readonly languages: readonly string[];
  readonly years: readonly string[];
  readonly numEntries: number;
}

/**
 * List the public datasets that may be featured, the likeliest first, by what is known without opening them: those in the
 * language of the reader, with several years, with the newest year, with the most years, and with the most entries.
 * @param language of the page
 */
export function listCandidates(datasets: readonly Dataset[], language: string): readonly Dataset[] {
  const sorted = rankPublic(datasets);
  const found = [0, 1, 2].flatMap((rank) =>
    sorted.filter(({ facts }) => rankLanguage(facts, language) === rank).slice(0, CANDIDATES),
  );
  return found.slice(0, CANDIDATES).map(({ dataset }) => dataset);
}

const rankPublic = onceForList((datasets) => {
  const now = new Date().getFullYear();
  const known = datasets
    .filter((dataset) => !dataset.private)
    .map((dataset) => {
      const { years, numEntries, metadata } = summarizeVersion(dataset);
      return { dataset, facts: { name: metadata.name, languages: metadata.languages, years, numEntries } };
    });
  return known.toSorted((a, b) => compareFacts(a.facts, b.facts, now));
});

/** A dataset that may be featured, with its figures. */
interface Candidate {
  readonly dataset: { readonly name: string; readonly num_entries: number; readonly languages: readonly string[] };
  readonly figures: DatasetOverview | null;
}

/** Sort datasets so that the one that tells a reader most of today comes first: only whole years of it count. */
export function sortFeatured<Each extends Candidate>(candidates: readonly Each[], language: string): readonly Each[] {
  const now = new Date().getFullYear();
  const known = candidates.map((each) => {
    const { name, languages, num_entries: numEntries } = each.dataset;
    const year = each.figures?.year;
    const years = year ? year.years.filter((one) => !year.parts.has(one)) : [];
    return { each, facts: { name, languages, years, numEntries } };
  });
  return known
    .toSorted(
      (a, b) =>
        rankLanguage(a.facts, language) - rankLanguage(b.facts, language) || compareFacts(a.facts, b.facts, now),
    )
    .map(({ each }) => each);
}

/** Rank a dataset by its languages: those with that of a page first, those in other languages last. */
function rankLanguage({ languages }: FeaturedFacts, language: string): 0 | 1 | 2 {
  if (languages.length === 0) return 1;
  return languages.includes(new Intl.Locale(language).language) ? 0 : 2;
}

function compareFacts(a: FeaturedFacts, b: FeaturedFacts, now: number): number {
  return (
    Number(b.years.length >= TREND) - Number(a.years.length >= TREND) ||
    newestOf(b.years, now) - newestOf(a.years, now) ||
    b.years.length - a.years.length ||
    b.numEntries - a.numEntries ||
    (a.name < b.name ? -1 : 1)
  );
}

/** Return the newest year that has begun: plans for later years are no newer than those for this one. */
function newestOf(years: readonly string[], now: number): number {
  return years.reduce((newest, year) => Math.max(newest, Math.min(Number(year) || 0, now)), 0);
}
