import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { LISTED_FILES } from "#src/calls/reading/entries/bulk-files.js";
import { measureSmall } from "#src/calls/reading/entries/measure-version.js";
import type { Dataset } from "#src/store/dataset.js";
import type { KnownFiles, MeasuredVersion } from "#src/store/disk/facts-file.js";
import { spendingDataset } from "../../../../fixtures.js";

const FILE = `${"a".repeat(32)}.segment`;

function datasetOf(numEntries?: number): Dataset {
  const dataset = spendingDataset([{ id: "a", paid: 1000n }], {
    segment: { file: FILE, checksum: 1, bytes: 1 } as never,
  });
  return numEntries === undefined ? dataset : { ...dataset, engine: { ...dataset.engine, numEntries } };
}

async function writesOf(dataset: Dataset): Promise<readonly (readonly [MeasuredVersion, KnownFiles])[]> {
  const writes: (readonly [MeasuredVersion, KnownFiles])[] = [];
  const write = async (...facts: (typeof writes)[number]): Promise<void> => void writes.push(facts);
  await measureSmall({ fileFacts: { read: async () => ({}), write } }, dataset);
  return writes;
}

describe("facts about the files of a small version", () => {
  it("are written once, for all listed files", async () => {
    const dataset = datasetOf();
    const writes = await writesOf(dataset);
    assert.equal(writes.length, 1);
    assert.deepEqual(writes[0]![0], { contents: dataset.contents, segment: FILE });
    assert.deepEqual(Object.keys(writes[0]![1]), LISTED_FILES);
  });

  it("are not written where nothing was found, or of a large version", async () => {
    const dataset = datasetOf();
    await writesOf(dataset);
    assert.deepEqual(await writesOf(dataset), []);
    assert.deepEqual(await writesOf(datasetOf(10_001)), []);
  });
});
