import type { AggregateResult, Cells } from "../engine/engine.js";
import type { WholeResult } from "../engine/collect-cells.js";
import { packBigIntegers } from "../model/values/decimal-column.js";
import type { Integer } from "../model/values/fraction.js";
import type { AggregateQuery } from "../query/aggregate/query.js";
import { pickItems } from "./column.js";
import { addGroups, groupsOf, joinOf } from "./groups.js";
import { firstRows, identitiesOf, partitionBy } from "./partition.js";

/** The result of a query, put together from pieces of its cells. */
export interface JoinedPieces {
  readonly result: AggregateResult;
  /** All cells of the result. */
  readonly cells: Cells;
  /** Cell of each piece. */
  readonly cellOf: Int32Array;
}

/**
 * Answer a query from the pieces of its cells, without order and on one page; `null` if they do not give its statistics.
 * @param finer the query of the pieces: its first keys are those of the query
 */
export function addUpPieces(query: AggregateQuery, finer: AggregateQuery, pieces: WholeResult): JoinedPieces | null {
  const { keys, statistics = [] } = query;
  if (!statistics.every((each) => finer.statistics?.includes(each) && joinOf(each.is))) return null;
  const { cells: all, totals, numEntries } = pieces;
  const isSame = finer.keys.length === keys.length;
  const cellOf = isSame ? Int32Array.from({ length: all.length }, (_, row) => row) : null;
  const joined = cellOf ? { cells: all, cellOf } : joinCells(query, finer, all);
  const { cells } = joined;
  const result: AggregateResult = {
    totals,
    numEntries,
    numCells: cells.length,
    ...(pieces.statistics && { statistics: pieces.statistics }),
    cells: {
      async *[Symbol.asyncIterator]() {
        yield cells;
      },
    },
  };
  return { ...joined, result };
}

function joinCells(
  { keys, statistics }: AggregateQuery,
  finer: AggregateQuery,
  all: Cells,
): Pick<JoinedPieces, "cells" | "cellOf"> {
  const parts = partitionBy(
    all.length,
    keys.map((key, at) => identitiesOf(all.keys[at]!, key)),
  );
  const { groupOf, length } = parts;
  const groups = addGroups(groupsOf(all, finer), groupOf, length);
  const rows = firstRows(parts);
  const cells: Cells = {
    length,
    keys: keys.map((_, at) => pickItems<unknown>(all.keys[at]!, rows)) as unknown as Cells["keys"],
    sums: groups.sums,
    ...(statistics && {
      statistics: statistics.map((each) => {
        const { numerators, scale } = groups.statistics[finer.statistics!.indexOf(each)]!.figures;
        return packBigIntegers(Array.from<Integer, bigint>(numerators, BigInt), scale!);
      }),
    }),
    numEntries: groups.numEntries,
  };
  return { cells, cellOf: groupOf };
}
