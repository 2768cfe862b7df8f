import type { DimensionColumn } from "../table/table.js";
import { type TextMatch, valuesWithin } from "./match-text.js";
import type { TermLookup } from "./term-lookup.js";

/** Cost of sorting a member, relative to reading one mark. */
const SORT_COST = 32;
/** Values between two checks. */
const STRIDE = 2 ** 16;

/** Return the members with a value that passes any of some matches, each once. Cost: a step for each value of each term. */
export function uniteMembers(
  index: TermLookup,
  { attributes }: Pick<DimensionColumn, "attributes">,
  matches: readonly TextMatch[],
  check: () => void,
): Uint32Array {
  const size = attributes[0]!.length;
  const parts: Uint32Array[] = [];
  let total = 0;
  const add = (values: Uint32Array): void => {
    parts.push(values);
    total += values.length;
  };
  for (const { values } of matches) if (values) add(values.list());
  for (const { range, terms } of joinTerms(index, matches)) {
    let steps = 0;
    terms((term) => {
      if (++steps % STRIDE === 0) check();
      add(valuesWithin(range, index.valuesAt(term)));
    });
  }
  if (total * SORT_COST < size) return sortMembers(parts, total, size);
  const marks = new Uint8Array(size);
  let count = 0;
  let steps = 0;
  for (const values of parts) {
    for (let at = 0; at < values.length; at++) {
      const member = values[at]! % size;
      count += 1 - marks[member]!;
      marks[member] = 1;
    }
    if ((steps += values.length) >= STRIDE) {
      check();
      steps = 0;
    }
  }
  const members = new Uint32Array(count);
  for (let member = 0, at = 0; at < count; member++) if (marks[member] === 1) members[at++] = member;
  return members;
}

interface JoinedTerms {
  readonly range: TextMatch["range"];
  readonly terms: (visit: (term: number) => void) => void;
}

/** Join the terms of matches in the same attributes, so that each is visited once. */
function joinTerms(index: TermLookup, matches: readonly TextMatch[]): readonly JoinedTerms[] {
  const byRange = new Map<string, TextMatch[]>();
  for (const match of matches) {
    if (!match.terms || match.terms.count === 0) continue;
    const key = `${match.range.first} ${match.range.end}`;
    byRange.set(key, [...(byRange.get(key) ?? []), match]);
  }
  return [...byRange.values()].map((joined) => {
    const { range, terms } = joined[0]!;
    if (joined.length === 1) return { range, terms: (visit) => terms!.forEach(visit) };
    const marks = new Uint8Array(index.size);
    for (const each of joined) each.terms!.forEach((term) => (marks[term] = 1));
    return {
      range,
      terms: (visit) => {
        for (let term = marks.indexOf(1); term >= 0; term = marks.indexOf(1, term + 1)) visit(term);
      },
    };
  });
}

function sortMembers(parts: readonly Uint32Array[], total: number, size: number): Uint32Array {
  const all = new Uint32Array(total);
  let at = 0;
  for (const values of parts) for (let each = 0; each < values.length; each++) all[at++] = values[each]! % size;
  all.sort();
  return all.filter((member, place) => place === 0 || member !== all[place - 1]);
}
