import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { after, describe, it } from "node:test";
import type { LoadResult } from "#src/calls/publishing/loads/load-request.js";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { gatherCells } from "#src/core/engine/collect-cells.js";
import { LoadFailed } from "#src/sources/ingest/report.js";
import type { Member } from "#src/core/engine/entry.js";
import { withReader } from "#src/core/engine/with-reader.js";
import type { Model } from "#src/core/model/cube.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { readModel } from "#src/core/model/parse/read-model.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import { decimalNumbers, numberAt } from "#src/core/model/values/decimal-column.js";
import { servicesOf, loadFile, memoryCatalog, queryParameters } from "../fixtures.js";

const DATA = resolve("../shared/data");
const MISSING = existsSync(DATA) ? false : `${DATA} is not there`;

const kernel = Kernel.start();
after(() => kernel.close());

type TruthCell = Readonly<Record<string, string | number>>;

interface TruthResult {
  readonly num_drilldowns: number;
  readonly cells: readonly TruthCell[];
}

/** Exact figures of a publication, amounts as decimal strings. */
interface Truth {
  readonly num_entries: number;
  readonly grand_total: Readonly<Record<string, string>>;
  readonly by: Readonly<Record<string, TruthResult>>;
  readonly cuts: readonly (TruthResult & {
    readonly cut: string;
    readonly drilldown: string;
    readonly num_entries: number;
    readonly totals?: Readonly<Record<string, string>>;
    readonly total?: string;
  })[];
}

function truthOf(name: string): Truth & Record<string, unknown> {
  return JSON.parse(readFileSync(resolve(DATA, name, "truth.json"), "utf8"));
}

// oxlint-disable-next-line typescript/no-explicit-any -- a model file is whatever its publisher wrote
function modelOf(name: string, change: (model: any) => void = () => {}): Model {
  const json = JSON.parse(readFileSync(resolve(DATA, name, "model.json"), "utf8"));
  change(json);
  return readModel(JSON.stringify(json)).model;
}

function loadData(name: string, file: string, skipInvalid = false, model = modelOf(name)): Promise<LoadResult> {
  return loadFile(servicesOf(memoryCatalog(), columnarFormat(kernel)), model, resolve(DATA, name, file), {
    skipInvalid,
  });
}

