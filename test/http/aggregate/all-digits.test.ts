import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { after, before, describe, it } from "node:test";
import { authenticate } from "#src/access/authenticate.js";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { makeRoutes } from "#src/features/features.js";
import { type Server, startServer } from "#src/web/http/start-server.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { decimalNumber, decimalText } from "#src/core/model/values/decimal.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { contextOf, entryInput, SPENDING, spendingDataset } from "../../fixtures.js";

/** Amounts of each region, times 10^scale. */
const REGIONS: Readonly<Record<string, readonly bigint[]>> = {
  small: [1n, 2n],
  "below 2^53": [2n ** 52n, 2n ** 52n - 1n],
  "at 2^53": [2n ** 52n, 2n ** 52n],
  "beyond 2^53": [9999999999999999n, 0n],
  "far beyond 2^53": [2n ** 61n, 12345n],
  "beyond 2^63": [2n ** 63n - 1n, 2n ** 63n - 1n, 3n],
  "far beyond 2^63": [10n ** 30n, 7n],
  "negative below 2^53": [-(2n ** 52n), -3n],
  "negative beyond 2^53": [-(2n ** 53n), -1n],
  "negative beyond 2^63": [-(2n ** 63n), -(2n ** 63n), -1n],
  nothing: [5n, -5n],
};
/** Amounts whose sum fits one 64-bit column, which is added up in another way. */
const NARROW = new Set(Object.keys(REGIONS).filter((name) => !name.includes("2^63")));

const kernel = Kernel.start();
const models = Array.from({ length: 19 }, (_, scale) =>
  ["wide", "narrow"].map((width) => ({ name: `${width}-${scale}`, scale, width })),
).flat();
let server: Server;

function datasetOf({ name, scale, width }: (typeof models)[number]) {
  const { model } = parseModel({ ...SPENDING, dataset: { ...SPENDING.dataset, name } });
  const builder = columnarFormat(kernel).build(model, null, 1);
  for (const [region, amounts] of regionsOf(width)) {
    for (const [at, unscaled] of amounts.entries()) {
      const entry = entryInput({ id: Buffer.from(`${region}${at}`).toString("hex").slice(-40), paid: 0n, region });
      builder.write([{ ...entry, amounts: [{ unscaled, scale }, entry.amounts[1]!] }]);
    }
  }
  return spendingDataset([], { model, engine: builder.finish().engine });
}

function regionsOf(width: string): readonly (readonly [string, readonly bigint[]])[] {
  return Object.entries(REGIONS).filter(([name]) => width === "wide" || NARROW.has(name));
}

/** The text of each region's sum and of all of them. */
function expected({ width, scale }: (typeof models)[number]): { regions: Map<string, string>; total: string } {
  const sums = regionsOf(width).map(([region, amounts]) => [region, amounts.reduce((a, b) => a + b)] as const);
  const text = (unscaled: bigint): string => decimalText({ unscaled, scale });
  return {
    regions: new Map(sums.map(([region, sum]) => [region, text(sum)])),
    total: text(sums.reduce((all, [, sum]) => all + sum, 0n)),
  };
}

before(async () => {
  const fail = (fields: object, message: string): never => assert.fail(`${message}: ${JSON.stringify(fields)}`);
  server = await startServer({
    host: "127.0.0.1",
    port: 0,
    routes: makeRoutes(contextOf(models.map(datasetOf))),
    authenticate: (authorization) => authenticate({ accounts: [], secret: null }, authorization),
    unpackDirectory: tmpdir(),
    spillDirectory: tmpdir(),
    version: "1",
    logger: { error: fail, warn: fail },
  });
});

after(async () => {
  await server.stop();
  await kernel.close();
});

async function read(path: string): Promise<string> {
  const response = await fetch(`${server.url}${path}`);
  assert.equal(response.status, 200, path);
  return response.text();
}

const CELL = /\{"region":"([^"]*)","amount":([^,]*),"num_entries":\d+\}/g;

describe("sums with all their digits", () => {
  for (const each of models) {
    const query = `/api/2/aggregate?dataset=${each.name}&drilldown=region`;
    const { regions, total } = expected(each);

    it(`stand in JSON, of ${each.width} amounts with ${each.scale} decimals`, async () => {
      const text = await read(query);
      const cells = [...text.matchAll(CELL)].map(([, region, amount]) => [region!, amount!] as const);
      assert.deepEqual(new Map(cells), regions);
      assert.equal(/"summary":\{"amount":([^,]*),/.exec(text)![1], total);
      const parsed = JSON.parse(text) as { drilldown: { region: string; amount: number }[] };
      for (const { region, amount } of parsed.drilldown) {
        const unscaled = REGIONS[region]!.reduce((a, b) => a + b);
        assert.equal(amount, decimalNumber({ unscaled, scale: each.scale }));
      }
      const pretty = await read(`${query}&pretty=true`);
      for (const sum of regions.values()) assert.ok(pretty.includes(`"amount": ${sum},\n`), sum);
    });

    it(`stand in CSV and lines of JSON, of ${each.width} amounts with ${each.scale} decimals`, async () => {
      const lines = await read(`${query}&format=ndjson`);
      const cells = [...lines.matchAll(CELL)].map(([, region, amount]) => [region!, amount!] as const);
      assert.deepEqual(new Map(cells), regions);
      const [header, ...records] = (await read(`${query}&format=csv`)).trim().split("\r\n");
      assert.equal(header, "region,amount,num_entries");
      const columns = records.map((record) => record.split(",") as [string, string]);
      assert.deepEqual(new Map(columns.map(([region, amount]) => [region, amount])), regions);
    });

    it(`stand in the statistics of a search, of ${each.width} amounts with ${each.scale} decimals`, async () => {
      const text = await read(`/api/2/search?dataset=${each.name}&stats=true&pagesize=0`);
      const amounts = regionsOf(each.width).flatMap(([, of]) => of);
      const squares = amounts.reduce((sum, amount) => sum + amount ** 2n, 0n);
      const [least, most] = amounts.reduce(([a, b], x) => [x < a! ? x : a!, x > b! ? x : b!], [0n, 0n]);
      const { scale } = each;
      for (const [key, value] of Object.entries({
        sum: total,
        sumOfSquares: decimalText({ unscaled: squares, scale: scale * 2 }),
        min: decimalText({ unscaled: least!, scale }),
        max: decimalText({ unscaled: most!, scale }),
      })) {
        assert.equal(new RegExp(`"${key}":([^,}]*)`).exec(text)![1], value, key);
      }
    });
  }

  it("are those of the contract", async () => {
    assert.match(await read("/api/2/aggregate?dataset=narrow-2&cut=region:beyond 2^53"), /"amount":99999999999999.99,/);
  });
});
