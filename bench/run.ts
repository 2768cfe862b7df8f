import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { benchAdjusted } from "./adjusted.js";
import { benchCells } from "./cells.js";
import { benchChanges } from "./changes.js";
import { benchCube } from "./cube.js";
import { benchDatasets, type DatasetsOptions } from "./datasets.js";
import { benchDerived } from "./derived.js";
import { benchDuringLoad } from "./during-load.js";
import { benchFigures } from "./figures.js";
import { benchFirst } from "./first.js";
import { benchHostile, type HostileOptions } from "./hostile.js";
import { benchHttp } from "./http.js";
import { benchHuge } from "./huge.js";
import { benchLoad } from "./load.js";
import { benchLoadCommand } from "./load-command.js";
import { benchMaps } from "./maps.js";
import { benchMemory } from "./memory.js";
import { benchMetrics } from "./metrics.js";
import { benchOverload } from "./overload.js";
import { benchPages } from "./pages.js";
import { benchPollution } from "./pollution.js";
import { benchReplicas } from "./replicas.js";
import { benchResources } from "./resources.js";
import { benchScale } from "./scale.js";
import { benchScaleOut } from "./scale-out.js";
import { benchSearch } from "./search.js";
import { benchStart } from "./start.js";
import { benchStore } from "./store.js";
import { print } from "./tables.js";
import { benchUnions } from "./unions.js";

/** Benchmarks by name. `npm run bench -- NAME` runs one, `npm run bench` all of them. */
const MODES: Readonly<Record<string, (rows: number, options: HostileOptions & DatasetsOptions) => Promise<void>>> = {
  cube: benchCube,
  adjusted: benchAdjusted,
  cells: benchCells,
  changes: benchChanges,
  datasets: (_, options) => benchDatasets(options),
  derived: benchDerived,
  figures: benchFigures,
  http: benchHttp,
  first: benchFirst,
  resources: benchResources,
  pages: benchPages,
  maps: benchMaps,
  memory: benchMemory,
  load: benchLoad,
  "load-command": benchLoadCommand,
  "during-load": benchDuringLoad,
  scale: benchScale,
  "scale-out": benchScaleOut,
  replicas: benchReplicas,
  huge: benchHuge,
  search: benchSearch,
  metrics: benchMetrics,
  pollution: benchPollution,
  overload: benchOverload,
  hostile: (_, options) => benchHostile(options),
  start: benchStart,
  unions: benchUnions,
  store: benchStore,
};

const { positionals, values } = parseArgs({
  options: {
    rows: { type: "string", default: "10000000" },
    datasets: { type: "string", default: "10000" },
    minutes: { type: "string", default: "5" },
    data: { type: "string" },
  },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !Object.hasOwn(MODES, name));
if (unknown.length > 0) {
  process.stderr.write(`Unknown benchmark ${unknown.join(", ")}; known: ${Object.keys(MODES).join(", ")}\n`);
  process.exitCode = 2;
} else {
  print(`${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`);
  for (const name of positionals.length > 0 ? positionals : Object.keys(MODES)) {
    print(`\n## ${name}`);
    await MODES[name]!(Number(values.rows), {
      minutes: Number(values.minutes),
      datasets: Number(values.datasets),
      data: values.data,
    });
  }
}
