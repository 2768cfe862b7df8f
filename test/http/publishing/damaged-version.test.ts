import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { it } from "node:test";
import { rows } from "./loading-rows.js";
import { withServer } from "./loading-server.js";
import { SPENDING } from "../../fixtures.js";

it("A version whose file is damaged is unavailable, in a sentence that names it; the others are answered", () =>
  withServer({ server: { logger: { error: () => {}, warn: () => {} } } }, async ({ files, loaded, ask, directory }) => {
    const metadata = files.put("/town.json", SPENDING);
    await loaded("ada", { metadata, csv_file: files.put("/town.csv", rows(["1", "a"])) });
    const segments = join(directory, "data", "segments");
    const [first] = await readdir(segments);
    await loaded("ada", { metadata, csv_file: files.put("/town.csv", rows(["2", "a"])) });
    const bytes = await readFile(join(segments, first!));
    bytes[bytes.length - 1]! ^= 1;
    await writeFile(join(segments, first!), bytes);
    for (const path of ["/api/2/aggregate?dataset=town@1", "/town@1.json", "/town/meta/changes.json?from=1"]) {
      const { status, json } = await ask(null, "GET", path);
      assert.equal(status, 503, path);
      assert.match(json.errors[0], /^town@1 cannot be read: segments\/\S+ is damaged between byte/);
    }
    assert.equal((await ask(null, "GET", "/api/2/aggregate?dataset=town")).json.summary.amount, 2);
  }));
