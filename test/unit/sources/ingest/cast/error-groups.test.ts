import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { CellError } from "#src/sources/ingest/cast/cell-error.js";
import { countGrouped, groupErrors } from "#src/sources/ingest/cast/error-groups.js";

const error = (row: number, column: string, value: string, message: string): CellError => ({
  row,
  line: row + 1,
  column,
  attribute: column.toLowerCase(),
  datatype: "float",
  value,
  message,
});

describe("groups of errors", () => {
  it("put errors of the same column and kind together, whatever the cells and numbers in them", () => {
    const errors = Array.from({ length: 4000 }, (_, at) =>
      at % 4 === 0
        ? error(at + 1, "Paid", `x${at}`, `"x${at}" is not a number`)
        : error(at + 1, "Planned", "", `The cell is empty, and only ${at} of the row's cells are filled`),
    );
    const groups = groupErrors(errors);
    assert.deepEqual(
      groups.map(({ count, first }) => [count, first[0]!.column, first.map(({ row }) => row)]),
      [
        [1000, "Paid", [1, 5, 9, 13, 17]],
        [3000, "Planned", [2, 3, 4, 6, 7]],
      ],
    );
    assert.equal(countGrouped(groups), errors.length);
  });

  it("are as many as fit into memory; the errors of others are counted by the caller", () => {
    const errors = Array.from({ length: 1500 }, (_, at) => error(at, `Column ${"x".repeat(at)}`, "-", "is wrong"));
    const groups = groupErrors(errors);
    assert.equal(groups.length, 1000);
    assert.equal(countGrouped(groups), 1000);
  });
});
