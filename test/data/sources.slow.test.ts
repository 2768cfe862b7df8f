import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { describe, it } from "node:test";
import { SPENDING } from "../fixtures.js";
import { type LoadingServer, startLoading } from "../http/publishing/loading-server.js";
import { rows } from "../http/publishing/loading-rows.js";

const DATA = resolve("../shared/data/bosnia-herzegovina");
const MISSING = existsSync(DATA) ? false : `${DATA} is not there`;
/** Rows with cents after a comma: an error here, a hundred times the amount in the service of record. */
const REJECTED = 80;

async function withServer(use: (server: LoadingServer) => Promise<void>): Promise<void> {
  const server = await startLoading();
  try {
    await use(server);
  } finally {
    await server.stop();
  }
}

describe("many sources, one after the other", () => {
  it("of bosnia-herzegovina give the entries of the service of record, including their ids", { skip: MISSING }, () =>
    withServer(async (server) => {
      const metadata = server.files.put("/model.json", readFileSync(resolve(DATA, "model.json")));
      const files = readdirSync(resolve(DATA, "sources")).toSorted((a, b) => Number.parseInt(a) - Number.parseInt(b));
      assert.equal(files.length, 28);
      let rejected = 0;
      for (const [at, file] of files.entries()) {
        const csv_file = server.files.put(`/${file}`, readFileSync(resolve(DATA, "sources", file)));
        const { json } = await server.loaded("ada", { metadata, csv_file, skip_invalid: "true" });
        assert.equal(json.source.id, at + 1);
        rejected += json.run.rows_rejected;
      }
      assert.equal(rejected, REJECTED);
      const { json } = await server.ask(null, "GET", "/api/2/search?dataset=bosnia-herzegovina");
      const loaded = new Map((json.results as { id: string; amount: number }[]).map(({ id, amount }) => [id, amount]));
      const [header, ...records] = readFileSync(resolve(DATA, "export.original.csv"), "utf8").trim().split("\n");
      assert.ok(header!.startsWith("openspending_id,"));
      const recorded = new Map(records.map((record) => [record.split(",", 1)[0]!, record]));
      assert.equal(loaded.size, recorded.size - REJECTED);
      for (const [id, amount] of loaded) {
        const record = recorded.get(id);
        assert.ok(record, `${id} is not in the export`);
        assert.ok(
          record.split(",").some((cell) => Number(cell) === amount),
          `${amount} is not in ${record}`,
        );
      }
      const sources = (await server.ask(null, "GET", "/bosnia-herzegovina/sources.json")).json;
      assert.equal(sources.length, 28);
    }),
  );

  it("that overlap hold each entry once after any loads, reloads and removals", () =>
    withServer(async (server) => {
      const metadata = server.files.put("/model.json", SPENDING);
      const numSources = 28;
      /** Expected contents: the source that wrote each entry last, and its amount. */
      const wanted = new Map<string, { readonly source: number; readonly amount: number }>();
      const write = async (source: number, round: number): Promise<void> => {
        for (const [invoice, { source: owner }] of wanted) if (owner === source) wanted.delete(invoice);
        const cells = Array.from({ length: 12 }, (_, at) => {
          const invoice = `${(source * 7 + at * (round + 1)) % 200}`;
          const amount = source * 100 + round * 10 + at;
          wanted.delete(invoice);
          wanted.set(invoice, { source, amount });
          return [`${amount}`, invoice] as const;
        });
        const csv_file = server.files.put(`/${source}.csv`, rows(...cells));
        const { json } = await server.loaded("ada", { metadata, csv_file });
        assert.equal(json.source.id, source);
      };
      const check = async (): Promise<void> => {
        const { json } = await server.ask(null, "GET", "/api/2/search?dataset=town");
        const found = (json.results as { invoice: string; amount: number }[]).map((each) => [
          each.invoice,
          each.amount,
        ]);
        const expected = [...wanted].map(([invoice, { amount }]) => [invoice, amount]);
        assert.deepEqual(found.toSorted(), expected.toSorted());
        const { summary } = (await server.ask(null, "GET", "/api/2/aggregate?dataset=town")).json;
        const total = [...wanted.values()].reduce((sum, { amount }) => sum + amount, 0);
        assert.deepEqual([summary.amount, summary.num_entries], [total, wanted.size]);
      };
      for (let source = 1; source <= numSources; source++) await write(source, 0);
      await check();
      for (const source of [3, 28, 1, 17, 3]) await write(source, 1 + (source % 3));
      await check();
      for (const source of [2, 17, 28]) {
        for (const [invoice, { source: owner }] of wanted) if (owner === source) wanted.delete(invoice);
        const { status } = await server.ask("ada", "POST", `/town/sources/${source}/remove?wait=true`);
        assert.equal(status, 200);
      }
      await check();
      await write(17, 0);
      await check();
    }));
});
