import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, describe, it } from "node:test";
import type { FileFacts } from "#src/calls/answer.js";
import { request } from "../client.js";
import { custom } from "../protocol/routes.js";
import { startTestServer, type TestServer } from "../server.js";

const PIECES = Array.from({ length: 40 }, (_, at) => `${at} `.repeat(4000));
const WHOLE = PIECES.join("");

let server: TestServer;
let steps = 0;
let passes = 0;
let known: FileFacts | null = null;

before(async () => {
  const file = custom("/api/2/file", () => ({
    version: "1",
    lastModified: null,
    canonical: "file",
    public: true,
    estimate: () => steps,
    measured: async () => known,
    measure: async () => {
      passes++;
      return (known ??= { bytes: WHOLE.length, sha256: createHash("sha256").update(WHOLE).digest("hex") });
    },
    formats: {
      json: async () => ({
        chunks: (function* () {
          passes++;
          yield* PIECES;
        })(),
      }),
    },
  }));
  // Nothing is cached: every pass is seen.
  server = await startTestServer([file], { limits: { cacheBytes: 0 } });
});
after(() => server.stop());

describe("files that take long to write", () => {
  it("are sent at once if they were not measured yet, and with their length afterwards", async () => {
    steps = 1e12;
    const first = await request(`${server.url}/api/2/file`);
    assert.deepEqual([first.status, first.text, passes], [200, WHOLE, 1]);
    assert.equal(first.headers["content-length"], undefined);
    assert.equal(first.headers["accept-ranges"], "bytes");
    const part = await request(`${server.url}/api/2/file`, { headers: { Range: "bytes=10-19" } });
    assert.deepEqual([part.status, part.text, passes], [206, WHOLE.slice(10, 20), 3]);
    const digest = createHash("sha256").update(WHOLE).digest("base64");
    for (const method of ["GET", "HEAD"]) {
      const { headers } = await request(`${server.url}/api/2/file`, { method });
      assert.equal(headers["content-length"], String(WHOLE.length));
      assert.equal(headers["repr-digest"], `sha-256=:${digest}:`);
    }
    assert.equal(passes, 4, "HEAD writes nothing");
  });

  it("are measured first if that is quick", async () => {
    [steps, known, passes] = [1000, null, 0];
    const { headers, text } = await request(`${server.url}/api/2/file`);
    assert.deepEqual([headers["content-length"], text, passes], [String(WHOLE.length), WHOLE, 2]);
  });
});
