import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, it } from "node:test";
import { type Files, withFiles } from "./files.js";
import { runHere as run } from "./run.js";

const FIELDS = {
  amount: { type: "measure", column: "n", datatype: "float" },
  time: { type: "date", column: "t", datatype: "date", precision: "year", key: true },
};

/** Load a series, and a dataset whose model names it. */
async function loadBoth({ data }: Files): Promise<void> {
  const directory = dirname(data);
  const models = {
    deflator: { dataset: { name: "deflator", label: "Deflator", series: { kind: "index" } }, mapping: FIELDS },
    village: {
      dataset: { name: "village", label: "Village", currency: "GBP" },
      mapping: FIELDS,
      references: { prices: "deflator" },
    },
  };
  const csv = join(directory, "rows.csv");
  writeFileSync(csv, "t,n\n2009,80\n2010,90\n");
  for (const [name, model] of Object.entries(models)) {
    const path = join(directory, `${name}.json`);
    writeFileSync(path, JSON.stringify(model));
    const { status, err } = await run(["load", "--data", data, "--metadata", path, "--csv", csv]);
    assert.equal(status, 0, err);
  }
}

describe("a dataset that others use", () => {
  it("is listed with what uses it", () =>
    withFiles(async (files) => {
      await loadBoth(files);
      const { out } = await run(["dataset", "list", "--data", files.data]);
      assert.match(out, /^name +entries +state +last changed +used by +label$/m);
      assert.match(out, /^deflator .* village \(prices\) +Deflator$/m);
      const json = JSON.parse((await run(["dataset", "list", "--json", "--data", files.data])).out);
      const deflator = json.find(({ name }: { name: string }) => name === "deflator");
      assert.deepEqual(deflator.used_by, [{ by: "village", as: "prices" }]);
    }));

  for (const command of ["drop", "retract"]) {
    it(`is not lost by a ${command} without --yes`, () =>
      withFiles(async (files) => {
        await loadBoth(files);
        const refused = await run(["dataset", command, "deflator", "--data", files.data]);
        assert.equal(refused.status, 1);
        assert.match(refused.err, /deflator is used by village \(prices\); to \w+ it all the same, add --yes/);
        assert.match((await run(["dataset", "list", "--data", files.data])).out, /^deflator +2 +public/m);
        assert.equal((await run(["dataset", command, "deflator", "--yes", "--data", files.data])).status, 0);
        assert.equal((await run(["dataset", command, "village", "--data", files.data])).status, 0);
      }));
  }
});
