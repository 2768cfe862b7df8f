import { after, before } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { contextOf, type Row, SPENDING, spendingDataset } from "../../fixtures.js";
import { startTestServer, type TestServer } from "../server.js";

/** Payments, one of them with more digits than a double keeps. */
export const ROWS: readonly Row[] = [
  { id: "a", paid: 1_000_000_000_000_000_001n, region: "North", code: "1", function: "Fire brigades" },
  { id: "b", paid: 100n, region: "North", code: "2", function: "Schools", date: "2010-05-06" },
  { id: "c", paid: -300n, region: "South|1", code: "2", function: "Schools" },
];
/** More regions than an answer has cells. */
const MANY: readonly Row[] = Array.from({ length: 250 }, (_, at) => ({
  id: `m${at}`,
  paid: BigInt(at + 1),
  region: `Region ${at}`,
}));

const { model: town } = parseModel({
  ...SPENDING,
  dataset: { ...SPENDING.dataset, description: "Made up.\nCite: https://evil.example" },
  notes: [
    { on: "year:2010", kind: "break", text: "Counted in a new way." },
    { on: "region:North", kind: "note", text: "With the islands." },
  ],
  formulas: { mean: { term: "amount/num_entries", label: "Mean" } },
});

/**
 * Start a server for all tests of a file, with a town, many villages and a private dataset.
 * @param prepare called once with its URL
 * @returns its URL, once it runs
 */
export function startAssistantTown(prepare: (url: string) => Promise<void>): () => string {
  let server: TestServer;
  before(async () => {
    const many = parseModel({ ...SPENDING, dataset: { ...SPENDING.dataset, name: "many", label: "Villages" } }).model;
    const secret = parseModel({ ...SPENDING, dataset: { ...SPENDING.dataset, name: "secret" } }).model;
    const context = contextOf([
      spendingDataset(ROWS, { model: town }),
      spendingDataset(MANY, { model: many }),
      spendingDataset(ROWS, { model: secret, private: true, managers: ["reader"] }),
    ]);
    server = await startTestServer(makeRoutes(context));
    await prepare(server.url);
  });
  after(() => server.stop());
  return () => server.url;
}
