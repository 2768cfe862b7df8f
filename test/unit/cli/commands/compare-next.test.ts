import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { it } from "node:test";
import { haveSameColumns } from "#src/cli/commands/compare-next.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { type AnalysisRequest, analyserHere } from "#src/sources/analysis/table-analyser.js";
import type { Dataset } from "#src/store/dataset.js";

const document = {
  dataset: { name: "town", label: "Town", description: "", currency: "EUR" },
  mapping: {
    time: { type: "date", datatype: "date", column: "Date" },
    amount: { type: "measure", column: "Amount", datatype: "float" },
    unit: { type: "attribute", column: "Unit", datatype: "string", key: true },
  },
};

it("the columns of a file are read by the given analyser, in a thread of its own, from the beginning of the file", async () => {
  const directory = await mkdtemp(join(tmpdir(), "spendcube-columns-"));
  try {
    const path = join(directory, "town.csv");
    const other = join(directory, "other.csv");
    await writeFile(path, "Date,Amount,Unit\n2024-01-01,1,a\n");
    await writeFile(other, "Date,Amount,Name\n2024-01-01,1,a\n");
    const requests: AnalysisRequest[] = [];
    const analyser = {
      analyse(request: AnalysisRequest) {
        requests.push(request);
        return analyserHere.analyse({ ...request, path: other });
      },
    };
    const { model } = parseModel(document);
    const err = new PassThrough();
    const source = { address: { kind: "file", path } as const, model };
    // Without dimensions, no values are read from the dataset.
    const dataset = { model: { ...model, dimensions: [] } } as unknown as Dataset;
    assert.equal(await haveSameColumns({ err, out: err }, analyser, dataset, source, { directory }), false);
    err.end();
    assert.match(await text(err), /town\.csv lacks the column "Unit"/);
    assert.equal(requests.length, 1);
    assert.equal(requests[0]!.name, `"${path}"`);
    assert.ok(requests[0]!.limits!.decodedBytes <= 2 ** 18);
  } finally {
    await rm(directory, { recursive: true });
  }
});
