import { errorText } from "../../../core/errors/error-text.js";
import { parseList } from "../../../core/query/clauses.js";
import type { CollectionCrosswalk } from "../../../store/disk/manifest.js";

const FORM = "write dataset.dimension=crosswalk.target, as in town.program=town-to-cofog.cofog";

/** Matches `dataset=crosswalk.target` and `dataset.dimension=crosswalk.target`; both references may name an attribute. */
const CROSSWALK = /^([\w-]+)(?:\.([\w-]+(?:\.[\w-]+)?))?=([\w-]+)\.([\w-]+(?:\.[\w-]+)?)$/;

/** Read the crosswalks of a collection, joined by pipes, and collect all errors. */
export function readCrosswalks(text: string, errors: string[]): readonly CollectionCrosswalk[] {
  const crosswalks = parseList(text).flatMap((part): CollectionCrosswalk[] => {
    const [, dataset, from, through, to] = CROSSWALK.exec(part) ?? [];
    if (!dataset || !through || !to) {
      errors.push(errorText("not_a_crosswalk_of_collection", { part, form: FORM }));
      return [];
    }
    if (dataset === through) errors.push(errorText("crosswalk_through_itself", { part, dataset }));
    return [{ dataset, from: from ?? null, through, to }];
  });
  const keys = crosswalks.map(({ dataset, to }) => `"${dataset}" to "${to.split(".", 1)[0]!}"`);
  const repeated = new Set(keys.filter((key, at) => keys.indexOf(key) < at));
  errors.push(...[...repeated].map((key) => `There are several crosswalks from ${key}`));
  return crosswalks;
}
