import type { Model } from "../../../core/model/cube.js";
import { isSameWords, readWords } from "../../../core/query/suggest/words.js";
import type { Dataset } from "../../../store/dataset.js";

/** Words of the labels and names of models. Models never change. */
const WORDS = new WeakMap<Model, readonly string[]>();

/** Return the folded words of a dataset's label and name. */
export function wordsOf({ model }: Pick<Dataset, "model">): readonly string[] {
  let words = WORDS.get(model);
  if (!words) WORDS.set(model, (words = readWords(`${model.dataset.label} ${model.dataset.name}`)));
  return words;
}

/** Find the datasets whose label or name has words that begin like the given ones: exact ones, then the largest first. */
export function findDatasets(
  datasets: readonly Dataset[],
  words: readonly string[],
  limit: number,
): readonly Dataset[] {
  return datasets
    .filter((dataset) => words.every((word) => wordsOf(dataset).some((own) => own.startsWith(word))))
    .toSorted((a, b) => rank(b, words) - rank(a, words) || b.engine.numEntries - a.engine.numEntries)
    .slice(0, limit);
}

function rank({ model: { dataset } }: Dataset, words: readonly string[]): number {
  return Number(isSameWords(words, dataset.label) || isSameWords(words, dataset.name));
}
