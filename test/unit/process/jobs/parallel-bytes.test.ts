import assert from "node:assert/strict";
import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { LoadJob, Order } from "#src/process/jobs/messages.js";
import { needsCastingThread, PARALLEL_BYTES } from "#src/process/jobs/parallel-bytes.js";

describe(
  "an order needs a thread that casts",
  { skip: PARALLEL_BYTES === Infinity && "there is one processor" },
  () => {
    let directory: string;
    before(async () => (directory = await mkdtemp(join(tmpdir(), "spendcube-"))));
    after(() => rm(directory, { recursive: true }));

    const orderOf = (source: LoadJob["source"], kind: Order["kind"] = "load"): Order => ({ kind, source }) as Order;

    async function fileOf(bytes: number): Promise<{ readonly kind: "file"; readonly path: string }> {
      const path = join(directory, `${bytes}.csv`);
      await writeFile(path, "");
      await truncate(path, bytes);
      return { kind: "file", path };
    }

    it("if it loads a large file", async () => {
      assert.equal(needsCastingThread(orderOf(await fileOf(PARALLEL_BYTES))), true);
    });

    it("not if the file is small, is missing or is read otherwise, and not yet if it is downloaded", async () => {
      assert.equal(needsCastingThread(orderOf(await fileOf(PARALLEL_BYTES - 1))), false);
      assert.equal(needsCastingThread(orderOf({ kind: "file", path: join(directory, "missing.csv") })), false);
      assert.equal(needsCastingThread(orderOf({ kind: "file", path: join(directory, "0.csv/x") })), false);
      assert.equal(needsCastingThread(orderOf(await fileOf(PARALLEL_BYTES), "analysis")), false);
      assert.equal(needsCastingThread(orderOf({ kind: "url", url: "http://127.0.0.1/" })), false);
      assert.equal(needsCastingThread(orderOf(null)), false);
    });
  },
);
