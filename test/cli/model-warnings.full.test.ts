import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { describe, it } from "node:test";
import { SPENDING } from "../fixtures.js";
import { load, withFiles } from "./files.js";
import { runHere, startServing } from "./run.js";

describe("a command", () => {
  it("warns of keys that nothing reads, beside the errors of a wrong model, too, as does a load and its run", () =>
    withFiles(async (files) => {
      const misspelled = {
        ...SPENDING,
        mapping: { ...SPENDING.mapping, region: { ...SPENDING.mapping.region, labl: "x" } },
      };
      await writeFile(files.model, JSON.stringify(misspelled));
      const warning = 'mapping.region.labl is unknown and ignored; did you mean "label"?';
      const shown = await runHere(["validate", "--metadata", files.model]);
      assert.deepEqual([shown.status, shown.err], [0, `warning: ${warning}\n`]);
      const json = await runHere(["validate", "--metadata", files.model, "--csv", files.good, "--json"]);
      assert.deepEqual(JSON.parse(json.out).warnings, [warning]);
      assert.deepEqual(
        JSON.parse(json.out).warning_codes.map(({ code }: { code: string }) => code),
        ["key_unknown"],
      );
      const { err } = await load(files, files.good);
      assert.deepEqual(
        err.split("\n").filter((line) => line.startsWith("warning: ")),
        [`warning: ${warning}`],
      );
      const server = await startServing(["--data", files.data]);
      try {
        const reply = await fetch(`${server.url}/town/sources/1/runs/1.json`);
        assert.deepEqual(((await reply.json()) as { notes: unknown }).notes, [warning]);
      } finally {
        await server.stop();
      }
      await writeFile(files.model, JSON.stringify({ ...misspelled, dataset: { name: "town" } }));
      const wrong = await runHere(["validate", "--metadata", files.model, "--json"]);
      assert.deepEqual([wrong.status, JSON.parse(wrong.out).warnings], [1, [warning]]);
      const refused = await load(files, files.good);
      assert.deepEqual([refused.status, refused.err.split("\n")[0]], [1, `warning: ${warning}`]);
    }));

  it("warns of members with several parents in a hierarchy, as a load does", () =>
    withFiles(async (files) => {
      const mapping = {
        amount: { type: "measure", column: "Amount", datatype: "float" },
        time: { type: "date", column: "Year", datatype: "date" },
        no: { type: "attribute", column: "No", key: true },
        area: { type: "attribute", column: "Area" },
        line: { type: "attribute", column: "Line" },
      };
      const hierarchies = { levels: { levels: ["area", "line"] } };
      const dataset = {
        name: "town",
        label: "Town",
        description: "Payments of our town to its suppliers, from the accounts that it publishes",
        currency: "EUR",
      };
      await writeFile(files.model, JSON.stringify({ dataset, mapping, hierarchies }));
      await writeFile(files.good, "No,Area,Line,Amount,Year\n1,a,x,1,2012\n2,b,x,2,2012\n3,b,y,3,2012\n");
      const warning =
        'hierarchy "levels": 1 member of "line" ("x") has more than one parent in "area", and therefore none';
      const checked = await runHere(["validate", "--metadata", files.model, "--csv", files.good, "--json"]);
      assert.deepEqual([checked.status, JSON.parse(checked.out).warnings], [0, [warning]], checked.err);
      assert.match((await load(files, files.good)).err, /"x"\) has more than one parent in "area"/);
    }));
});
