import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, describe, it } from "node:test";
import { Kernel } from "#src/engines/kernel/kernel.js";
import type { Dataset } from "#src/store/dataset.js";
import { addUp, askText, assertSums, loadDocument, readRows, type Row, warningsOf } from "./true-totals.js";

const DATA = resolve("../shared/data");
const MISSING = existsSync(DATA) ? false : `${DATA} is not there`;

const kernel = Kernel.start();
after(() => kernel.close());

type Document = Record<"dataset" | "mapping", Record<string, Record<string, unknown>>> & Record<string, unknown>;

/** Load a publication under its model, as it is and with more fields and other parts. */
async function loadPublished(
  name: string,
  fields: Record<string, object>,
  more: object = {},
): Promise<{ readonly rows: readonly Row[]; readonly plain: Dataset; readonly derived: Dataset }> {
  const path = join(DATA, name, "data.csv");
  const document = JSON.parse(readFileSync(join(DATA, name, "model.json"), "utf8")) as Document;
  const mapping = { ...document.mapping };
  for (const [field, definition] of Object.entries(fields)) mapping[field] = { ...mapping[field], ...definition };
  return {
    rows: readRows(path),
    plain: await loadDocument(kernel, path, document),
    derived: await loadDocument(kernel, path, { ...document, mapping, ...more }),
  };
}

const DIRECTION = { R: "revenue", Revenues: "revenue", E: "expenditure", Expenses: "expenditure" } as const;
const direction = (from: string): object => ({ type: "derived", from, values: DIRECTION, role: "direction" });

describe("the true totals of Sacramento", { skip: MISSING }, () => {
  it("by direction, alone and with others, are those of its rows", async () => {
    const { rows, plain, derived } = await loadPublished("sacramento-budgets", {
      flow: { type: "attribute", column: "ExpenseRevenue" },
      direction: direction("flow"),
      time: { precision: "year" },
    });
    const directionOf = ({ ExpenseRevenue: flow }: Row): string => DIRECTION[flow as keyof typeof DIRECTION];
    const amountOf = ({ Amount }: Row): string => Amount!;
    const sums = addUp(rows, directionOf, amountOf);
    assert.deepEqual([...sums].toSorted(), [
      ["expenditure", [1_439_106_612_200n, 5035]],
      ["revenue", [1_415_387_825_700n, 2217]],
    ]);
    await assertSums(derived, "drilldown=direction", sums);
    await assertSums(
      derived,
      "drilldown=direction|time.year",
      addUp(rows, (row) => `${directionOf(row)}|${row["Fiscal_Year"]}`, amountOf),
    );
    // No month is known, and none is made up.
    await assertSums(
      derived,
      "drilldown=direction|time.month",
      new Map([...sums].map(([key, sum]) => [`${key}|`, sum])),
    );
    const revenue = rows.filter((row) => directionOf(row) === "revenue");
    await assertSums(
      derived,
      "cut=direction:revenue&drilldown=fund_category.label",
      addUp(revenue, (row) => `${row["Fund_Category"]}|revenue`, amountOf),
    );
    // Old questions have old answers, but for the warning about adding both up.
    const old = "drilldown=department&order=amount:desc";
    const { warnings, ...rest } = JSON.parse(await askText(derived, old)) as Record<string, unknown>;
    assert.deepEqual(rest, JSON.parse(await askText(plain, old)));
    assert.match(String(warnings), /adds up expenditure and revenue/);
    assert.deepEqual(await warningsOf(derived, "drilldown=direction"), []);
    assert.deepEqual(await warningsOf(derived, "cut=direction:revenue"), []);
  });
});

