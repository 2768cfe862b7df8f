import assert from "node:assert/strict";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { type RecordReader, recordReaderHere } from "#src/sources/ingest/read-record.js";
import { type Body, type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { SOURCE_MODEL } from "./source-town.js";

let server: LoadingServer;
const reported: unknown[] = [];
let beforeRead = async (): Promise<void> => {};

async function rowOf(path: string, user: string | null = null): Promise<Body> {
  return server.ask(user, "GET", path);
}

describe("rows of kept files", () => {
  before(async () => {
    const records: RecordReader = {
      readRecord: (request) => beforeRead().then(() => recordReaderHere.readRecord(request)),
    };
    const onError = (error: unknown): void => void reported.push(error);
    server = await startLoading({ keepsSources: true, loads: () => ({ onError, records }) });
    const metadata = server.files.put("/town.json", SOURCE_MODEL);
    const lines = [
      "amount,year,to,remark",
      '1.50,2009-01-01,"a, b",first',
      "2,2009-01-01,c",
      '3,2009-01-01,"d\ne",x,y',
    ];
    const files = {
      "/one.csv": `${lines.join("\n")}\n`,
      "/two.csv.gz": gzipSync(Buffer.from("to;amount;year\nZo\xeb;4;2010\n", "latin1")),
    };
    for (const [path, bytes] of Object.entries(files)) {
      await server.loaded("ada", { csv_file: server.files.put(path, bytes), metadata, skip_invalid: "true" });
    }
  });

  after(() => server.stop());

  it("are told as they were published: quoted, with columns that no field has, short and long", async () => {
    const cells = async (row: number): Promise<unknown> => {
      const { json } = await rowOf(`/town/sources/1/rows/${row}.json`);
      return [json.line, json.cells];
    };
    assert.deepEqual(await cells(1), [2, ["1.50", "2009-01-01", "a, b", "first"]]);
    assert.deepEqual(await cells(2), [3, ["2", "2009-01-01", "c"]]);
    assert.deepEqual(await cells(3), [4, ["3", "2009-01-01", "d\ne", "x", "y"]]);
    const { json } = await rowOf("/town/sources/2/rows/1.json");
    const [version] = (await server.ask(null, "GET", "/town/meta/versions.json")).json;
    const [, { digest, url }] = version.sources;
    assert.deepEqual(json, {
      source: { id: 2, url, row: 1, loaded: json.source.loaded, digest },
      line: 2,
      columns: ["to", "amount", "year"],
      cells: ["Zo\xeb", "4", "2010"],
      html_url: `${server.url}/town/sources/2/rows/1`,
    });
  });

  it("stand beside the entry that was read from them", async () => {
    const search = await server.ask(null, "GET", "/api/2/search?dataset=town&fq=source:2&provenance=true");
    const [{ id, source }] = search.json.results;
    const path = `/town/sources/2/rows/${source.row}`;
    const { json } = await rowOf(`${path}.json?entry=${id}`);
    assert.deepEqual([json.entry.id, json.entry.amount, json.source], [id, 4, source]);
    assert.equal((await rowOf(`/town/sources/1/rows/1.json?entry=${id}`)).json.entry, null);
    const accept = { headers: { Accept: "text/html" } };
    const entry = await server.ask(null, "GET", `/town/entries/${id}`, accept);
    assert.ok(entry.text.includes(`href="${path}?entry=${id}"`));
    const page = (await server.ask(null, "GET", `${path}?entry=${id}`, accept)).text.replaceAll(/\s+/g, " ");
    assert.match(page, /<h1[^>]*>Row 1 of [^<]*two\.csv\.gz<\/h1>/);
    assert.match(page, /<th scope="row"><bdi>to<\/bdi><\/th> <td><bdi>Zo\xeb<\/bdi><\/td>/);
    assert.match(page, new RegExp(`<a href="/town/entries/${id}"`));
  });

  it("are those of the version that is named", async () => {
    const { json } = await rowOf("/town@1/sources/1/rows/1.json");
    assert.equal(json.html_url, `${server.url}/town@1/sources/1/rows/1`);
    assert.equal((await rowOf("/town@1/sources/2/rows/1.json")).status, 404);
  });

  it("are not found where there are none, in a sentence", async () => {
    const sentences = {
      "/town/sources/1/rows/4.json": /has no row 4/,
      "/town/sources/1/rows/0.json": /is not a number of a row; the first after the header is 1/,
      "/town/sources/1/rows/x.json": /is not a number of a row/,
      "/town/sources/9/rows/1.json": /has no source "9"/,
    };
    for (const [path, sentence] of Object.entries(sentences)) {
      const { status, json } = await rowOf(path);
      assert.equal(status, 404, path);
      assert.match(json.errors[0], sentence);
    }
  });

  it("are kept by a load of an unchanged file that was not kept", async () => {
    const metadata = server.files.put("/other.json", {
      ...SOURCE_MODEL,
      dataset: { ...SOURCE_MODEL.dataset, name: "other" },
    });
    const csv_file = server.files.put("/other.csv", "amount,year,to\n1,2009-01-01,a\n");
    const { catalog } = server.context;
    const keeps = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(catalog), "keepsSources")!;
    Object.defineProperty(catalog, "keepsSources", { value: false, configurable: true });
    await server.loaded("ada", { csv_file, metadata });
    assert.match((await rowOf("/other/sources/1/rows/1.json")).json.errors[0], /is not kept/);
    Object.defineProperty(catalog, "keepsSources", keeps);
    await server.loaded("ada", { csv_file, metadata });
    assert.deepEqual((await rowOf("/other/sources/1/rows/1.json")).json.cells, ["1", "2009-01-01", "a"]);
    assert.equal((await server.ask(null, "GET", "/other/meta/versions.json")).json.length, 1, "no new version");
  });

  it("leave no temporary file, and none of a load that fails", async () => {
    const sources = join(server.directory, "data", "sources");
    const kept = await readdir(sources);
    const metadata = server.files.put("/town.json", SOURCE_MODEL);
    const csv_file = server.files.put("/bad.csv", "amount,year,to\nmuch,2009-01-01,a\n");
    const failed = await server.load("ada", { csv_file, metadata, wait: "true" });
    assert.equal(failed.status, 400);
    assert.deepEqual(await readdir(sources), kept);
    assert.deepEqual(await readdir(join(server.directory, "downloads")), []);
  });

  it("are gone with the versions that are purged", async () => {
    const metadata = server.files.put("/town.json", SOURCE_MODEL);
    const csv_file = server.files.put("/one.csv", "amount,year,to\n9,2009-01-01,z\n");
    const [old] = (await server.ask(null, "GET", "/town@1/meta/versions.json")).json.at(-1).sources;
    const file = join(server.directory, "data", "sources", `${old.digest.slice("sha-256:".length)}.gz`);
    assert.ok((await readFile(file)).length > 0);
    await server.loaded("ada", { csv_file, metadata });
    assert.ok((await readFile(file)).length > 0);
    await server.context.catalog.purge("town", [1, 2]);
    await assert.rejects(readFile(file), /ENOENT/);
    assert.equal((await rowOf("/town@1/sources/1/rows/1.json")).status, 410);
  });

  it("are gone, and no damage, if their version is purged or their file replaced while they are read", async () => {
    const metadata = server.files.put("/brief.json", {
      ...SOURCE_MODEL,
      dataset: { ...SOURCE_MODEL.dataset, name: "brief" },
    });
    for (const amount of [1, 2]) {
      const csv_file = server.files.put("/brief.csv", `amount,year,to\n${amount},2009-01-01,z\n`);
      await server.loaded("ada", { csv_file, metadata });
    }
    const { catalog } = server.context;
    const numErrors = reported.length;
    beforeRead = () => catalog.purge("brief", [1]);
    const { status, json } = await rowOf("/brief@1/sources/1/rows/1.json");
    beforeRead = async () => {};
    assert.equal(status, 410);
    assert.match(json.errors[0], /Version 1 of "brief", of .* was purged/);
    beforeRead = async () => {
      beforeRead = async () => {};
      const csv_file = server.files.put("/brief.csv", "amount,year,to\n3,2009-01-01,z\n");
      await server.loaded("ada", { csv_file, metadata });
      await catalog.purge("brief", [2]);
    };
    const replaced = await rowOf("/brief/sources/1/rows/1.json");
    assert.equal(replaced.status, 404);
    assert.match(replaced.json.errors[0], /The file of source 1 of "brief" was replaced while it was read/);
    assert.equal(reported.length, numErrors);
  });

  it("that are damaged or exchanged on disk are never shown", async () => {
    const metadata = server.files.put("/damaged.json", {
      ...SOURCE_MODEL,
      dataset: { ...SOURCE_MODEL.dataset, name: "damaged" },
    });
    const csv_file = server.files.put("/damaged.csv", "amount,year,to\n5,2009-01-01,e\n6,2010-01-01,f\n");
    // Answers about private datasets are not cached.
    await server.loaded("ada", { csv_file, metadata, private: "true" });
    const path = "/damaged/sources/1/rows/2.json";
    const { digest } = (await rowOf(path, "ada")).json.source;
    const file = join(server.directory, "data", "sources", `${digest.slice("sha-256:".length)}.gz`);
    const bytes = await readFile(file);
    const places = [...bytes.keys()].filter((at) => at % 5 === 0);
    const flipped = places.map((at) => Buffer.from(bytes.with(at, bytes[at]! ^ (1 << (at % 8)))));
    const other = gzipSync("amount,year,to\n7,2009-01-01,g\n8,2010-01-01,h\n");
    const numErrors = reported.length;
    for (const [at, damaged] of [other, Buffer.concat([bytes, bytes]), bytes.subarray(0, -1), ...flipped].entries()) {
      await writeFile(file, damaged);
      const { status, json } = await rowOf(path, "ada");
      // A few bytes of the header mean nothing.
      if (status === 200) assert.deepEqual(json.cells, ["6", "2010-01-01", "f"], `damage ${at}`);
      else assert.match(json.errors[0], /is missing or damaged/, `damage ${at}`);
      if (at < 3) assert.equal(status, 404, `damage ${at}`);
    }
    assert.ok(reported.length - numErrors > places.length - 3);
    await writeFile(file, bytes);
  });

  it("that are missing on disk are reported to the operator", async () => {
    await rm(join(server.directory, "data", "sources"), { recursive: true });
    const { status, json } = await rowOf("/town/sources/1/rows/1.json");
    assert.equal(status, 404);
    assert.match(json.errors[0], /is missing or damaged/);
    assert.match(String(reported.at(-1)), /missing or damaged: ENOENT/);
  });
});
