import assert from "node:assert/strict";
import { after, before } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { contextOf, type Row, spendingDataset } from "../../fixtures.js";
import { startTestServer, type TestServer } from "../server.js";

const ROWS: readonly Row[] = [
  { id: "a", paid: 1000n, planned: 500n, region: "North", code: "1", date: "2008-03-02" },
  { id: "b", paid: 100n, planned: 300n, region: "North", code: "1", date: "2009-11-30" },
  { id: "c", paid: 400n, planned: 0n, region: "North", code: "2", date: "2009-12-01" },
  { id: "d", paid: -500n, planned: 700n, region: "South", code: "1", date: "2009-01-01" },
  { id: "e", paid: 250n, planned: 100n, region: "South", code: "2", date: "2011-01-01" },
  { id: "f", paid: 50n, planned: 100n, region: "West", code: "2", date: "2011-06-01" },
];

type FigureCell = Readonly<Record<string, unknown>>;

export interface FigureAnswer {
  readonly summary: FigureCell;
  readonly drilldown: readonly FigureCell[];
  readonly left_out?: FigureCell;
  readonly levels?: readonly number[];
}

/** Questions to a server with a town of three regions. */
export interface FigureTown {
  readonly call: (query: string) => Promise<Response>;
  readonly answer: (query: string) => Promise<FigureAnswer>;
  /** Return the lines of CSV. */
  readonly csv: (query: string) => Promise<readonly string[]>;
  readonly errorsOf: (query: string) => Promise<readonly string[]>;
}

/** Start a server for all tests of a file. */
export function startFigureTown(rows = ROWS): FigureTown {
  let server: TestServer;
  before(async () => {
    server = await startTestServer(makeRoutes(contextOf([spendingDataset(rows)])));
  });
  after(() => server.stop());
  const call = (query: string): Promise<Response> =>
    fetch(`${server.url}/api/2/aggregate?dataset=town&${query.replaceAll("%", "%25")}`);
  return {
    call,
    async answer(query) {
      const response = await call(query);
      assert.equal(response.status, 200, await response.clone().text());
      return (await response.json()) as FigureAnswer;
    },
    async csv(query) {
      const response = await call(`${query}&format=csv`);
      assert.equal(response.status, 200, query);
      return (await response.text()).split("\r\n").slice(0, -1);
    },
    async errorsOf(query) {
      const response = await call(query);
      assert.equal(response.status, 400, query);
      return ((await response.json()) as { errors: readonly string[] }).errors;
    },
  };
}
