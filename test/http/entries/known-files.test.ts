import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { FileFacts } from "#src/calls/answer.js";
import { contextOf, type Row, spendingDataset } from "../../fixtures.js";
import { makeRoutes } from "#src/features/features.js";
import { FactsFiles } from "#src/store/disk/facts-file.js";
import { request } from "../client.js";
import { startTestServer } from "../server.js";

const ROWS: readonly Row[] = [{ id: "a", paid: 1000n, region: "North", code: "7", date: "2008-03-02" }];

let directory: string;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), "spendcube-"));
});
after(() => rm(directory, { recursive: true }));

/** Serve a dataset whose passes over all entries are counted. @param stored facts, by extension */
async function serve(stored: Record<string, FileFacts>) {
  const base = spendingDataset(ROWS, {
    segment: { file: `${"a".repeat(32)}.segment`, checksum: 1, bytes: 1 } as never,
  });
  const counts = { passes: 0 };
  const dataset = {
    ...base,
    engine: {
      ...base.engine,
      numEntries: ROWS.length,
      amountForms: base.engine.amountForms,
      read: (...args: Parameters<typeof base.engine.read>) => {
        const reader = base.engine.read(...args);
        return new Proxy(reader, {
          get(of, name) {
            if (name === "entries") counts.passes++;
            const value: unknown = Reflect.get(of, name);
            return typeof value === "function" ? value.bind(of) : value;
          },
        });
      },
    },
  };
  const fileFacts = {
    read: async () => stored,
    write: async (_: unknown, files: typeof stored) => void Object.assign(stored, files),
  };
  const server = await startTestServer(makeRoutes(contextOf([dataset], { fileFacts })));
  return { server, counts };
}

describe("lengths and digests of files", () => {
  it("are found once, and kept with the version", async () => {
    const stored: Record<string, FileFacts> = {};
    const first = await serve(stored);
    const { text } = await request(`${first.server.url}/town/meta/datapackage.json`);
    await first.server.stop();
    assert.deepEqual(Object.keys(stored), ["csv", "parquet", "ndjson.gz"]);
    const second = await serve(stored);
    const again = await request(`${second.server.url}/town/meta/datapackage.json`);
    await second.server.stop();
    assert.equal(again.text.replaceAll(second.server.url, ""), text.replaceAll(first.server.url, ""));
    assert.ok(first.counts.passes > 0);
    assert.equal(second.counts.passes, 0);
  });

  it("are not found because somebody asks for a catalogue", async () => {
    const { server, counts } = await serve({});
    for (const form of ["ttl", "jsonld", "rss", "csv", "json", "html"]) {
      assert.equal((await request(`${server.url}/datasets.${form}`)).status, 200);
    }
    await server.stop();
    assert.equal(counts.passes, 0);
  });

  it("stand in a file beside the segment, which another version of the program or of the data does not read", async () => {
    const files = new FactsFiles(directory, "1.0.0");
    const version = { contents: "x", segment: `${"b".repeat(32)}.segment` };
    await assert.doesNotReject(files.write(version, {}));
    await import("node:fs/promises").then(({ mkdir }) => mkdir(join(directory, "segments")));
    const facts = { bytes: 3, sha256: "ab" };
    await files.write(version, { csv: facts });
    await files.write(version, { parquet: facts });
    assert.deepEqual(await files.read(version), { csv: facts, parquet: facts });
    assert.deepEqual(await files.read({ ...version, contents: "y" }), {});
    assert.deepEqual(await new FactsFiles(directory, "2.0.0").read(version), {});
    assert.deepEqual(await readdir(join(directory, "segments")), [`${"b".repeat(32)}.facts`]);
  });
});
