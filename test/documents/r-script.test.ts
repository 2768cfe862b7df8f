import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it } from "node:test";
import { readModel } from "#src/core/model/parse/read-model.js";
import { makeRoutes } from "#src/features/features.js";
import { contextOf, loadFile, memoryCatalog, servicesOf } from "../fixtures.js";
import { request } from "../http/client.js";
import { startTestServer } from "../http/server.js";

const SCRIPT = readFileSync("examples/totals.R", "utf8");

it("the columns that the R script reads are those of the answer to its request", async () => {
  const { model } = readModel(readFileSync("examples/town/model.json"));
  const { dataset } = await loadFile(servicesOf(memoryCatalog()), model, "examples/town/payments.csv");
  const server = await startTestServer(makeRoutes(contextOf([dataset])));
  try {
    const [, path = ""] = /"(\/api\/[^"]*year:)", year,/.exec(SCRIPT) ?? [];
    const [, rest = ""] = /"(&drilldown=[^"]*)"/.exec(SCRIPT) ?? [];
    const { status, text } = await request(`${server.url}${path}2024${rest}`);
    assert.equal(status, 200);
    const header = text.split("\r\n", 1)[0]!.split(",");
    const read = new Set([...SCRIPT.matchAll(/cells\$([\w.]+)|c\(([\w.]+) =/g)].map(([, a, b]) => a ?? b!));
    assert.deepEqual(read, new Set(["function.name", "function.label", "amount"]));
    for (const column of read) assert.ok(header.includes(column), column);
  } finally {
    await server.stop();
  }
});
