import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, it } from "node:test";
import { type Files, withFiles } from "./files.js";
import { type Outcome, runHere } from "./run.js";

async function loadTowns({ data }: Files): Promise<void> {
  const csv = join(dirname(data), "rows.csv");
  writeFileSync(csv, "t,n\n2009,80\n2010,90\n");
  for (const name of ["north", "south"]) {
    const model = {
      dataset: { name, label: name, currency: "EUR" },
      mapping: {
        amount: { type: "measure", column: "n", datatype: "float" },
        time: { type: "date", column: "t", datatype: "date", precision: "year", key: true },
      },
    };
    const path = join(dirname(data), `${name}.json`);
    writeFileSync(path, JSON.stringify(model));
    const { status, err } = await runHere(["load", "--data", data, "--metadata", path, "--csv", csv]);
    assert.equal(status, 0, err);
  }
}

/** Add a collection of two towns, and use it. */
function withCollection(
  use: (run: (...args: string[]) => Promise<Outcome>, list: () => Promise<object[]>, data: string) => Promise<void>,
): Promise<void> {
  return withFiles(async (files) => {
    await loadTowns(files);
    const run = (...args: string[]): Promise<Outcome> => runHere(["collection", ...args, "--data", files.data]);
    const { status, err } = await run("add", "towns", "--label", "Towns", "--datasets", "north|south");
    assert.equal(status, 0, err);
    const list = async (): Promise<object[]> => {
      const collections: { created?: string }[] = JSON.parse((await run("list", "--json")).out);
      for (const each of collections) delete each.created;
      return collections;
    };
    await use(run, list, files.data);
  });
}

describe("spendcube collection change", () => {
  it("changes the parts that are given, removes those that are empty, and keeps the others", () =>
    withCollection(async (run, list, data) => {
      const changed = await run("change", "towns", "--description", "Of one country");
      assert.deepEqual([changed.status, changed.out], [0, "changed the collection towns\n"]);
      const members = { datasets: ["north", "south"] };
      assert.deepEqual(await list(), [{ name: "towns", label: "Towns", description: "Of one country", members }]);
      await run("change", "towns", "--label", "All towns", "--description", "", "--datasets", "south");
      const later = { name: "towns", label: "All towns", description: null, members: { datasets: ["south"] } };
      assert.deepEqual(await list(), [later]);
      const log = readFileSync(join(data, "audit.log"), "utf8").trim().split("\n");
      const { time: _, ...line } = JSON.parse(log.at(-1)!);
      assert.deepEqual(line, { action: "collection.change", collection: "towns", by: null });
    }));

  it("replaces datasets by a rule, changes parts of a rule, and replaces it by datasets", () =>
    withCollection(async (run, list) => {
      const membersOf = async (): Promise<object> =>
        (await list()).map((each) => (each as { members: object }).members)[0]!;
      await run("change", "towns", "--territory", "es", "--tag", "roads");
      assert.deepEqual(await membersOf(), { territory: "ES", tag: "roads" });
      await run("change", "towns", "--tag", "", "--category", "budget");
      assert.deepEqual(await membersOf(), { territory: "ES", category: "budget" });
      await run("change", "towns", "--datasets", "north");
      assert.deepEqual(await membersOf(), { datasets: ["north"] });
    }));

  it("renames a collection, unless the name is taken or no name, and records both names", () =>
    withCollection(async (run, list, data) => {
      await run("add", "others", "--label", "Others", "--datasets", "north");
      for (const [name, reason] of [
        ["north", /There is a dataset with name "north"/],
        ["others", /There is a collection with name "others"/],
        ["a b", /"a b"/],
      ] as const) {
        const refused = await run("change", "towns", "--rename", name, "--label", "Lost");
        assert.equal(refused.status, 1);
        assert.match(refused.err, reason);
      }
      const { status, out } = await run("change", "towns", "--rename", "cities", "--label", "Cities", "--json");
      assert.deepEqual([status, JSON.parse(out)], [0, { changed: "towns", renamed: "cities" }]);
      const names = (await list()).map((each) => (each as { name: string }).name);
      assert.deepEqual(names, ["cities", "others"], "it keeps its place");
      const log = readFileSync(join(data, "audit.log"), "utf8").trim().split("\n");
      const { time: _, ...line } = JSON.parse(log.at(-1)!);
      assert.deepEqual(line, { action: "collection.change", collection: "towns", renamed: "cities", by: null });
      const missing = await run("change", "towns", "--label", "X");
      assert.equal(missing.status, 1);
      assert.match(missing.err, /towns/);
    }));

  it("refuses what is wrong, and a change of nothing, and leaves all as it was", () =>
    withCollection(async (run, list) => {
      const before = await list();
      const nothing = await run("change", "towns");
      assert.equal(nothing.status, 2);
      assert.match(nothing.err, /nothing to change/);
      for (const wrong of [
        ["--label", ""],
        ["--datasets", ""],
        ["--datasets", "north|nowhere"],
        ["--category", "x"],
      ]) {
        assert.equal((await run("change", "towns", ...wrong)).status, 1, wrong.join(" "));
      }
      assert.equal((await run("change", "towns", "--datasets", "north", "--tag", "x")).status, 1);
      assert.deepEqual(await list(), before);
    }));
});
