import type { DistinctResult } from "../../engine/engine.js";
import type { Member } from "../../engine/entry.js";
import type { CodeMarks } from "../../kernel/distinct-codes.js";
import type { DistinctQuery } from "../../query/distinct/query.js";
import type { FoldedOrders } from "../table/folded-orders.js";
import { matchPrefix } from "./match-prefix.js";
import type { DimensionColumn } from "../table/table.js";

/**
 * Find members by prefix and cut.
 * Cost: a lookup of the prefix in the order of each attribute. Without a cut, a step for each member of the page; with a
 * cut, a step for each member that begins with the prefix, or only up to the end of the page if there is no prefix.
 * @param possible members of the entries that pass the cuts; `null` without a cut: every member has an entry
 */
export function findDistinct(
  column: DimensionColumn,
  orders: FoldedOrders,
  { attributes, prefix, first, limit }: DistinctQuery,
  possible: CodeMarks | null,
): DistinctResult {
  const wanted = matchPrefix(column, orders, attributes, prefix);
  const { codes, count } = possible
    ? pickPossible(wanted, exclude(possible, column.missing), first, limit)
    : pickAny(wanted, column.missing, first, limit);
  const members = column.pickMembers(codes).filter((member): member is Member => member !== null);
  return { members, count };
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
