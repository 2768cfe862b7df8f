import type { DistinctResult } from "../../engine/engine.js";
import type { Member } from "../../engine/entry.js";
import type { CodeMarks } from "../../kernel/distinct-codes.js";
import type { DistinctQuery } from "../../query/distinct/query.js";
import type { FoldedOrders } from "../table/folded-orders.js";
import { matchPrefix } from "./match-prefix.js";
import type { DimensionColumn } from "../table/table.js";

/**
 * Members by prefix and cut.
 * Cost: a look-up of the prefix in the orders of its attributes; without a cut a step for each member of the page, with
 * one for each that begins with the prefix, without a prefix as far as the page goes.
 * @param possible those that entries have under the cuts; `null`: every member of a table has an entry
 */
export function findDistinct(
  column: DimensionColumn,
  orders: FoldedOrders,
  { attributes, prefix, first, limit }: DistinctQuery,
  possible: CodeMarks | null,
): DistinctResult {
  const wanted = matchPrefix(column, orders, attributes, prefix);
  const { codes, count } = possible
    ? pickPossible(wanted, leaveOut(possible, column.missing), first, limit)
    : pickAny(wanted, column.missing, first, limit);
  const members = column.pickMembers(codes).filter((member): member is Member => member !== null);
  return { members, count };
}

interface Picked {
  readonly codes: ArrayLike<number>;
  /** Number of all, of which `codes` has one page. */
  readonly count: number;
}

function pickAny(wanted: Uint32Array, missing: number, first: number, limit: number): Picked {
  const place = missing < 0 ? -1 : wanted.indexOf(missing);
  const own = place < 0 ? wanted : wanted.filter((member) => member !== missing);
  return { codes: own.subarray(first, first + limit), count: own.length };
}

function pickPossible(wanted: Uint32Array, { marks, count: most }: CodeMarks, first: number, limit: number): Picked {
  // Of all members it is known how many are possible.
  const end = wanted.length === marks.length ? Math.min(first + limit, most) : Infinity;
  const codes: number[] = [];
  let count = 0;
  for (let at = 0; at < wanted.length && count < end; at++) {
    const member = wanted[at]!;
    if (marks[member] === 0) continue;
    if (count >= first && codes.length < limit) codes.push(member);
    count++;
  }
  return { codes, count: end === Infinity ? count : most };
}

function leaveOut({ marks, count }: CodeMarks, member: number): CodeMarks {
  if (member < 0 || marks[member] === 0) return { marks, count };
  marks[member] = 0;
  return { marks, count: count - 1 };
}
