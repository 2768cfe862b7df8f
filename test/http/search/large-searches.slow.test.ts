import assert from "node:assert/strict";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { after, before, beforeEach, describe, it } from "node:test";
import type { Entry } from "#src/core/engine/entry.js";
import type { Hit } from "#src/core/engine/search.js";
import { UNBOUNDED } from "#src/core/engine/bounds.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { makeRoutes } from "#src/features/features.js";
import { contextOf, engineOf, spendingDataset, spendingEngine } from "../../fixtures.js";
import { request, waitUntil } from "../client.js";
import { startTestServer, type TestServer } from "../server.js";

/** Each batch of entries comes to about a megabyte in every form. */
const BATCHES = 100;
const ROWS = 500;
const TEXT = "0123456789abcdef".repeat(128);
const FOUND = BATCHES * ROWS;

interface Reading {
  numBatches: number;
  isOver: boolean;
}

let reading: Reading;
let server: TestServer;

/** Hits that nothing could keep, counted when they are read. */
async function* readHits(entry: Entry): AsyncGenerator<readonly Hit[]> {
  const mine = reading;
  try {
    for (let batch = 0; batch < BATCHES; batch++) {
      mine.numBatches++;
      yield Array.from({ length: ROWS }, (_, row) => {
        const id = (batch * ROWS + row).toString(16).padStart(40, "0");
        return { entry: { ...entry, id }, score: 0 };
      });
    }
  } finally {
    mine.isOver = true;
  }
}

before(async () => {
  const one = spendingEngine([{ id: "a", paid: 1n, region: TEXT }]);
  const entry = (await withReader(one, UNBOUNDED, (reader) => reader.findEntry("a".padStart(40, "0"))))!;
  const found = { numEntries: FOUND, facets: [], statistics: [], hits: () => readHits(entry) };
  const engine = engineOf({ numEntries: FOUND }, { search: async () => found });
  server = await startTestServer(makeRoutes(contextOf([spendingDataset([], { engine })])));
});
after(() => server.stop());
beforeEach(() => {
  reading = { numBatches: 0, isOver: false };
});

function ask(format: string): Promise<IncomingMessage> {
  const url = `${server.url}/api/2/search?pagesize=${FOUND}&format=${format}`;
  const sent = get(url, { agent: false, headers: { "Accept-Encoding": "identity" } });
  return once(sent, "response").then(([response]) => response as IncomingMessage);
}

/** Wait until no more is read although other requests are answered. */
async function waitForStall(): Promise<number> {
  for (let before = -1; before !== reading.numBatches || before === 0;) {
    before = reading.numBatches;
    for (let i = 0; i < 20; i++) await request(`${server.url}/api/mytax?income=1`);
  }
  return reading.numBatches;
}

async function countEntries(response: IncomingMessage): Promise<number> {
  let texts = 0;
  let kept = "";
  for await (const piece of response) {
    const pieces = (kept + String(piece)).split(TEXT);
    texts += pieces.length - 1;
    kept = pieces.at(-1)!;
  }
  return texts;
}

describe("a search that finds much", () => {
  for (const format of ["json", "csv", "ndjson"]) {
    it(`as ${format} is read from its table while it is sent, and arrives complete`, async () => {
      const response = await ask(format);
      const numBatches = await waitForStall();
      assert.ok(numBatches < BATCHES / 4, `${numBatches} batches were read for nobody`);
      assert.equal(reading.isOver, false);
      assert.equal(await countEntries(response), FOUND);
      assert.deepEqual(reading, { numBatches: BATCHES, isOver: true });
    });

    it(`as ${format} is cancelled when its client disconnects`, async () => {
      const mine = reading;
      const response = await ask(format);
      response.destroy();
      await waitUntil(() => mine.isOver, "reading was given up");
      assert.ok(mine.numBatches < BATCHES / 4, `${mine.numBatches} batches were read for nobody`);
    });
  }
});
