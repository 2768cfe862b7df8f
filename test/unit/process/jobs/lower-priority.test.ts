import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { describe, it } from "node:test";
import { promisify } from "node:util";

const MODULE = import.meta.resolve("#src/process/jobs/lower-priority.js");

/** Lower the priority of a process that was started with a nice value; returns its nice value then. */
async function lower(begun: number, steps: string): Promise<number> {
  const program = `import { getPriority, setPriority } from "node:os";
    import { lowerPriority } from ${JSON.stringify(MODULE)};
    setPriority(${begun});
    lowerPriority(${steps});
    console.log(getPriority());`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program]);
  return Number(stdout);
}

describe("lowerPriority", { skip: process.platform !== "linux" && "only Linux has priorities of threads" }, () => {
  it("lowers the priority that the process was started with, down to the lowest", async () => {
    assert.equal(await lower(0, ""), 10);
    assert.equal(await lower(5, "3"), 8);
    assert.equal(await lower(15, ""), 19);
  });
});
