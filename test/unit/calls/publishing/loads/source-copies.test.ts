import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { it } from "node:test";
import { SourceCopies } from "#src/calls/publishing/loads/source-copies.js";
import { inDirectory } from "../../../../cli/run.js";

it("copies that cannot be removed do not fail the load that made them", () =>
  inDirectory(async (parent) => {
    const directory = join(parent, "downloads");
    const copies = new SourceCopies(directory);
    const path = await copies.begin();
    await rm(directory, { recursive: true });
    await writeFile(directory, "");
    await assert.rejects(rm(path, { force: true }), { code: "ENOTDIR" });
    await copies.remove();
  }));
