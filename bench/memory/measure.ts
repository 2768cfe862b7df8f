import { columnarFormat } from "#src/engines/columnar/format.js";
import type { ColumnarEngine } from "#src/engines/columnar/engine.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { makeCube } from "../cube/cube.js";
import { cubeModel, writeEntries } from "../cube/entries.js";
import { markdownTable, print } from "../tables.js";
import { accountForMemories, sum } from "./account.js";
import { peakWhile, settle } from "./resident.js";

const RELOADS = 5;
const MEGABYTE = 2 ** 20;

interface Reload {
  readonly before: number;
  readonly peak: number | null;
  readonly after: number;
}

const rows = Number(process.argv[2]);
// Import the server, so that the process is as large as a server without a dataset.
await import("#src/cli/serve/serve.js");
const kernel = Kernel.start({ threads: 2 });
const format = columnarFormat(kernel);
const model = cubeModel();
const empty = await settle();

const cube = makeCube(rows);
// The source cube stays in memory until the end; it is not counted below.
const base = await settle();
let engine: ColumnarEngine | null = null;
const peak = peakWhile(() => (engine = build(null)));
const loaded = await settle();
printBuild();

const reloads: Reload[] = [];
for (let reload = 0; reload < RELOADS; reload++) {
  const before = await settle();
  const peakOfReload = peakWhile(replace);
  reloads.push({ before, peak: peakOfReload, after: await settle() });
}
printReloads();
await kernel.close();

/** Replace the table. Nothing else may refer to the old one, or its memory stays. */
function replace(): void {
  const old = engine!;
  engine = build(old);
  old.dispose();
}

function build(previous: ColumnarEngine | null): ColumnarEngine {
  const builder = format.build(model, previous, 1);
  writeEntries(cube, builder);
  return builder.finish().engine as ColumnarEngine;
}

function printBuild(): void {
  const columns = accountForMemories(engine!);
  const rest = loaded - base - sum([...columns.values()]);
  print(`\n${rows} entries, ${model.dimensions.length} dimensions, ${model.measures.length} measures\n`);
  print(
    markdownTable(
      ["resident", "MB", "bytes per entry"],
      [
        ["process without a dataset", empty / MEGABYTE, null],
        ...[...columns].map(([purpose, bytes]) => [purpose, bytes / MEGABYTE, bytes / rows] as const),
        ["outside the table's memories", rest / MEGABYTE, rest / rows],
        ["table", (loaded - base) / MEGABYTE, (loaded - base) / rows],
        ["peak during the build", ...beyond(peak, base)],
      ],
    ),
  );
}

function printReloads(): void {
  print("\nthe same entries again, replacing the table\n");
  print(
    markdownTable(
      ["reload", "additional MB", "bytes per entry", "table after it, MB"],
      reloads.map(({ before, peak: peakBytes, after }, at) => [
        String(at + 1),
        ...beyond(peakBytes, before),
        (after - base) / MEGABYTE,
      ]),
    ),
  );
}

function beyond(bytes: number | null, start: number): readonly [megabytes: number | null, perEntry: number | null] {
  return bytes === null ? [null, null] : [(bytes - start) / MEGABYTE, (bytes - start) / rows];
}
