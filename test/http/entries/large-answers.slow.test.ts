import assert from "node:assert/strict";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { after, before, beforeEach, describe, it } from "node:test";
import { createGunzip } from "node:zlib";
import { RecordBatchReader } from "apache-arrow";
import type { Cells, Reader } from "#src/core/engine/engine.js";
import { makeRoutes } from "#src/features/features.js";
import { contextOf, engineOf, spendingDataset } from "../../fixtures.js";
import { request, waitUntil } from "../client.js";
import { startTestServer, type TestServer } from "../server.js";

/** Each batch of cells comes to about a megabyte in every form. */
const BATCHES = 100;
const ROWS = 4000;
const TEXT = "0123456789abcdef".repeat(16);
const CELLS = BATCHES * ROWS;

interface Reading {
  numBatches: number;
  isOver: boolean;
}

let reading: Reading;
let server: TestServer;

/** Cells that nothing could keep, counted when they are read. */
async function* readCells(): AsyncGenerator<Cells> {
  const mine = reading;
  try {
    for (let batch = 0; batch < BATCHES; batch++) {
      mine.numBatches++;
      const ids = Array.from({ length: ROWS }, (_, row) => batch * ROWS + row);
      yield {
        length: ROWS,
        keys: [ids.map((id) => `${id} ${TEXT}`)],
        sums: [{ scale: 2, unscaled: Float64Array.from(ids) }],
        numEntries: new Float64Array(ROWS).fill(1),
      };
    }
  } finally {
    mine.isOver = true;
  }
}

before(async () => {
  const aggregate: Reader["aggregate"] = async () => ({
    totals: [{ unscaled: 1n, scale: 0 }],
    numEntries: CELLS,
    numCells: CELLS,
    cells: { [Symbol.asyncIterator]: readCells },
  });
  const engine = engineOf({ numEntries: CELLS }, { aggregate });
  server = await startTestServer(makeRoutes(contextOf([spendingDataset([], { engine })])));
});
after(() => server.stop());
beforeEach(() => {
  reading = { numBatches: 0, isOver: false };
});

function ask(format: string, encoding: string): Promise<IncomingMessage> {
  const url = `${server.url}/api/2/aggregate?dataset=town&drilldown=region&pagesize=${CELLS}&format=${format}`;
  const sent = get(url, { agent: false, headers: { "Accept-Encoding": encoding } });
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

describe("a large answer", () => {
  for (const format of ["json", "csv", "ndjson", "arrow"]) {
    it(`as ${format} is computed while it is read, and arrives complete`, async () => {
      const response = await ask(format, "identity");
      const numBatches = await waitForStall();
      assert.ok(numBatches < BATCHES / 4, `${numBatches} batches were read for nobody`);
      assert.equal(reading.isOver, false);
      assert.equal(await countCells(format, response), CELLS);
      assert.deepEqual(reading, { numBatches: BATCHES, isOver: true });
    });

    it(`as ${format} is cancelled when its client disconnects`, async () => {
      const mine = reading;
      const response = await ask(format, "identity");
      response.destroy();
      await waitUntil(() => mine.isOver, "reading was given up");
      assert.ok(mine.numBatches < BATCHES / 4, `${mine.numBatches} batches were read for nobody`);
    });
  }

  it("is compressed while it is read", async () => {
    const mine = reading;
    const response = await ask("ndjson", "gzip");
    assert.equal(response.headers["content-encoding"], "gzip");
    const plain = response.pipe(createGunzip());
    await once(plain, "readable");
    assert.ok(mine.numBatches < BATCHES);
    response.destroy();
    await waitUntil(() => mine.isOver, "reading was given up");
    assert.ok(mine.numBatches < BATCHES);
  });

  it("is not computed for HEAD beyond its beginning", async () => {
    const mine = reading;
    const url = `${server.url}/api/2/aggregate?dataset=town&drilldown=region&pagesize=${CELLS}`;
    const { status, body } = await request(url, { method: "HEAD" });
    assert.deepEqual([status, body.length], [200, 0]);
    await waitUntil(() => mine.isOver, "reading was given up");
    assert.ok(mine.numBatches <= 2);
  });
});

/** The cells of a body, counted as it arrives. */
async function countCells(format: string, response: IncomingMessage): Promise<number> {
  if (format === "arrow") {
    let rows = 0;
    for await (const batch of await RecordBatchReader.from(response)) rows += batch.numRows;
    return rows;
  }
  let texts = 0;
  let kept = "";
  for await (const piece of response) {
    const text = kept + String(piece);
    const pieces = text.split(TEXT);
    texts += pieces.length - 1;
    kept = pieces.at(-1)!;
  }
  return texts;
}
