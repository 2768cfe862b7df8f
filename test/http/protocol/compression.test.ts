import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { request } from "../client.js";
import { custom, LARGE, ROUTES, streaming } from "./routes.js";
import { startTestServer, type TestServer } from "../server.js";

/** Rows enough for several batches, cut in the middle of characters of two code units. */
const ROWS = Array.from({ length: 4000 }, (_, i) => `${i} 😀 ${"ß".repeat(i % 50)}\n`).join("");

let server: TestServer;
before(async () => {
  const units = Array.from({ length: Math.ceil(ROWS.length / 7) }, (_, i) => ROWS.slice(i * 7, i * 7 + 7));
  const async = async function* () {
    yield* units;
  };
  const sized = custom("/api/2/sized", ({ parameters }) => ({
    version: "1",
    lastModified: new Date(0),
    canonical: parameters.get("bytes") ?? "",
    public: true,
    formats: { json: async () => ({ chunks: ["x".repeat(Number(parameters.get("bytes") ?? 0))] }) },
  }));
  server = await startTestServer([
    ...ROUTES,
    sized,
    streaming("/api/2/rows", () => units),
    streaming("/api/2/async", async),
  ]);
});
after(() => server.stop());

const decode = { br: brotliDecompressSync, gzip: gunzipSync } as const;

describe("compression", () => {
  const choices: readonly [accept: string | undefined, encoding: string | undefined][] = [
    [undefined, undefined],
    ["", undefined],
    ["gzip", "gzip"],
    ["br", "br"],
    ["gzip, deflate, br", "br"],
    ["gzip, deflate, br, zstd", "br"],
    ["br;q=0.5, gzip;q=0.8", "gzip"],
    ["*", "br"],
    ["br;q=0, *", "gzip"],
    ["identity", undefined],
    ["identity, gzip;q=0.5", undefined],
    ["deflate", undefined],
    ["GZIP", "gzip"],
    ["gzip;q=0", undefined],
  ];
  for (const path of ["/api/2/large", "/api/2/rows", "/api/2/async"]) {
    for (const [accept, encoding] of choices) {
      it(`of ${path} for "${accept ?? "nothing"}" is ${encoding ?? "none"}`, async () => {
        const headers: Record<string, string> = accept === undefined ? {} : { "Accept-Encoding": accept };
        const { body, ...response } = await request(server.url + path, { headers });
        assert.equal(response.headers["content-encoding"], encoding);
        const bytes = encoding === undefined ? body : decode[encoding as keyof typeof decode](body);
        assert.equal(bytes.toString(), path === "/api/2/large" ? LARGE : ROWS);
      });
    }
  }

  const sizes: readonly [bytes: number, accept: string, encoding: string | undefined][] = [
    [0, "gzip", undefined],
    [1024, "gzip", undefined],
    [1025, "gzip", "gzip"],
    [65_535, "br", "br"],
    [65_536, "br", "br"],
    [10, "gzip, identity;q=0", "gzip"],
  ];
  for (const [bytes, accept, encoding] of sizes) {
    it(`of ${bytes} bytes for "${accept}" is ${encoding ?? "none"}`, async () => {
      const { headers, body } = await request(`${server.url}/api/2/sized?bytes=${bytes}`, {
        headers: { "Accept-Encoding": accept },
      });
      assert.equal(headers["content-encoding"], encoding);
      assert.equal(headers["content-length"], String(body.length));
    });
  }

  it("not requested: a body in one piece has its length", async () => {
    const { headers, body } = await request(`${server.url}/api/2/large`);
    assert.equal(headers["content-length"], String(Buffer.byteLength(LARGE)));
    assert.equal(body.toString(), LARGE);
  });

  it("not requested: a stream comes in chunks, and from the cache with its length", async () => {
    const path = `${server.url}/api/2/rows`;
    const accepted = { headers: { "Accept-Encoding": "identity, *;q=0.5" } };
    const { headers, text } = await request(path, accepted);
    assert.deepEqual([headers["content-length"], headers["transfer-encoding"]], [undefined, "chunked"]);
    const again = await request(path, accepted);
    assert.deepEqual(
      [again.headers["content-length"], again.headers["transfer-encoding"], again.text === text],
      [String(Buffer.byteLength(text)), undefined, true],
    );
  });
});
