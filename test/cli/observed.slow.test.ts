import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { SPENDING } from "../fixtures.js";
import { HEADER } from "./files.js";
import { inDirectory, run, startServing } from "./run.js";

const ROWS = 4_000;
/** Enough to conclude something from. */
const ASKED = 300;
const QUESTIONS = [
  "/api/2/aggregate?dataset=town&drilldown=region|cofog1&order=amount:desc&pagesize=50",
  "/api/2/aggregate?dataset=town&drilldown=rate&cut=rate:3|rate:7",
  "/api/2/aggregate?dataset=town&drilldown=year&cut=region:R1|cofog1:2",
  "/api/2/search?dataset=town&q=R2&filter=rate:5&pagesize=30&facet_field=cofog1",
  "/api/2/search?dataset=town&filter=rate:4&pagesize=40",
  "/api/2/search?dataset=town&pagesize=1000&page=3",
  "/town/rate.json?cut=region:R1",
];

interface Listed {
  readonly clusters: readonly string[] | null;
}

/** Rows that are in no order. */
function rowAt(at: number): string {
  const mixed = (at * 7919) % ROWS;
  const day = `20${10 + (mixed % 4)}-0${1 + (mixed % 9)}-01`;
  return `${at % 997}.25,,${day},,i${at},R${mixed % 5},${mixed % 11},${mixed % 6},Function ${mixed % 6},,\n`;
}

describe("a dataset that is often cut by one dimension", () => {
  it("is clustered by it from the next load on, also after a restart, and answers as before", (context) =>
    inDirectory(async (directory) => {
      const [data, model, csv] = ["data", "model.json", "rows.csv"].map((name) => join(directory, name)) as [
        string,
        string,
        string,
      ];
      await writeFile(model, JSON.stringify(SPENDING));
      await writeFile(csv, HEADER + Array.from({ length: ROWS }, (_, at) => rowAt(at)).join(""));
      const serve = async () => {
        const server = await startServing([
          "--data",
          data,
          "--cluster-entries",
          "1000",
          "--cuboid-percent",
          "0",
          "--base-url",
          "http://town.example",
        ]);
        // Where the test fails nothing goes on.
        context.after(() => server.child.kill("SIGKILL"));
        return server;
      };
      const command = async (...args: readonly string[]): Promise<string> => {
        const { status, out, err } = await run([...args, "--data", data]);
        assert.equal(status, 0, err);
        return out;
      };
      const load = () => command("load", "--metadata", model, "--csv", csv);
      const clusters = async (): Promise<Listed["clusters"]> => {
        const [listed] = JSON.parse(await command("dataset", "list", "--json")) as readonly Listed[];
        return listed!.clusters;
      };
      let server = await serve();
      const ask = async (path: string): Promise<unknown> => {
        const response = await fetch(server.url + path);
        assert.equal(response.status, 200, path);
        return withoutTimes(await response.json());
      };
      const answers = () => Promise.all(QUESTIONS.map(ask));

      await load();
      const before = await answers();
      // Nothing was asked often.
      await load();
      assert.deepEqual(await clusters(), ["time"]);

      for (let at = 0; at < ASKED; at++) {
        const rate = at % 11;
        await ask(
          at % 2 === 0
            ? `/api/2/aggregate?dataset=town&drilldown=region&cut=rate:${rate}&pagesize=${1 + at}`
            : `/api/2/search?dataset=town&filter=rate:${rate}&pagesize=1&page=${1 + at}`,
        );
      }
      await load();
      assert.deepEqual(await clusters(), ["rate"]);
      assert.deepEqual(await answers(), before);

      await command("dataset", "rollback", "town");
      assert.equal(await server.stop(), 0);
      server = await serve();
      await load();
      assert.deepEqual(await clusters(), ["rate"]);
      assert.deepEqual(await answers(), before);
      assert.equal(await server.stop(), 0);
    }));
});

/** Answers tell when the dataset was loaded. */
function withoutTimes(answer: unknown): unknown {
  const isTime = (key: string): boolean => key === "last_modified" || key === "created";
  return JSON.parse(JSON.stringify(answer, (key, value: unknown) => (isTime(key) ? null : value)));
}