describe("the true totals of Madrid", { skip: MISSING }, () => {
  it("by every level of its codes are those of its rows, and other answers stay the same byte for byte", async () => {
    const prefix = (from: string, length: number): object => ({ type: "derived", from, prefix: length });
    const { rows, plain, derived } = await loadPublished(
      "madrid-gastos",
      {
        area: prefix("program.name", 1),
        policy: prefix("program.name", 2),
        group: prefix("program.name", 3),
        article: prefix("economic", 2),
      },
      { hierarchies: { functional: { label: "What for", levels: ["area", "policy", "group", "program"] } } },
    );
    const amountOf = ({ IMPORTE }: Row): string => IMPORTE!;
    const levels: readonly (readonly [query: string, keyOf: (row: Row) => string])[] = [
      ["drilldown=area", ({ PROGRAMA }) => PROGRAMA!.slice(0, 1)],
      ["drilldown=policy", ({ PROGRAMA }) => PROGRAMA!.slice(0, 2)],
      ["drilldown=group|time.year", ({ PROGRAMA, AÑO }) => `${PROGRAMA!.slice(0, 3)}|${AÑO}`],
      ["drilldown=program.name", ({ PROGRAMA }) => PROGRAMA!],
      ["drilldown=area|article", ({ PROGRAMA, ECONOMICO }) => `${PROGRAMA!.slice(0, 1)}|${ECONOMICO!.slice(0, 2)}`],
    ];
    for (const [query, keyOf] of levels) await assertSums(derived, query, addUp(rows, keyOf, amountOf));
    const recent = rows.filter(({ AÑO }) => AÑO === "2015");
    const areas = addUp(recent, ({ PROGRAMA }) => `${PROGRAMA!.slice(0, 1)}|2015`, amountOf);
    assert.deepEqual([areas.size, areas.get("1|2015")![0]], [6, 193_354_200_500n]);
    assert.equal(
      [...areas.values()].reduce((sum, [amount]) => sum + amount, 0n),
      465_055_421_800n,
    );
    await assertSums(derived, "drilldown=area&cut=time.year:2015", areas);
    for (const old of ["", "drilldown=chapter|time.year", "drilldown=program&cut=from:001&order=amount:asc"]) {
      assert.equal(await askText(derived, old), await askText(plain, old), old);
    }
  });
});

describe("the true totals of Finnish projects", { skip: MISSING }, () => {
  it("by the phase of their amounts are those of its rows", async () => {
    const columns = {
      amount: ["approved", "Myönnetty EU- ja valtion rahoitus"],
      paid: ["executed", "Toteutunut EU- ja valtion rahoitus"],
      planned_public: ["proposed", "Suunniteltu julkinen rahoitus yhteensä"],
      paid_public: ["executed", "Toteutunut julkinen rahoitus yhteensä"],
    } as const;
    const phases = Object.entries(columns).map(([name, [phase]]) => [name, { phase }] as const);
    const { rows, plain, derived } = await loadPublished("fi-erdf-2007-2013", Object.fromEntries(phases));
    for (const [measure, [phase, column]] of Object.entries(columns)) {
      assert.equal(derived.model.measures.find(({ name }) => name === measure)!.phase, phase);
      const sums = addUp(
        rows,
        (row) => row["Rahasto"]!,
        (row) => row[column]!,
      );
      await assertSums(derived, "drilldown=fund", sums, measure);
    }
    const query = "measure=amount|paid&drilldown=fund|time.year";
    assert.equal(await askText(derived, query), await askText(plain, query));
  });
});