async function rejectedBy(load: Promise<LoadResult>): Promise<LoadFailed> {
  const error = await load.then(
    () => assert.fail("loads"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof LoadFailed);
  return error;
}

/** Compare a dataset with its figures: exact totals, every published cell, every cut. */
async function assertTruth({ dataset, totals }: LoadResult, truth: Truth): Promise<void> {
  assert.equal(dataset.engine.numEntries, truth.num_entries);
  assert.deepEqual(Object.fromEntries(totals), truth.grand_total);
  const measures = Object.keys(truth.grand_total);
  for (const [drilldown, result] of Object.entries(truth.by)) {
    await assertCells(dataset.model, dataset.engine, measures, { drilldown }, result);
  }
  for (const { cut, drilldown, ...result } of truth.cuts) {
    await assertCells(dataset.model, dataset.engine, measures, { drilldown, cut }, result);
  }
}

async function assertCells(
  model: Model,
  engine: LoadResult["dataset"]["engine"],
  measures: readonly string[],
  query: Record<string, string>,
  truth: TruthResult & { readonly num_entries?: number },
): Promise<void> {
  const text = new URLSearchParams({ ...query, measure: measures.join("|"), pagesize: "1000000" }).toString();
  const bound = bindAggregate(model, queryParameters(text), 1024);
  const result = await gatherCells(
    await withReader(engine, { maxCells: 1e7, deadline: Number.POSITIVE_INFINITY }, (reader) =>
      reader.aggregate(bound.query),
    ),
  );
  const { cells } = result;
  if (truth.num_entries !== undefined) assert.equal(result.numEntries, truth.num_entries, text);
  assert.equal(result.numCells, truth.num_drilldowns, text);
  const nameAt = bound.query.keys.map(({ dimension }) => dimension.identity.index);
  const labelAt = bound.query.keys.map(({ dimension }) =>
    dimension.attributes.findIndex(({ name }) => name === "label"),
  );
  const byName = new Map<string, number>();
  const byLabel = new Map<string, number>();
  for (let row = 0; row < cells.length; row++) {
    const keys = cells.keys.map((column) => column[row]!);
    byName.set(JSON.stringify(keys.map((key, at) => (isMember(key) ? key.values[nameAt[at]!] : key))), row);
    byLabel.set(JSON.stringify(keys.map((key, at) => (isMember(key) ? key.values[labelAt[at]!] : key))), row);
  }
  const fields = query["drilldown"]!.split("|");
  for (const cell of truth.cells) {
    const names = JSON.stringify(fields.map((field) => cell[field]));
    const labels = JSON.stringify(fields.map((field) => cell[`${field}.label`] ?? cell[field]));
    // Slugs of letters beyond ASCII depend on the transliteration table, so such members are identified by their label.
    const row = byName.get(names) ?? byLabel.get(labels);
    assert.notEqual(row, undefined, `${text} has ${names}`);
    const figures = measures.map((_, at) => numberAt(cells.sums[at]!, row!));
    assert.deepEqual(
      [...figures, cells.numEntries[row!]],
      [...measures.map((m) => Number(cell[m])), cell["num_entries"]],
    );
  }
}

function isMember(key: unknown): key is Member {
  return typeof key === "object" && key !== null;
}

describe("published data", { skip: MISSING }, () => {
  const whole = [
    "al-treasury",
    "bonn-ist-2016",
    "eu-esif-2014-2020",
    "fi-erdf-2007-2013",
    "madrid-gastos",
    "sacramento-budgets",
    "tsukuba-2021",
  ];
  for (const name of whole) {
    it(`of ${name} loads completely, with every figure right`, async () => {
      await assertTruth(await loadData(name, "data.csv"), truthOf(name));
    });
  }

  it("of armenia-bdp fails for its truncated last line, and loads without it", async () => {
    const { report, errors } = await rejectedBy(loadData("armenia-bdp", "data.csv"));
    assert.deepEqual([report.rowsRead, report.rowsRejected, report.numErrors], [3661, 1, 1]);
    const [error] = report.errors;
    assert.deepEqual([error!.row, error!.column, error!.attribute, error!.value], [3661, "amount", "amount", ""]);
    assert.match(errors.join("\n"), /Row 3661.*cut short/);
    await assertTruth(await loadData("armenia-bdp", "data.csv", true), truthOf("armenia-bdp"));
  });

  it("of cra loads completely: an empty text is a value, so 637 rows load that the service of record refused", async () => {
    const { dataset, totals } = await loadData("cra", "data.csv.gz");
    assert.equal(dataset.engine.numEntries, 142_891);
    assert.equal(totals.get("amount"), "3798556378094.27");
    const raw = truthOf("cra")["raw_all_rows_including_rejected"] as { by_tax_year: Record<string, string> };
    const cells = Object.entries(raw.by_tax_year).map(([year, amount]) => ({ "time.year": year, amount }));
    const { query } = bindAggregate(dataset.model, queryParameters("drilldown=time.year&order=year:asc"), 1024);
    const bounds = { maxCells: 100, deadline: Number.POSITIVE_INFINITY };
    const result = await gatherCells(await withReader(dataset.engine, bounds, (reader) => reader.aggregate(query)));
    assert.deepEqual(result.cells.keys[0], Object.keys(raw.by_tax_year));
    assert.deepEqual(
      [...decimalNumbers(result.cells.sums[0]!)],
      cells.map(({ amount }) => Number(amount)),
    );
  });

  it("of cra has the figures of the service of record when an empty pog is refused, as it is for an id", async () => {
    const model = modelOf("cra", ({ mapping }) => {
      mapping.pog.attributes.name.datatype = "id";
      mapping.pog.attributes.label.datatype = "id";
    });
    await assertTruth(await loadData("cra", "data.csv.gz", true, model), truthOf("cra"));
  });

  it("of bosnia-herzegovina has 80 amounts with a decimal comma: errors here, a hundredfold in the service of record", async () => {
    const { report } = await rejectedBy(loadData("bosnia-herzegovina", "data.csv"));
    assert.equal(report.numErrors, 80);
    for (const { value, attribute, message } of report.errors) {
      assert.equal(attribute, "amount");
      assert.match(value!, /^\d+,\d{1,2}$/);
      assert.match(message, /"decimal".*"thousands"/);
    }
    const { totals, dataset } = await loadData("bosnia-herzegovina", "data.csv", true);
    assert.equal(dataset.engine.numEntries, 1341 - 80);
    const misread = report.errors.reduce((sum, { value }) => sum + BigInt(value!.replace(",", "")), 0n);
    const recorded = BigInt(truthOf("bosnia-herzegovina").grand_total["amount"]!.replace(".", "")) * 10n;
    const loaded = BigInt(Math.round(Number(totals.get("amount")) * 100));
    assert.equal(loaded + misread * 100n, recorded);
  });

  it("of fi-erdf-2007-2013 has the same figures in Windows-1252, and an error for each row with extra cells", async () => {
    await assertTruth(await loadData("fi-erdf-2007-2013", "data.cp1252.csv"), truthOf("fi-erdf-2007-2013"));
    const { report } = await rejectedBy(loadData("fi-erdf-2007-2013", "data.latin1-ragged.csv"));
    assert.equal(report.rowsRejected, 11_101);
  });

  it("of gb-councils has the figures of its good rows, and 272 bad ones", async () => {
    const result = await loadData("gb-councils", "data.csv.gz", true);
    assert.deepEqual([result.report.rowsRead, result.report.rowsRejected], [1_410_259, 272]);
    const truth = truthOf("gb-councils");
    // A slug has one hyphen for every run of other characters: 14 spellings of suppliers are members of their own there.
    const to = { ...truth.by["to"]!, num_drilldowns: 55_946 };
    await assertTruth(result, { ...truth, by: { ...truth.by, to } });
  });
});
