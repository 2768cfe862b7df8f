import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { columnarFormat } from "#src/columnar/builder.js";
import type { Engine, Entry } from "#src/engine/engine.js";
import { ingest } from "#src/ingest/load.js";
import { Kernel } from "#src/kernel/kernel.js";
import type { Model } from "#src/model/cube.js";
import { payments } from "../load.js";
import { serveDataset } from "./serve-dataset.js";
import { serveProcess } from "./server-process.js";

/** Paths of each kind. */
const SAMPLE = 20_000;
/** Seeded payments, where the councils' are not there. */
const ROWS = 1_400_000;

const [, , directory, threads] = process.argv;

// Two servers of one table: one keeps answers ready, the other none.
await serveProcess(async () => {
  const { model, path } = await payments(ROWS);
  const format = columnarFormat(Kernel.start({ threads: Number(threads) }));
  const { builder } = await ingest({
    model,
    source: { kind: "file", path },
    download: { directory: tmpdir() },
    makeBuilder: () => format.build(model, null, 1),
    skipInvalid: true,
  });
  const engine = builder.finish();
  await writePaths(model, engine);
  const servers = [serveDataset(model, engine), serveDataset(model, engine, { cacheBytes: 0 })];
  return (await Promise.all(servers)).join(" ");
});

/** A file of paths for each call, in the order of the entries that they are taken from. */
async function writePaths(model: Model, engine: Engine): Promise<void> {
  const { name } = model.dataset;
  const at = (dimension: string): number => model.dimensions.findIndex((each) => each.name === dimension);
  const [to, unit] = [at("to"), at("unit")];
  const nameOf = ({ members }: Entry, dimension: number): string =>
    encodeURIComponent(String(members[dimension]!.values[0]));
  const labelOf = ({ members }: Entry): string => String(members[to]!.values[1]);
  const kinds: Readonly<Record<string, (entry: Entry) => string>> = {
    member: (entry) => `/${name}/to/${nameOf(entry, to)}.json`,
    entry: ({ id }) => `/${name}/entries/${id}.json`,
    prefix: (entry) => `/${name}/to.distinct.json?pagesize=10&q=${encodeURIComponent(labelOf(entry).slice(0, 3))}`,
    cut: (entry) => `/${name}/to.distinct.json?pagesize=10&cut=unit:${nameOf(entry, unit)}`,
    aggregate: (entry) => `/api/2/aggregate?dataset=${name}&drilldown=year&cut=to:${nameOf(entry, to)}`,
  };
  const paths = Object.keys(kinds).map((): string[] => []);
  const stride = Math.ceil(engine.numEntries / SAMPLE);
  let row = 0;
  for await (const entries of engine.entries()) {
    for (const entry of entries) {
      if (row++ % stride !== 0) continue;
      Object.values(kinds).forEach((pathOf, kind) => paths[kind]!.push(pathOf(entry)));
    }
  }
  Object.keys(kinds).forEach((kind, at) => writeFileSync(join(directory!, `${kind}.txt`), paths[at]!.join("\n")));
}
