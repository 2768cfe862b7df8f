import assert from "node:assert/strict";
import { after, before } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import type { Dataset } from "#src/store/dataset.js";
import { contextOf, type Row, spendingDataset } from "../../fixtures.js";
import { request } from "../client.js";
import { startTestServer, type TestServer } from "../server.js";

const REGIONS = ["North", "South", "East", "West"];

/** Amounts of four regions and three functions in four years, with gaps and some below zero. */
export const ROWS: readonly Row[] = Array.from({ length: 120 }, (_, at): Row => {
  const year = 2008 + (at % 4);
  const amount = (at * 7919) % 10_007;
  return {
    id: `row-${at}`,
    paid: BigInt(at % 17 === 0 ? -amount : amount + 1),
    planned: BigInt((at * 31) % 5000),
    date: `${year}-${String(1 + (at % 12)).padStart(2, "0")}-0${1 + (at % 9)}`,
    region: REGIONS[Math.floor(at / 7) % 4]!,
    code: String(1 + (at % 3)),
  };
});

/** Amounts of 70 regions and 30 functions in three years with a gap, some without a region that others have. */
export const MANY_ROWS: readonly Row[] = Array.from({ length: 900 }, (_, at): Row => ({
  id: `row-${at}`,
  paid: BigInt(((at * 7919) % 100_003) + (at % 23 === 0 ? -90_000 : 0)),
  date: `${[2005, 2006, 2009][at % 3]!}-${String(1 + (at % 12)).padStart(2, "0")}-03`,
  region: `Region ${(at * 13) % 70}`,
  code: String(100 + ((at * 7) % 30)),
}));

type Answer = Readonly<Record<string, unknown>>;

/** What the aggregate call answers. */
export interface AnsweredFigures {
  readonly summary: Answer;
  readonly drilldown: readonly Answer[];
  readonly left_out?: Answer;
}

/** A server with a town, for all tests of a file. */
export interface ExploreTown {
  /** Return the page of the explorer. */
  readonly explore: (query: string) => Promise<string>;
  /** Return a page, with any status. */
  readonly open: (path: string) => Promise<{ readonly status: number; readonly text: string }>;
  readonly call: (query: string) => Promise<AnsweredFigures>;
}

/** Start a server for all tests of a file. @param more datasets beside the town */
export function startExploreTown(more: readonly Dataset[] = [], rows = ROWS): ExploreTown {
  let server: TestServer;
  before(async () => {
    server = await startTestServer(makeRoutes(contextOf([spendingDataset(rows), ...more])));
  });
  after(() => server.stop());
  const open: ExploreTown["open"] = (path) => request(server.url + path, { headers: { Accept: "text/html" } });
  return {
    open,
    async explore(query) {
      const { status, text } = await open(`/town/explore?${query}`);
      assert.equal(status, 200, text.slice(0, 2000));
      return text;
    },
    async call(query) {
      const { status, text } = await request(`${server.url}/api/2/aggregate?dataset=town&${query}`);
      assert.equal(status, 200, text);
      return JSON.parse(text) as AnsweredFigures;
    },
  };
}
