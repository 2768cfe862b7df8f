import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { ANONYMOUS } from "#src/access/actor.js";
import { aggregate } from "#src/calls/reading/aggregate/aggregate.js";
import { columnarFormat } from "#src/engines/columnar/format.js";
import type { Kernel } from "#src/engines/kernel/kernel.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import type { Dataset } from "#src/store/dataset.js";
import { contextOf, formText, loadFile, memoryCatalog, queryParameters, servicesOf } from "../fixtures.js";

export type Row = Readonly<Record<string, string>>;

/** Read the rows of a CSV file, packed or not. */
export function readRows(path: string): readonly Row[] {
  const bytes = readFileSync(path);
  return parse(path.endsWith(".gz") ? gunzipSync(bytes) : bytes, { columns: true, bom: true });
}

/** Load a file under a model document. */
export async function loadDocument(kernel: Kernel, path: string, document: object): Promise<Dataset> {
  const { model } = parseModel(document);
  const services = servicesOf(memoryCatalog(), columnarFormat(kernel));
  const { dataset } = await loadFile(services, model, path, { skipInvalid: true });
  return dataset;
}

/** Return the JSON text of an aggregate. */
export function askText(dataset: Dataset, query: string): Promise<string> {
  return formText(answerTo(dataset, query), "json");
}

export async function warningsOf(dataset: Dataset, query: string): Promise<readonly string[]> {
  return (JSON.parse(await askText(dataset, query)) as { warnings?: string[] }).warnings ?? [];
}

/** Add up rows exactly by the text of a key; rows without a key are left out, as `null`. */
export function addUp(
  rows: readonly Row[],
  keyOf: (row: Row) => string | null,
  amountOf: (row: Row) => string,
): ReadonlyMap<string, readonly [amount: bigint, entries: number]> {
  const sums = new Map<string, readonly [bigint, number]>();
  for (const row of rows) {
    const key = keyOf(row) ?? "";
    const [amount, entries] = sums.get(key) ?? [0n, 0];
    sums.set(key, [amount + unscaled(amountOf(row)), entries + 1]);
  }
  return sums;
}

/** Assert that an aggregate's cells are these sums, and that they and what has no member make the whole. */
export async function assertSums(
  dataset: Dataset,
  query: string,
  sums: ReturnType<typeof addUp>,
  measure = "amount",
): Promise<void> {
  const asked = `${query}&measure=${measure}&pagesize=100000`;
  const csv = await formText(answerTo(dataset, asked), "csv");
  const cells: readonly Row[] = parse(csv, { columns: true });
  const keys = Object.keys(cells[0]!).filter((name) => !["num_entries", "@notes", measure].includes(name));
  const found = new Map(
    cells.map((cell) => [
      keys.map((name) => cell[name]!.replace(/^'/, "")).join("|"),
      [unscaled(cell[measure]!), Number(cell["num_entries"])] as const,
    ]),
  );
  assert.equal(found.size, cells.length, "cells have keys of their own");
  assert.deepEqual(new Map([...found].toSorted()), new Map([...sums].toSorted()), query);
  const { summary } = JSON.parse(await askText(dataset, asked)) as { summary: Record<string, number> };
  const entries = cells.reduce((sum, cell) => sum + Number(cell["num_entries"]), 0);
  const amount = [...found.values()].reduce((sum, [part]) => sum + part, 0n);
  assert.deepEqual([summary["num_entries"], summary[measure]], [entries, Number(amount) / 10 ** SCALE]);
}

function answerTo(dataset: Dataset, query: string): ReturnType<typeof aggregate> {
  const name = dataset.model.dataset.name;
  return aggregate(contextOf([dataset]), ANONYMOUS, queryParameters(`dataset=${name}&${query}`), "");
}

const SCALE = 2;

/** Read a decimal of at most two digits after the point, × 100. */
function unscaled(text: string): bigint {
  const [, sign, whole, part = ""] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text)!;
  return BigInt(`${sign}${whole}${part.padEnd(SCALE, "0")}`);
}
