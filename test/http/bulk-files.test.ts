import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import { REPLY_HEADERS } from "#src/http/message/header-names.js";
import { type LoadingServer, startLoading } from "./loading-server.js";

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

describe("files of a version", () => {
  for (const extension of ["csv", "ndjson", "arrows", "parquet", "csv.gz", "ndjson.gz"]) {
    const path = `/town@1/meta/entries.${extension}`;

    it(`.${extension} has all entries, a digest and no end of its life`, async () => {
      const { status, headers, body } = await get(path, { "Accept-Encoding": "gzip, identity" });
      assert.equal(status, 200);
      assert.equal(headers.get("repr-digest"), `sha-256=:${createHash("sha256").update(body).digest("base64")}:`);
      assert.match(headers.get("cache-control")!, /immutable/);
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

  it("of the current version, which changes, come whole", async () => {
    const { status, headers } = await get("/town/meta/entries.csv", { Range: "bytes=1-2" });
    assert.deepEqual([status, headers.get("accept-ranges"), headers.get("repr-digest")], [200, null, null]);
  });
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
