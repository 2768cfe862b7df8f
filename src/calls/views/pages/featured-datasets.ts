import { type Dataset, summarizeVersion } from "../../../store/dataset.js";
import { onceForList } from "../../reading/lookup/once-for-list.js";
import type { DatasetOverview } from "./dataset-overview.js";

/** Maximum number of datasets whose figures are read to choose one. */
const CANDIDATES = 6;

/**
 * List the public datasets that may be featured, the likeliest first, by what is known without opening them: those with
 * the newest year, then with the most years, then with the most entries, whichever was loaded last.
 */
export const listCandidates = onceForList((datasets): readonly Dataset[] => {
  const now = new Date().getFullYear();
  const facts = datasets
    .filter((dataset) => !dataset.private)
    .map((dataset) => {
      const { years, numEntries, metadata } = summarizeVersion(dataset);
      return { dataset, name: metadata.name, numYears: years.length, year: newestOf(years, now), numEntries };
    });
  return facts
    .toSorted(compareFeatured)
    .slice(0, CANDIDATES)
    .map(({ dataset }) => dataset);
});

/** A dataset that may be featured, with its figures. */
interface Candidate {
  readonly dataset: { readonly name: string; readonly num_entries: number };
  readonly figures: DatasetOverview | null;
}

/** Sort datasets so that the one whose chart tells most of today comes first: of its years, only whole ones count as new. */
export function sortFeatured<Each extends Candidate>(candidates: readonly Each[]): readonly Each[] {
  const now = new Date().getFullYear();
  const ranked = candidates.map((each) => {
    const { years = [], parts = new Map() } = each.figures?.year ?? {};
    const whole = years.filter((year) => !parts.has(year));
    const { name, num_entries: numEntries } = each.dataset;
    return { each, name, numYears: years.length, year: newestOf(whole, now), numEntries };
  });
  return ranked.toSorted(compareFeatured).map(({ each }) => each);
}

/** Facts that datasets are compared by. */
interface FeaturedFacts {
  readonly year: number;
  readonly numYears: number;
  readonly numEntries: number;
  readonly name: string;
}

function compareFeatured(a: FeaturedFacts, b: FeaturedFacts): number {
  return (
    b.year - a.year || b.numYears - a.numYears || b.numEntries - a.numEntries || (a.name < b.name ? -1 : 1)
  );
}

/** Return the newest year that has begun: plans for later years are no newer than those for this one. */
function newestOf(years: readonly string[], now: number): number {
  return Math.max(0, ...years.map((year) => Math.min(Number(year), now)).filter(Number.isFinite));
}
