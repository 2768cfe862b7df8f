import { compareValues } from "../../../core/engine/compare.js";
import type { DistinctResult } from "../../../core/engine/engine.js";
import type { Member } from "../../../core/engine/entry.js";
import { beginsWith, compareFolded } from "../../../core/engine/fold-case.js";
import type { CodeMarks } from "../../kernel/distinct-codes.js";
import { readAttribute } from "../../../core/model/calendar-rules.js";
import type { Attribute, Dimension } from "../../../core/model/cube.js";
import type { DistinctQuery } from "../../../core/query/distinct/query.js";
import { foldText } from "../../../core/query/text/fold-text.js";
import type { FoldedOrders } from "../table/folded-orders.js";
import { matchPrefix } from "./match-prefix.js";
import type { DerivedDimension, DimensionColumn } from "../table/table.js";

/** Members between two checks. */
const STRIDE = 4096;

/**
 * Find members by prefix and cut.
 * Cost: a lookup of the prefix in the order of each attribute. Without a cut, a step for each member of the page; with a
 * cut, a step for each member that begins with the prefix, or only up to the end of the page if there is no prefix.
 * @param possible members of the entries that pass the cuts; `null` without a cut: every member has an entry
 * @param check called at intervals; throws to abort
 */
export function findDistinct(
  column: DimensionColumn,
  orders: FoldedOrders,
  { attributes, prefix, first, limit }: DistinctQuery,
  possible: CodeMarks | null,
  check: () => void,
): DistinctResult {
  if (column.derived) {
    return findDerived(column.dimension, column.derived, { attributes, prefix, first, limit }, possible, check);
  }
  const wanted = matchPrefix(column, orders, attributes, prefix, check);
  const { codes, count } = possible
    ? pickPossible(wanted, exclude(possible, column.missing), first, limit)
    : pickAny(wanted, column.missing, first, limit);
  const members = column.pickMembers(codes).filter((member): member is Member => member !== null);
  return { members, count };
}

/** Find members of a derived dimension by testing all of them, then sort. */
function findDerived(
  dimension: Dimension,
  { targets, values, memberAt }: DerivedDimension,
  { attributes, prefix, first, limit }: Pick<DistinctQuery, "attributes" | "prefix" | "first" | "limit">,
  possible: CodeMarks | null,
  check: () => void,
): DistinctResult {
  const { identity } = dimension;
  const folded = foldText(prefix);
  const { length } = values()[0]!;
  const isPossible = possible && markTargets(targets(), length, possible.marks);
  const found: Member[] = [];
  for (let target = 0; target < length; target++) {
    if (target % STRIDE === 0) check();
    if (isPossible && isPossible[target] === 0) continue;
    const member = memberAt(target);
    const begins = (each: Attribute): boolean => beginsWith(readAttribute(member.values, dimension, each), folded);
    if (attributes.some(begins)) found.push(member);
  }
  const by = attributes[0]!.index;
  let compared = 0;
  const compare = (a: Member, b: Member): number => {
    if (++compared % STRIDE === 0) check();
    return (
      compareFolded(a.values[by]!, b.values[by]!) || compareValues(a.values[identity.index]!, b.values[identity.index]!)
    );
  };
  return { members: found.toSorted(compare).slice(first, first + limit), count: found.length };
}

/** Mark the derived members for which one of the marked codes stands. */
function markTargets(targets: Uint32Array, size: number, marks: CodeMarks["marks"]): Uint8Array {
  const marked = new Uint8Array(size);
  for (let code = 0; code < targets.length; code++) if (marks[code] !== 0) marked[targets[code]!] = 1;
  return marked;
}

interface Picked {
  readonly codes: ArrayLike<number>;
  /** Number of all members found; `codes` is one page of them. */
  readonly count: number;
}

function pickAny(wanted: Uint32Array, missing: number, first: number, limit: number): Picked {
  const place = missing < 0 ? -1 : wanted.indexOf(missing);
  const own = place < 0 ? wanted : wanted.filter((member) => member !== missing);
  return { codes: own.subarray(first, first + limit), count: own.length };
}

function pickPossible(wanted: Uint32Array, { marks, count: total }: CodeMarks, first: number, limit: number): Picked {
  // Without a prefix the total is known, so that the page's end is enough.
  const end = wanted.length === marks.length ? Math.min(first + limit, total) : Infinity;
  const codes: number[] = [];
  let count = 0;
  for (let at = 0; at < wanted.length && count < end; at++) {
    const member = wanted[at]!;
    if (marks[member] === 0) continue;
    if (count >= first && codes.length < limit) codes.push(member);
    count++;
  }
  return { codes, count: end === Infinity ? count : total };
}

function exclude({ marks, count }: CodeMarks, member: number): CodeMarks {
  if (member < 0 || marks[member] === 0) return { marks, count };
  marks[member] = 0;
  return { marks, count: count - 1 };
}
