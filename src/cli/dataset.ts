import { InvalidQuery } from "../errors/errors.js";
import { suggest } from "../query/reference.js";
import type { Catalog } from "../store/catalog.js";
import type { Dataset } from "../store/dataset.js";
import { describeDataset } from "../api/dataset.js";
import { formatTable, printJson, printLine } from "./terminal.js";
import type { Call } from "./work.js";

interface Options {
  readonly json?: boolean;
}

export async function listDatasets({ place, options, terminal }: Call<Options>): Promise<number> {
  const { catalog } = await place.open();
  const datasets = catalog.list();
  if (options.json) {
    printJson(
      terminal,
      datasets.map((dataset) => ({ ...describeDataset(dataset, ""), managers: dataset.managers })),
    );
  } else if (datasets.length === 0) {
    printLine(terminal.err, `${place.directory} holds no datasets`);
  } else {
    const header = ["name", "entries", "state", "last changed", "label"];
    printLine(terminal.out, formatTable([header, ...datasets.map(describeRow)]));
  }
  return 0;
}

export async function dropDataset({ place, args, options, terminal, signal }: Call<Options>): Promise<number> {
  const { catalog, turns } = await place.open();
  const [name] = args as [string];
  const numEntries = await turns.take(name, signal, async () => {
    const { engine } = requireDataset(catalog, name);
    await catalog.drop(name);
    return engine.numEntries;
  });
  if (options.json) printJson(terminal, { dropped: name, num_entries: numEntries });
  else printLine(terminal.out, `dropped ${name}: ${numEntries} entries`);
  return 0;
}

/** @throws InvalidQuery naming the nearest datasets */
export function requireDataset(catalog: Catalog, name: string): Dataset {
  const dataset = catalog.get(name);
  if (dataset) return dataset;
  const known = catalog.list().map(({ model }) => model.dataset.name);
  throw new InvalidQuery(
    `no dataset with name "${name}"${known.length > 0 ? suggest(name, known) : "; the data directory holds none"}`,
  );
}

function describeRow({ model, engine, lastModified, ...dataset }: Dataset): readonly string[] {
  const state = dataset.private ? "private" : "public";
  const changed = lastModified.toISOString().slice(0, 16).replace("T", " ");
  return [model.dataset.name, String(engine.numEntries), state, changed, model.dataset.label];
}
