import type { Exploration } from "../../../calls/views/pages/explore.js";
import { nameYear } from "../tables/year-name.js";
import type { PageReader } from "../parts/reader.js";

const IS_YEAR = /^(?:time\.)?year$/;

/** Say which of the years that a state tells apart are there in part only: their amounts compare with no others. */
export function partNote(reader: PageReader, { figure, grid, parts }: Exploration): readonly string[] {
  const shown = new Set(grid && IS_YEAR.test(grid.across.reference) ? grid.columns.map(({ value }) => value) : []);
  for (const [at, { reference }] of figure.columns.entries()) {
    if (IS_YEAR.test(reference)) for (const { keys } of figure.rows) shown.add(keys[at]!.value);
  }
  const named = [...parts.keys()].filter((year) => shown.has(year)).map((year) => nameYear(reader, year, parts));
  if (named.length === 0) return [];
  return [`${named.length === 1 ? "Not a whole year" : "Not whole years"}: ${named.join(", ")}.`];
}
