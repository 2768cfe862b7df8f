import { InvalidQuery } from "../errors/errors.js";
import { suggest } from "../query/reference.js";
import type { Catalog } from "../store/catalog.js";
import type { Dataset } from "../store/dataset.js";
import { describeDataset } from "../api/dataset.js";
import { withCatalog } from "./with-catalog.js";
import { formatTable, printJson, printLine, type Terminal } from "./terminal.js";

interface Options {
  readonly data: string;
  readonly json?: boolean;
}

export async function listDatasets(terminal: Terminal, options: Options): Promise<void> {
  const datasets = await withCatalog(options.data, { threads: 1 }, async ({ catalog }) => catalog.list());
  if (options.json) {
    printJson(
      terminal,
      datasets.map((dataset) => ({ ...describeDataset(dataset, ""), managers: dataset.managers })),
    );
    return;
  }
  if (datasets.length === 0) {
    printLine(terminal.err, `${options.data} holds no datasets`);
    return;
  }
  const header = ["name", "entries", "state", "last changed", "label"];
  printLine(terminal.out, formatTable([header, ...datasets.map(describeRow)]));
}

export async function dropDataset(terminal: Terminal, name: string, options: Options): Promise<void> {
  const numEntries = await withCatalog(options.data, { threads: 1 }, async ({ catalog }) => {
    const dataset = requireDataset(catalog, name);
    await catalog.drop(name);
    return dataset.engine.numEntries;
  });
  if (options.json) printJson(terminal, { dropped: name, num_entries: numEntries });
  else printLine(terminal.out, `dropped ${name}: ${numEntries} entries`);
}

/** @throws InvalidQuery naming the nearest datasets */
export function requireDataset(catalog: Catalog, name: string): Dataset {
  const dataset = catalog.get(name);
  if (dataset) return dataset;
  const known = catalog.list().map(({ model }) => model.dataset.name);
  throw new InvalidQuery(`no dataset with name "${name}"${known.length > 0 ? suggest(name, known) : ""}`);
}

function describeRow({ model, engine, lastModified, ...dataset }: Dataset): readonly string[] {
  const state = dataset.private ? "private" : "public";
  const changed = lastModified.toISOString().slice(0, 16).replace("T", " ");
  return [model.dataset.name, String(engine.numEntries), state, changed, model.dataset.label];
}
