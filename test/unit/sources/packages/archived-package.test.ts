import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, it } from "node:test";
import { readPackage } from "#src/sources/packages/read-package.js";
import { zipFiles } from "../../../zip-file.js";
import { withDirectory } from "../ingest/collect.js";
import { loadPackage, loadPlan, total, valuesOf } from "./load-package.js";

const FIELDS = ["no", "office", "amount", "date"].map((name) => ({ name, type: "string" }));
const ROWS = "no,office,amount,date\n1,Roads,1.50,2012\n2,Parks,2,2013\n";

const pack = (file: string): Record<string, unknown> => ({
  name: "plain",
  title: "Plain",
  resources: [{ name: "rows", path: file, schema: { fields: FIELDS, primaryKey: "no" } }],
});

/** Load a package from a ZIP archive with some files. */
async function loadArchive(files: Readonly<Record<string, string>>): ReturnType<typeof loadPlan> {
  return withDirectory(async (directory) => {
    const file = path.join(directory, "town.ZIP");
    await writeFile(file, zipFiles(files));
    return loadPlan(await readPackage({ kind: "file", path: file }, { directory }));
  });
}

describe("a data package in a ZIP archive", () => {
  it("is loaded as it is from a folder, with the same ids", async () => {
    const plain = await loadPackage(pack("data/rows.csv"), { "data/rows.csv": ROWS });
    const ids = plain.entries.map(({ id }) => id);
    assert.equal(ids.length, 2);
    const descriptor = JSON.stringify(pack("data/rows.csv"));
    for (const folder of ["", "town-main/"]) {
      const archived = await loadArchive({
        [`${folder}README.csv`]: "a,b\n1,2\n",
        [`${folder}datapackage.json`]: descriptor,
        [`${folder}data/rows.csv`]: ROWS,
      });
      assert.deepEqual(
        archived.entries.map(({ id }) => id),
        ids,
        folder,
      );
      assert.equal(total(archived), "3.5");
      assert.deepEqual(valuesOf(archived, "office"), ["Roads", "Parks"]);
    }
  });

  it("names what is missing", async () => {
    await assert.rejects(loadArchive({ "rows.csv": ROWS }), {
      name: "BadSource",
      message: /town\.ZIP" has no datapackage\.json; load its tables with a model/,
    });
    await assert.rejects(loadArchive({ "datapackage.json": JSON.stringify(pack("rows.csv")), "other.csv": ROWS }), {
      name: "InvalidModel",
      message: /the archive has no file "rows\.csv"/,
    });
    const several = {
      ...pack("a.csv"),
      resources: ["a", "b"].map((name) => ({ ...(pack(`${name}.csv`)["resources"] as object[])[0]!, name })),
    };
    await assert.rejects(loadArchive({ "datapackage.json": JSON.stringify(several), "a.csv": ROWS, "b.csv": ROWS }), {
      name: "InvalidModel",
      message: /the tables are not in one file of the archive/,
    });
  });

  it("cannot name files outside it", async () => {
    for (const file of ["../../etc/passwd", "/etc/passwd"]) {
      await assert.rejects(loadArchive({ "datapackage.json": JSON.stringify(pack(file)), "rows.csv": ROWS }), {
        name: "InvalidModel",
      });
    }
  });
});
