import assert from "node:assert/strict";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { it } from "node:test";
import { Listener } from "#src/process/control/listener.js";
import { inDirectory } from "../../../cli/run.js";

it("a socket that cannot be removed listens no longer, and fails nothing", () =>
  inDirectory(async (parent) => {
    const directory = join(parent, "data");
    await mkdir(directory);
    const listener = (await Listener.open(directory))!;
    await rename(directory, join(parent, "moved"));
    await writeFile(directory, "");
    await assert.rejects(rm(join(directory, listener.name), { force: true }), { code: "ENOTDIR" });
    await listener.close();
    assert.equal(listener.open, false);
  }));
