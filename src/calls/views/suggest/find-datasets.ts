import type { DatasetMetadata } from "../../../core/model/cube.js";
import { isSameWords, readWords } from "../../../core/query/suggest/words.js";
import { type Dataset, summarizeVersion } from "../../../store/dataset.js";

/** Words of labels and names. Metadata never changes. */
const WORDS = new WeakMap<DatasetMetadata, readonly string[]>();

/** Return the folded words of a dataset's label and name. */
export function wordsOf(dataset: Dataset): readonly string[] {
  const { metadata } = summarizeVersion(dataset);
  let words = WORDS.get(metadata);
  if (!words) WORDS.set(metadata, (words = readWords(`${metadata.label} ${metadata.name}`)));
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
    .toSorted((a, b) => rank(b, words) - rank(a, words) || sizeOf(b) - sizeOf(a))
    .slice(0, limit);
}

function rank(dataset: Dataset, words: readonly string[]): number {
  const { label, name } = summarizeVersion(dataset).metadata;
  return Number(isSameWords(words, label) || isSameWords(words, name));
}

function sizeOf(dataset: Dataset): number {
  return summarizeVersion(dataset).numEntries;
}
