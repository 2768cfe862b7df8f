import type { Reader } from "../../../core/engine/engine.js";
import { Pace } from "../../../core/engine/pace.js";
import { compareSuggestions, type SuggestedMember } from "../../../core/engine/suggest.js";
import type { Dimension } from "../../../core/model/cube.js";
import { namingAttributes } from "../../../core/query/suggest/words.js";
import type { Dataset } from "../../../store/dataset.js";
import { openReader } from "../../../core/engine/with-reader.js";
import { queryBounds } from "../../context.js";
import type { SearchScope } from "../pages/search-figure.js";
import { groupOf, listSuggested, type MemberGroup } from "./suggested-dimensions.js";

/** A dataset that is being read. */
export interface OpenDataset {
  readonly dataset: Dataset;
  readonly reader: Reader;
}

/** A suggested member with its place. */
export interface MatchedMember extends SuggestedMember {
  readonly dataset: Dataset;
  readonly dimension: Dimension;
}

/**
 * Find the best members of each group, among all datasets.
 * @param words folded, at least one
 * @param listed returns the dimensions whose members are looked at
 */
export async function findMembers(
  open: readonly OpenDataset[],
  words: readonly string[],
  limit: number,
  listed: typeof listSuggested,
  pace: Pace,
): Promise<Readonly<Record<MemberGroup, readonly MatchedMember[]>>> {
  const groups: Record<MemberGroup, MatchedMember[]> = { payees: [], functions: [], members: [] };
  for await (const { dataset, reader } of pace.over(open)) {
    for (const dimension of await listed(dataset, reader)) {
      const found = await reader.suggest({ dimension, attributes: namingAttributes(dimension), words, limit });
      groups[groupOf(dimension)].push(...found.map((each) => ({ ...each, dataset, dimension })));
    }
  }
  const best = (group: MemberGroup): readonly MatchedMember[] =>
    groups[group].toSorted(compareSuggestions).slice(0, limit);
  return { payees: best("payees"), functions: best("functions"), members: best("members") };
}

/** Compute something from the current versions of datasets at a pace, and release them at the end. */
export async function withReaders<T>(
  { context, actor, datasets, signal }: SearchScope,
  compute: (open: readonly OpenDataset[], pace: Pace) => Promise<T>,
): Promise<T> {
  const bounds = queryBounds(context, actor, signal);
  const pace = new Pace(bounds);
  const open: OpenDataset[] = [];
  try {
    await pace.repeat(datasets.length, (at) => {
      const dataset = datasets[at]!;
      open.push({ dataset, reader: openReader(dataset, bounds) });
    });
    return await compute(open, pace);
  } finally {
    for (const { reader } of open) reader.release();
  }
}
