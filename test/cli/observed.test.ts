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
  "/town/entries.json?page=3&pagesize=100",
  "/town/rate.json?cut=region:R1",
];

interface Listed {
  readonly name: string;
  readonly clusters: readonly string[] | null;
}

/** Rows in no order of anything, and none that the model would begin with `rate` for. */
function rowAt(at: number): string {
  const mixed = (at * 7919) % ROWS;
  const day = `20${10 + (mixed % 4)}-0${1 + (mixed % 9)}-01`;
  return `${at % 997}.25,,${day},,i${at},R${mixed % 5},${mixed % 11},${mixed % 6},Function ${mixed % 6},,\n`;
}

describe("a dataset that is cut by one dimension again and again", () => {
  it("is put together by it from the next load on, also after a restart, and answers as before", (context) =>
    inDirectory(async (directory) => {
      const serve = async () => {
        const server = await startServing(["--data", data!, "--cluster-entries", "1000", "--cuboid-percent", "0"]);
        // Where the test fails nothing goes on.
        context.after(() => server.child.kill("SIGKILL"));
        return server;
      };
      const [data, model, csv] = ["data", "model.json", "rows.csv"].map((name) => join(directory, name));
      await writeFile(model!, JSON.stringify(SPENDING));
      await writeFile(csv!, HEADER + Array.from({ length: ROWS }, (_, at) => rowAt(at)).join(""));
      const load = async (...more: readonly string[]): Promise<void> => {
        const args = ["load", "--data", data!, "--metadata", model!, "--csv", csv!, ...more];
        const { status, err } = await run(args);
        assert.equal(status, 0, err);
      };
      const clusters = async (): Promise<Listed["clusters"]> => {
        const { out } = await run(["dataset", "list", "--json", "--data", data!]);
        return (JSON.parse(out) as readonly Listed[])[0]!.clusters;
      };
      const answers = async (url: string): Promise<readonly unknown[]> =>
        Promise.all(
          QUESTIONS.map(async (path) => {
            const response = await fetch(url + path);
            assert.equal(response.status, 200, path);
            return withoutTimes(await response.json());
          }),
        );
      const exported = async (): Promise<string> =>
        (await run(["export", "town", "--data", data!, "--format", "csv"])).out;

      let server = await serve();
      await load();
      const alone = await clusters();
      const [before, entries] = [await answers(server.url), await exported()];
      // Nothing was asked often: nothing changes.
      await load();
      assert.deepEqual(await clusters(), alone);
      assert.ok(alone && !alone.includes("rate"), JSON.stringify(alone));

      for (let at = 0; at < ASKED; at++) {
        const path =
          at % 2 === 0
            ? `/api/2/aggregate?dataset=town&drilldown=region&cut=rate:${at % 11}&pagesize=${1 + at}`
            : `/api/2/search?dataset=town&filter=rate:${at % 11}&pagesize=1&page=${1 + at}`;
        const response = await fetch(server.url + path);
        assert.equal(response.status, 200, path);
        await response.arrayBuffer();
      }
      assert.deepEqual(await clusters(), alone);
      await load();
      const observed = await clusters();
      assert.equal(observed![0], "rate", JSON.stringify(observed));
      assert.deepEqual([await answers(server.url), await exported()], [before, entries]);

      await load("--replace");
      assert.deepEqual(await clusters(), observed);
      assert.equal((await run(["dataset", "rollback", "town", "--data", data!])).status, 0);
      assert.deepEqual(await clusters(), observed);
      assert.deepEqual([await answers(server.url), await exported()], [before, entries]);
      assert.equal(await server.stop(), 0);

      server = await serve();
      assert.deepEqual(await clusters(), observed);
      await load();
      assert.deepEqual(await clusters(), observed);
      assert.deepEqual([await answers(server.url), await exported()], [before, entries]);
      assert.equal(await server.stop(), 0);
    }));
});

/** Answers tell when the dataset was loaded. */
function withoutTimes(answer: unknown): unknown {
  return JSON.parse(
    JSON.stringify(answer, (key, value: unknown) => (key === "last_modified" || key === "created" ? null : value)),
  );
}
