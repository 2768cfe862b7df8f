import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { sourceBounds } from "#src/sources/ingest/fetch/bounds.js";
import { recordReaderInThread } from "#src/process/jobs/read-record-in-thread.js";
import { createThreads } from "#src/process/jobs/threads.js";
import { inDirectory } from "../../../cli/run.js";
import { spendingModel } from "../../../fixtures.js";

const REQUEST = {
  digest: "",
  name: "rows",
  model: spendingModel(),
  record: 2,
  bounds: sourceBounds({}),
};

describe("reading a record in a thread", () => {
  it("unpacks the file, and leaves nothing behind", () =>
    inDirectory(async (directory) => {
      const path = join(directory, "kept.gz");
      const content = "paid,date\n1,2009\n2,2010\n";
      await writeFile(path, gzipSync(content));
      const digest = createHash("sha256").update(content).digest("hex");
      const reader = recordReaderInThread(createThreads());
      const found = await reader.readRecord({ ...REQUEST, path, digest, directory });
      assert.deepEqual(found, { columns: ["paid", "date"], cells: ["2", "2010"], line: 3 });
      assert.deepEqual(await readdir(directory), ["kept.gz"]);
    }));

  it("removes what a thread that was ended has left", () =>
    inDirectory(async (directory) => {
      const reader = recordReaderInThread({
        runOrder: async (order) => {
          assert.ok("record" in order);
          await mkdir(order.directory, { recursive: true });
          await writeFile(join(order.directory, "half"), "unpacked");
          throw new Error("ended");
        },
      });
      await assert.rejects(reader.readRecord({ ...REQUEST, path: "/nowhere", directory }), /ended/);
      assert.deepEqual(await readdir(directory), []);
    }));
});
