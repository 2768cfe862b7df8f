import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { analyseSource } from "#src/sources/analysis/analyse-source.js";
import { sourceBounds } from "#src/sources/ingest/fetch/bounds.js";
import { openSource } from "#src/sources/ingest/fetch/open.js";

const COLUMNS = "Id,Unit,Note,Amount";
const NOTE = "a text that makes the rows long enough";
const listRows = (count: number, cellOf: (at: number) => string): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${at},Unit ${at % 50},${NOTE},${cellOf(at)}`);
const amountOf = (at: number): string => `${(at * 37) % 1000}.${10 + (at % 90)}`;

/** Analyse a file. @returns also the number of times that it was opened */
async function analyse(lines: readonly string[]) {
  const directory = await mkdtemp(join(tmpdir(), "spendcube-"));
  try {
    const path = join(directory, "table.csv");
    await writeFile(path, `${lines.join("\n")}\n`);
    const source = await openSource({ kind: "file", path, name: "table.csv" }, { directory });
    let readings = 0;
    const counted = Object.defineProperty({ ...source }, "path", {
      get: () => {
        readings++;
        return path;
      },
    });
    return { analysis: await analyseSource(counted, { bounds: sourceBounds({}) }), readings };
  } finally {
    await rm(directory, { recursive: true });
  }
}

describe("the analysis of a large table", () => {
  it("reads all of it once, also for the totals that it may state", async () => {
    const small = await analyse([COLUMNS, ...listRows(5000, amountOf)]);
    const { analysis, readings } = await analyse([COLUMNS, ...listRows(40_000, amountOf)]);
    assert.deepEqual([analysis.rows, analysis.isWhole], [40_000, true]);
    // A small table is read for what is in it and again for totals, a large one so at its begin and once as a whole.
    assert.equal(readings, (small.readings / 2) * 3);
  });

  it("finds the totals in columns that are amounts only below its begin", async () => {
    const rows = listRows(40_000, (at) => (at < 18_000 ? "" : "2.50"));
    const { analysis } = await analyse([COLUMNS, ...rows, `,Total,,55000`]);
    assert.match(analysis.totals?.[0] ?? "", /55,000/);
  });
});
