import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { ingest, type LoadOptions, validateSource } from "#src/sources/ingest/load.js";
import { LoadFailed } from "#src/sources/ingest/report.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import type { Model } from "#src/core/model/cube.js";
import { randomRuns } from "../../../full.js";
import { smallModel } from "./collect.js";

let directory: string;
let kernel: Kernel;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), "spendcube-"));
  kernel = Kernel.start({ threads: 1 });
});
after(async () => {
  await kernel.close();
  await rm(directory, { recursive: true });
});

let files = 0;

async function write(content: string | Buffer): Promise<string> {
  const path = join(directory, `${files++}.csv`);
  await writeFile(path, content);
  return path;
}

type Options = Partial<Pick<LoadOptions, "skipInvalid" | "unique" | "parallelBytes">>;

/** Load a file; return the report and the bytes of the table, or the error. */
async function loadAll(path: string, model: Model, options: Options): Promise<unknown> {
  const format = columnarFormat(kernel);
  try {
    const { builder, report, content } = await ingest({
      model,
      source: { kind: "file", path },
      download: { directory },
      makeBuilder: (repeats) => format.build(model, null, 1, repeats),
      ...options,
    });
    const { engine, ...counts } = await builder.finish();
    const { header, parts } = format.serialize(engine);
    const table = parts.map((part) => Buffer.from(part).toString("base64"));
    engine.dispose();
    return { report, counts, content: content.digest, header, table };
  } catch (error) {
    const { name, message } = error as Error;
    return { name, message, report: error instanceof LoadFailed ? error.report : null };
  }
}

async function compare(content: string | Buffer, model = smallModel(), options: Options = {}): Promise<void> {
  const path = await write(content);
  const here = await loadAll(path, model, options);
  const there = await loadAll(path, model, { ...options, parallelBytes: 0 });
  assert.deepEqual(there, here);
}

function manyRows(row: (at: number) => string, header = "No,Name,Amount,Date"): string {
  return `${header}\n${Array.from({ length: 12_000 }, (_, at) => row(at)).join("")}`;
}

describe("a thread that casts", () => {
  it("gives the rows that this thread would read", async () => {
    await compare(manyRows((at) => `${at},Unit ${at % 300},${at % 70}.${at % 7},2012-01-0${(at % 9) + 1}\r\n`));
    await compare(manyRows((at) => `n${at},"v ""${at % 5000}""\n ${at}",${at}e${at % 30},2012\n`));
    await compare(gzipSync(manyRows((at) => (at % 1000 === 7 ? "\n" : `"${at % 900}",é${at},${at % 7},2012-02\n`))));
    await compare("No,Name,Amount,Date\n");
  });

  it("gives names in NFC, and the ids of what is written", async () => {
    const letter = (at: number): string => ["\u00e9", "e\u0301", "e"][at % 3]!;
    await compare(manyRows((at) => `${letter(at)}${at % 9000},${letter(at + (at % 7))}${at % 40},${at},2012\n`));
    await compare(manyRows((at) => `${at},${letter(at)}${at},${at},2012\n`));
  });

  it("goes on behind rows that are not plain", () =>
    compare(manyRows((at) => `${at},${at === 9000 ? 'x"y"' : "z"},1,2012\n`)));

  it("gives members of several cells, and defaults", () =>
    compare(
      manyRows((at) => `${at},${at % 40 === 0 ? "" : `Unit ${at % 40}`},${at},2012-01-01\n`),
      smallModel({
        name: {
          type: "compound",
          attributes: {
            name: { column: "Name", datatype: "id", default_value: "none" },
            label: { column: "Name", datatype: "string", default_value: "None" },
            day: { column: "Date", datatype: "string" },
          },
        },
      }),
    ));

  it("gives its errors with their lines, and what is refused", async () => {
    const rows = manyRows((at) => `${at % 9000},"n\n${at}",${at % 100 === 0 ? "x" : at},2012-01-01\n`);
    for (const skipInvalid of [true, false]) await compare(rows, smallModel(), { skipInvalid });
    await compare(rows, smallModel(), { skipInvalid: true, unique: true });
    await compare(manyRows((at) => `${at},a,1${at % 50 === 0 ? ",more" : ""}\n`));
    await compare("");
    await compare("No,Name\n1,2\n");
    await compare(manyRows((at) => (at === 9000 ? `"${at}\n` : `${at},b,1,2012\n`)));
    const valid = Buffer.from(manyRows((at) => `${at},b,1,2012\n`));
    await compare(Buffer.concat([valid, Buffer.from([0x35, 0xe9, 0x2c, 0x61, 0x2c, 0x31, 0x2c, 0x0a])]));
    await compare(gzipSync(valid).subarray(0, 10_000));
  });

  it("reads dates as their whole columns are written", async () => {
    await compare(manyRows((at) => `${at},a,1,${(at % 28) + 1}/${(at % 12) + 1}/2012\n`));
    await compare(manyRows((at) => `${at},a,1,${at < 11_000 ? "1/2/2012" : "13/2/2012"}\n`));
    await compare(manyRows((at) => `${at},a,1,0${(at % 9) + 1}/0${(at % 5) + 1}/2012\n`));
  });

  it("warns of numbers that can be read in two ways", () =>
    compare(manyRows((at) => `${at},a,"${at % 90},${100 + (at % 800)}",2012\n`)));

  it("reads tables that rules of the model tidy", () =>
    compare(
      manyRows((at) => `${at},${at % 500 === 0 ? "Total" : "a"},${at},2012\n`),
      smallModel({}, { table: { leave_out: [{ column: "Name", values: ["Total"] }] } }),
    ));

  it("can be given up", async () => {
    const path = await write(manyRows((at) => `${at},${"a".repeat(99)},1,2012\n`));
    const controller = new AbortController();
    const onProgress = (): void => controller.abort(new Error("enough"));
    const { signal } = controller;
    const source = { kind: "file", path } as const;
    const options = { model: smallModel(), source, download: { directory }, parallelBytes: 0, onProgress, signal };
    await assert.rejects(validateSource(options), /enough/);
  });

  it("gives the same rows of any text", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.constantFrom("a", ",", '"', "\n", "\r", "é", "e\u0301", "12", "2012-01-01", "1/2/2012", "\n7,x,1,2012\n"),
          {
            maxLength: 60,
          },
        ),
        fc.boolean(),
        (parts, skipInvalid) => compare(`No,Name,Amount,Date\n${parts.join("")}`, smallModel(), { skipInvalid }),
      ),
      { numRuns: randomRuns(5, 40) },
    ));
});