describe("the true totals of a generated publication", () => {
  const STAGES = { Proposal: "proposed", "Voted budget": "approved", Outturn: "executed", Spent: "executed" } as const;
  const FLOWS = ["R", "E", "Expenses", "Revenues", "Transfer"];
  const GENERATED: readonly Row[] = Array.from({ length: 2400 }, (_, at) => ({
    line: `row-${at}`,
    year: `${2010 + (at % 5)}`,
    flow: FLOWS[(at * 7 + Math.floor(at / 5)) % 5]!,
    stage: Object.keys(STAGES)[(at >> 2) % 4]!,
    code: `${(at * 31) % 9}${(at * 17) % 7}.${(at * 13) % 8}`,
    amount: `${at % 11 === 0 ? "-" : ""}${(at * 7919) % 100_003}.${String((at * 37) % 100).padStart(2, "0")}`,
  }));
  const phase = { role: "phase", order: ["proposed", "approved", "executed"], default: "executed" };
  const FIELDS = {
    amount: { type: "measure", column: "amount" },
    line: { type: "attribute", column: "line", key: true },
    flow: { type: "attribute", column: "flow" },
    stage: { type: "attribute", column: "stage" },
    code: { type: "attribute", column: "code" },
  };
  const time = { type: "date", column: "year" };
  const DERIVED = {
    direction: direction("flow"),
    phase: { type: "derived", from: "stage", values: STAGES, ...phase },
    division: { type: "derived", from: "code", prefix: 1 },
    group: { type: "derived", from: "code", prefix: 2 },
    side: { type: "derived", from: "direction", values: { revenue: "in" } },
  };

  let directory: string;
  let plain: Dataset;
  let derived: Dataset;
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), "spendcube-"));
    const path = join(directory, "rows.csv");
    const columns = Object.keys(GENERATED[0]!);
    const lines = GENERATED.map((row) => columns.map((name) => row[name]).join(","));
    await writeFile(path, `${columns.join(",")}\n${lines.join("\n")}\n`);
    const dataset = { name: "generated", label: "Generated", description: "Seeded.", currency: "EUR" };
    plain = await loadDocument(kernel, path, { dataset, mapping: { ...FIELDS, time } });
    derived = await loadDocument(kernel, path, {
      dataset,
      mapping: { ...FIELDS, time: { ...time, precision: "year" }, ...DERIVED },
      hierarchies: { codes: { label: "Codes", levels: ["division", "group", "code"] } },
    });
  });
  after(() => rm(directory, { recursive: true }));

  const directionOf = ({ flow }: Row): string => DIRECTION[flow as keyof typeof DIRECTION] ?? "";
  const phaseOf = ({ stage }: Row): string => STAGES[stage as keyof typeof STAGES];
  const amountOf = ({ amount }: Row): string => amount!;
  const asked: readonly (readonly [query: string, keyOf: (row: Row) => string, isIn?: (row: Row) => boolean])[] = [
    ["drilldown=direction", directionOf],
    ["drilldown=phase", phaseOf],
    ["drilldown=side", (row) => (directionOf(row) === "revenue" ? "in" : "")],
    ["drilldown=division", ({ code }) => code!.slice(0, 1)],
    ["drilldown=group|direction", (row) => `${row["code"]!.slice(0, 2)}|${directionOf(row)}`],
    ["drilldown=phase|time.year|time.quarter", (row) => `${phaseOf(row)}|${row["year"]}|`],
    [
      "drilldown=division&cut=phase:executed|direction:expenditure",
      (row) => `${row["code"]!.slice(0, 1)}|executed|expenditure`,
      (row) => phaseOf(row) === "executed" && directionOf(row) === "expenditure",
    ],
    ["drilldown=direction&q=division:3", directionOf, ({ code }) => code!.startsWith("3")],
  ];
  for (const [query, keyOf, isIn = () => true] of asked) {
    it(`are those of its rows: ${query}`, () =>
      assertSums(derived, query, addUp(GENERATED.filter(isIn), keyOf, amountOf)));
  }

  it("stay the same byte for byte where no derived dimension is asked for, but for warnings", async () => {
    const warned: readonly (readonly [query: string, numWarnings: number])[] = [
      ["", 2],
      ["drilldown=code&cut=time.year:2012&order=amount:asc&pagesize=7", 2],
      // The dimensions that the others are derived from tell the members apart as well.
      ["drilldown=flow|stage", 0],
    ];
    for (const [query, numWarnings] of warned) {
      const { warnings, ...rest } = JSON.parse(await askText(derived, query)) as Record<string, unknown>;
      assert.equal(JSON.stringify(rest), JSON.stringify(JSON.parse(await askText(plain, query))), query);
      assert.equal(((warnings ?? []) as string[]).length, numWarnings, query);
    }
  });
});
