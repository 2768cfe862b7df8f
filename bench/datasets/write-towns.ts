import { Catalog } from "#src/store/catalog.js";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { measureSmall } from "#src/calls/reading/entries/measure-version.js";
import { VERSION } from "#src/cli/terminal/version.js";
import { FactsFiles } from "#src/store/disk/facts-file.js";
import { type FileSystem, nodeFileSystem } from "#src/store/disk/file-system.js";
import type { SegmentReference, State } from "#src/store/disk/manifest.js";
import { writeSegment } from "#src/store/disk/segment.js";
import { Store } from "#src/store/disk/store.js";
import { describeLoad } from "#src/store/load.js";
import { withLoad } from "#src/store/records.js";
import { townEntries, townModel } from "./towns.js";

export const SMALL_ROWS = 200;
export const LARGE_ROWS = 50_000;

/** Generated data may be lost with the power. */
const FAST: FileSystem = {
  ...nodeFileSystem,
  create: async (path) => ({ ...(await nodeFileSystem.create(path)), sync: async () => {} }),
  syncDirectory: async () => {},
};

/** Write a data directory of many towns, all in one generation. */
export async function writeTowns(directory: string, small: number, large: number): Promise<void> {
  const kernel = Kernel.start({ threads: 1 });
  try {
    const format = columnarFormat(kernel);
    const { store } = await Store.open(FAST, directory, async () => null);
    // The first write makes the directories.
    await store.requireSecret();
    let records: State | null = null;
    for (let town = 0; town < small + large; town++) {
      const model = townModel(town);
      const builder = format.build(model, null, 1);
      await builder.writeRows(townEntries(model, town, town < small ? SMALL_ROWS : LARGE_ROWS));
      const { engine } = await builder.finish();
      const { header, parts } = await format.serialize(engine);
      const document = JSON.stringify(model.document);
      const segment: SegmentReference = await writeSegment(FAST, directory, { document, table: header, parts });
      const load = { model, engine, sources: [sourceOf(town)], base: undefined, private: false, managers: [] };
      records = withLoad(records ?? store.state, model.dataset.name, describeLoad(load, segment), load);
      engine.dispose();
    }
    await store.commit(() => records!);
  } finally {
    await kernel.close();
  }
  await measureFiles(directory);
}

function sourceOf(town: number) {
  return { id: 1, url: `https://towns.example/${town}/payments.csv`, loaded: new Date(0) };
}

/** Measure the files of small towns, as loads do. */
async function measureFiles(directory: string): Promise<void> {
  const kernel = Kernel.start({ threads: 1 });
  try {
    const catalog = await Catalog.open(directory, columnarFormat(kernel));
    const fileFacts = new FactsFiles(directory, VERSION);
    for (const dataset of catalog.list()) await measureSmall({ fileFacts }, dataset);
  } finally {
    await kernel.close();
  }
}
