import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import { asyncBufferFromUrl, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { REPLY_HEADERS } from "#src/web/http/message/header-names.js";
import { explainNoDuckDb, withDuckDb } from "../../duckdb.js";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";

const MODEL = {
  dataset: { name: "town", label: "Town", description: "", currency: "EUR" },
  mapping: {
    amount: { type: "measure", label: "Amount", column: "amount", datatype: "float" },
    time: { type: "date", label: "Year", column: "year", datatype: "date" },
    to: { type: "attribute", label: "To", column: "to", datatype: "string", key: true },
  },
};

/** More than fits into one piece of a stream. */
const ROWS = Array.from(
  { length: 4000 },
  (_, at) => `${at}.25,2009-01-01,${createHash("md5").update(String(at)).digest("hex")}`,
);

let server: LoadingServer;

before(async () => {
  server = await startLoading();
  const csv_file = server.files.put("/town.csv", ["amount,year,to", ...ROWS, ""].join("\n"));
  await server.loaded("ada", { csv_file, metadata: server.files.put("/town.json", MODEL) });
});

after(() => server.stop());

async function get(path: string, headers: Record<string, string> = {}, method = "GET") {
  const response = await fetch(server.url + path, { method, headers });
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
}

const EXTENSIONS = ["csv", "ndjson", "arrows", "parquet", "csv.gz", "ndjson.gz"];

for (const [whose, name] of [
  ["a version", "town@1"],
  ["the current version", "town"],
] as const) {
  describe(`files of ${whose}`, () => {
    for (const extension of EXTENSIONS) describeFile(`/${name}/meta/entries.${extension}`, name.includes("@"));

    it("say by HEAD what GET would send, and send no body", async () => {
      for (const file of [...EXTENSIONS.map((extension) => `entries.${extension}`), "datapackage.json"]) {
        const path = `/${name}/meta/${file}`;
        const whole = await get(path);
        const { status, headers, body } = await get(path, {}, "HEAD");
        assert.deepEqual([status, body.length], [200, 0], path);
        assert.equal(headers.get("content-length"), String(whole.body.length), path);
        assert.equal(headers.get("transfer-encoding"), null);
        for (const kept of ["etag", "repr-digest", "accept-ranges", "content-type", "content-disposition", "link"])
          assert.equal(headers.get(kept), whole.headers.get(kept), `${path}: ${kept}`);
      }
    });

    it("have their data package in parts, too", async () => {
      const path = `/${name}/meta/datapackage.json`;
      const { headers, body } = await get(path);
      assert.equal(headers.get("content-length"), String(body.length));
      assert.equal(headers.get("repr-digest"), `sha-256=:${createHash("sha256").update(body).digest("base64")}:`);
      const part = await get(path, { Range: "bytes=2-9" });
      assert.deepEqual([part.status, part.body.toString()], [206, body.subarray(2, 10).toString()]);
      const pretty = await get(`${path}?pretty=true`);
      assert.equal(pretty.headers.get("accept-ranges"), null);
      assert.deepEqual(JSON.parse(pretty.body.toString()), JSON.parse(body.toString()));
    });
  });
}

function describeFile(path: string, isFixed: boolean): void {
  const extension = path.slice(path.indexOf(".") + 1);
  it(`.${extension} has all entries, its length and a digest`, async () => {
    const { status, headers, body } = await get(path, { "Accept-Encoding": "gzip, identity" });
    assert.equal(status, 200);
    assert.equal(headers.get("repr-digest"), `sha-256=:${createHash("sha256").update(body).digest("base64")}:`);
    assert.equal(/immutable/.test(headers.get("cache-control")!), isFixed);
    assert.equal(headers.get("content-length"), String(body.length));
    assert.equal(headers.get("accept-ranges"), "bytes");
    assert.equal(headers.get("content-encoding"), null);
    assert.ok((await get(path)).body.equals(body));
    if (extension.endsWith(".gz")) assert.deepEqual(gunzipSync(body), (await get(path.slice(0, -3))).body);
  });

  it(`.${extension} comes in parts`, async () => {
    const { body: whole, headers } = await get(path);
    const size = whole.length;
    const etag = headers.get("etag")!;
    const parts: readonly [range: string, first: number, end: number][] = [
      ["bytes=0-0", 0, 1],
      ["bytes=10-70000", 10, Math.min(70_001, size)],
      ["bytes=65536-", 65_536, size],
      [`bytes=${size - 1}-${size + 10}`, size - 1, size],
      ["bytes=-5", size - 5, size],
      [`bytes=-${size + 1}`, 0, size],
    ];
    for (const [range, first, end] of parts) {
      const part = await get(path, { Range: range, "If-Range": etag });
      assert.equal(part.status, 206, range);
      assert.equal(part.headers.get("content-length"), String(end - first), range);
      assert.equal(part.headers.get("content-range"), `bytes ${first}-${end - 1}/${size}`);
      assert.ok(part.body.equals(whole.subarray(first, end)), range);
    }
    const beyond = await get(path, { Range: `bytes=${size}-` });
    assert.deepEqual([beyond.status, beyond.headers.get("content-range")], [416, `bytes */${size}`]);
    for (const headersOfWhole of [
      { Range: "bytes=1-2", "If-Range": '"old"' },
      { Range: "bytes=2-1" },
      { Range: "lines=1-2" },
      { Range: "bytes=1-2,4-5" },
    ]) {
      assert.equal(
        (await get(path, headersOfWhole as Record<string, string>)).status,
        200,
        JSON.stringify(headersOfWhole),
      );
    }
    assert.equal((await get(path, { Range: "bytes=1-2", "If-None-Match": etag })).status, 304);
    assert.equal((await get(path, { Range: "bytes=1-2" }, "HEAD")).status, 200);
  });
}

describe("Parquet of the current version", () => {
  const address = (): string => `${server.url}/town/meta/entries.parquet`;

  it("is read by columns over HTTP", async () => {
    let sent = 0;
    const counted: typeof fetch = async (...request) => {
      const response = await fetch(...request);
      if (response.body) sent += Number(response.headers.get("content-length"));
      return response;
    };
    const file = await asyncBufferFromUrl({ url: address(), fetch: counted });
    const metadata = await parquetMetadataAsync(file, { initialFetchSize: 2000 });
    const rows = await parquetReadObjects({ file, metadata, columns: ["amount", "time.year"] });
    const amounts = rows.map((row) => Number(row["amount"])).toSorted((a, b) => a - b);
    assert.deepEqual(
      amounts,
      ROWS.map((row) => Number(row.split(",")[0])),
    );
    assert.ok(rows.every((row) => row["time.year"] === "2009"));
    assert.ok(sent < file.byteLength / 2, `${sent} of ${file.byteLength} bytes were sent`);
  });

  it("is read by DuckDB at its address", { skip: explainNoDuckDb() }, () =>
    withDuckDb(async (query) => {
      const [row] = await query(`SELECT count(*), sum(amount) FROM read_parquet('${address()}')`);
      const total = ROWS.reduce((sum, line) => sum + Number(line.split(",")[0]), 0);
      assert.deepEqual(row!.map(Number), [ROWS.length, total]);
    }),
  );
});

/** Headers that browsers show to scripts of other origins in any case. */
const SAFE = "cache-control content-language content-length content-type expires last-modified pragma".split(" ");

/** Headers that say how to treat a reply, and nothing about it; and those of the connection. */
const TREATMENT = Object.entries(REPLY_HEADERS).flatMap(([name, use]) => (use === "none" ? [name.toLowerCase()] : []));
const CONNECTION = ["connection", "keep-alive", "transfer-encoding"];

describe("headers that scripts of other origins may read", () => {
  it("are all that a reply has, but for those that say how to treat it", async () => {
    const seen = new Set<string>();
    const cases: readonly (readonly [path: string, method?: string, headers?: Record<string, string>])[] = [
      ["/"],
      ["/town"],
      ["/town/to.distinct.json?pagesize=1"],
      ["/api/2/aggregate?dataset=town&format=csv&cut=to:Nowhere"],
      ["/api/2/aggregate"],
      ["/api/2/aggregate?dataset=town", "POST"],
      ["/api/2/aggregate?dataset=town", "OPTIONS"],
      ["/api/2/permissions?dataset=town", "GET", { Authorization: "Basic x" }],
      ["/town/entries.csv"],
      ["/town@1/meta/entries.parquet"],
      ["/town@1/meta/entries.parquet", "GET", { Range: "bytes=-8" }],
      ["/town@1/meta/entries.parquet", "GET", { Range: "bytes=99999999-" }],
    ];
    for (const [path, method = "GET", given = {}] of cases) {
      const { headers } = await fetch(server.url + path, { method, headers: given, redirect: "manual" });
      const exposed = headers.get("access-control-expose-headers")!.toLowerCase().split(", ");
      for (const name of headers.keys()) {
        seen.add(name);
        const isKnown = [...exposed, ...SAFE, ...TREATMENT, ...CONNECTION].includes(name);
        assert.ok(isKnown, `${method} ${path} does not expose ${name}`);
      }
    }
    const wanted = ["content-range", "accept-ranges", "repr-digest", "link", "spendcube-warnings", "allow", "location"];
    assert.deepEqual(
      wanted.filter((name) => !seen.has(name)),
      [],
    );
  });
});
