import assert from "node:assert/strict";
import { it } from "node:test";
import { nameColumns } from "#src/sources/ingest/csv/name-columns.js";
import { findHeaderRows } from "#src/sources/ingest/csv/find-header.js";

it("columns without a heading, or with equal ones, get names of their own", () => {
  assert.deepEqual(nameColumns([["a", "", "a", "b", "a 2", ""]]), ["a 1", "Column B", "a 3", "b", "a 2", "Column F"]);
  assert.deepEqual(nameColumns([["Budget\n2012"]]), ["Budget 2012"]);
  assert.deepEqual(nameColumns([["Budget\n2012"]], new Set(["Budget\n2012"])), ["Budget\n2012"]);
});

it("headings of several rows are joined where they tell columns apart", () => {
  const rows = [
    ["", "Plan", "", "Real", "", "Note"],
    ["Area", "In", "Out", "In", "Out", ""],
  ];
  assert.deepEqual(nameColumns(rows), ["Area", "Plan In", "Plan Out", "Real In", "Real Out", "Note"]);
  assert.deepEqual(
    nameColumns([
      ["", "2021", ""],
      ["Area", "In", "Out"],
    ]),
    ["Area", "2021 In", "2021 Out"],
  );
});

it("the header is the fullest row of texts above the values, with those that complete it", () => {
  const body = [
    ["a", "1", "2", "3", "4"],
    ["b", "5", "6", "7", "8"],
  ];
  const find = (...above: string[][]) => findHeaderRows([...above, ...body]);
  assert.deepEqual(find(["Area", "2021", "2022", "2023", "2024"]), [1, 1]);
  assert.deepEqual(find(["Town, 2021"], [""], ["Area", "w", "x", "y", "z"]), [3, 3]);
  assert.deepEqual(find(["", "Plan", "", "Real"], ["Area", "In", "Out", "In", "Out"]), [1, 2]);
  assert.deepEqual(find(["Area", "Plan", "", "Real", ""], ["", "In", "Out", "In", "Out"]), [1, 2]);
  assert.equal(find(), null);
  assert.equal(find(["Town"], [""]), null);
});
