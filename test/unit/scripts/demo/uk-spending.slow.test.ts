import assert from "node:assert/strict";
import { existsSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { test } from "node:test";
import { makeDemoCsv } from "#scripts/demo/demo-csv.js";
import { DEMO_CSV } from "#src/core/assets/demo.js";
import { exactSum, ROWS } from "./rows.js";

const PUBLICATION = resolve("../shared/data/cra");

const TOTALS = {
  "2004": "470767704021.25",
  "2005": "501056852107.24",
  "2006": "522899177162.14",
  "2007": "555628004824.85",
  "2008": "602320870774.55",
  "2009": "644007547149.64",
  "2010": "501876222054.60",
};

test("the grand total is the publication's to the penny", () => {
  assert.equal(exactSum(ROWS), "3798556378094.27");
});

test("the total of every tax year is the publication's to the penny", () => {
  const years = [...new Set(ROWS.map(({ year }) => year))];
  const totals = years.map((year) => [year, exactSum(ROWS.filter((row) => row.year === year))]);
  assert.deepEqual(Object.fromEntries(totals), TOTALS);
});

test("a year, a region, a subfunction and a kind have one row, in that order", () => {
  const keys = ROWS.map((row) => [row.year, row.region_code, row.subfunction_code, row.kind].join(","));
  assert.deepEqual(keys, [...new Set(keys)].toSorted());
  assert.equal(keys.length, 9978);
});

test("amounts are plain decimals, and none is 0", () => {
  const odd = ROWS.filter(({ amount = "" }) => !/^-?\d+\.\d\d$/.test(amount) || Number(amount) === 0);
  assert.deepEqual(odd, []);
});

test("a subfunction's code begins with its function's", () => {
  const stray = ROWS.filter((row) => row.subfunction_code?.replace(/\.\d$/, "") !== row.function_code);
  assert.deepEqual(stray, []);
});

for (const { code, attributes, count } of [
  { code: "region_code", attributes: ["region"], count: 14 },
  { code: "function_code", attributes: ["function", "function_color"], count: 10 },
  { code: "subfunction_code", attributes: ["subfunction", "subfunction_color", "function_code"], count: 76 },
]) {
  test(`every ${code} has one ${attributes.join(", one ")}, and every ${attributes[0]} one code`, () => {
    const members = new Set(ROWS.map((row) => JSON.stringify([row[code], ...attributes.map((name) => row[name])])));
    const labels = new Set(ROWS.map((row) => row[attributes[0]!]));
    assert.equal(new Set(ROWS.map((row) => row[code])).size, count);
    assert.equal(members.size, count);
    assert.equal(labels.size, count);
  });
}

test("colours are hexadecimal, and no two members share one", () => {
  for (const level of ["function", "subfunction"]) {
    const colors = new Map(ROWS.map((row) => [row[`${level}_code`], row[`${level}_color`] ?? ""]));
    for (const color of colors.values()) assert.match(color, /^#[0-9a-f]{6}$/);
    assert.equal(new Set(colors.values()).size, colors.size);
  }
});

test("there are two kinds, and each has rows", () => {
  assert.deepEqual([...new Set(ROWS.map(({ kind }) => kind))].toSorted(), ["Capital", "Current"]);
});

test("the file is small enough to ship", () => {
  assert.ok(statSync(DEMO_CSV).size < 1_500_000);
});

test(
  "the shipped file is what the script makes of the publication, byte for byte",
  { skip: existsSync(PUBLICATION) ? false : "the publication is not here" },
  async () => {
    assert.ok(
      (await makeDemoCsv(PUBLICATION)) === (await readFile(DEMO_CSV, "utf8")),
      "run .build/scripts/demo/make.js again",
    );
  },
);
