import { compareNearWords, type NearWord } from "../../../core/engine/suggest.js";
import { allowedEdits, namingAttributes } from "../../../core/query/suggest/words.js";
import { isWithinEdits } from "../../../core/query/text/edits.js";
import type { SearchScope } from "../pages/search-figure.js";
import { wordsOf } from "./find-datasets.js";
import { withReaders } from "./find-members.js";
import { listAlike, listLookedInto } from "./looked-into.js";
import { listSuggested } from "./suggested-dimensions.js";

/**
 * Replace the words with which no word of the datasets begins by the most similar ones that these have.
 * @param areWhole true to replace also words with which only longer ones begin
 * @returns `null` if no word is replaced
 */
export async function respell(scope: SearchScope, words: readonly string[], areWhole: boolean): Promise<string | null> {
  const spelt: string[] = [];
  const isFine = async (word: string): Promise<boolean> => !areWhole && (await isKnown(scope, word));
  for (const word of words) spelt.push((await isFine(word)) ? word : ((await nearestWord(scope, word)) ?? word));
  return spelt.every((word, at) => word === words[at]) ? null : spelt.join(" ");
}

async function isKnown(scope: SearchScope, word: string): Promise<boolean> {
  if (scope.datasets.some((dataset) => wordsOf(dataset).some((own) => own.startsWith(word)))) return true;
  const datasets = await listLookedInto(scope, [word]);
  return withReaders({ ...scope, datasets }, async (open, pace) => {
    for await (const { dataset, reader } of pace.over(open)) {
      for (const dimension of await listSuggested(dataset, reader)) {
        const attributes = namingAttributes(dimension);
        if ((await reader.suggest({ dimension, attributes, words: [word], limit: 1 })).length > 0) return true;
      }
    }
    return false;
  });
}

/** Find the most similar word of the datasets that are likely to have it. */
async function nearestWord(scope: SearchScope, word: string): Promise<string | null> {
  const most = allowedEdits(word);
  const found: NearWord[] = [];
  for (const own of scope.datasets.flatMap(wordsOf)) {
    const edits = [0, 1, 2].find((each) => each <= most && isWithinEdits(word, own, each));
    if (edits !== undefined) found.push({ word: own, edits, numTexts: 1 });
  }
  const datasets = most === 0 ? [] : await listAlike(scope, word);
  await withReaders({ ...scope, datasets }, async (open, pace) => {
    for await (const { dataset, reader } of pace.over(open)) {
      for (const dimension of await listSuggested(dataset, reader)) {
        found.push(...(await reader.nearWords(dimension, word, 1)));
      }
    }
  });
  return found.toSorted(compareNearWords)[0]?.word ?? null;
}
