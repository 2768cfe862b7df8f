import { compareNearWords, type NearWord } from "../../../core/engine/suggest.js";
import { allowedEdits, namingAttributes } from "../../../core/query/suggest/words.js";
import { isWithinEdits } from "../../../core/query/text/edits.js";
import type { OpenDataset } from "./find-members.js";
import { wordsOf } from "./find-datasets.js";
import { listSuggested } from "./suggested-dimensions.js";

/**
 * Replace the words with which no word of the datasets begins by the most similar ones that these have.
 * @param areWhole true to replace also words with which only longer ones begin
 * @returns `null` if no word is replaced
 */
export async function respell(
  open: readonly OpenDataset[],
  words: readonly string[],
  areWhole: boolean,
): Promise<string | null> {
  const spelt: string[] = [];
  const isFine = async (word: string): Promise<boolean> => !areWhole && (await isKnown(open, word));
  for (const word of words) spelt.push((await isFine(word)) ? word : ((await nearestWord(open, word)) ?? word));
  return spelt.every((word, at) => word === words[at]) ? null : spelt.join(" ");
}

async function isKnown(open: readonly OpenDataset[], word: string): Promise<boolean> {
  for (const { dataset, reader } of open) {
    if (wordsOf(dataset).some((own) => own.startsWith(word))) return true;
    for (const dimension of await listSuggested(dataset, reader)) {
      const attributes = namingAttributes(dimension);
      if ((await reader.suggest({ dimension, attributes, words: [word], limit: 1 })).length > 0) return true;
    }
  }
  return false;
}

async function nearestWord(open: readonly OpenDataset[], word: string): Promise<string | null> {
  const found: NearWord[] = [];
  for (const { dataset, reader } of open) {
    for (const own of wordsOf(dataset)) {
      const edits = [0, 1, 2].find((each) => each <= allowedEdits(word) && isWithinEdits(word, own, each));
      if (edits !== undefined) found.push({ word: own, edits, numTexts: 1 });
    }
    for (const dimension of await listSuggested(dataset, reader)) {
      found.push(...(await reader.nearWords(dimension, word, 1)));
    }
  }
  return found.toSorted(compareNearWords)[0]?.word ?? null;
}
