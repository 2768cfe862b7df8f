import { shapeDrawerHere } from "#src/sources/shapes/shape-drawer.js";
import { ShapeFolder } from "#src/store/shape-folder.js";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OPERATOR } from "#src/access/actor.js";
import { firstVersion } from "./first-version.js";
import { createSignInService } from "#src/access/sign-in-service.js";
import type { Answer } from "#src/calls/answer.js";
import type { Format } from "#src/calls/formats.js";
import { collectText } from "#src/calls/reading/formats/collect-text.js";
import { loadSources } from "#src/calls/publishing/loads/load.js";
import { analyserHere } from "#src/sources/analysis/table-analyser.js";
import { Drafts } from "#src/calls/publishing/drafts/drafts.js";
import type { Loads } from "#src/calls/publishing/loads/loads.js";
import type { Run } from "#src/calls/publishing/loads/run.js";
import { NO_COUNTS } from "#src/sources/ingest/counts.js";
import { RunQueue } from "#src/calls/publishing/loads/run-queue.js";
import { Runs } from "#src/calls/publishing/loads/runs.js";
import { DatasetLock } from "#src/calls/publishing/loads/dataset-lock.js";
import type { TableFormat } from "#src/core/engine/storage.js";
import type { EntryInput } from "#src/core/engine/source-row.js";
import type { Engine, Reader } from "#src/core/engine/engine.js";
import { recordReaderHere } from "#src/sources/ingest/read-record.js";
import { loaderHere } from "#src/sources/ingest/table-loader.js";
import type { Model } from "#src/core/model/cube.js";
import type { Value } from "#src/core/model/values/value.js";
import { dateAttributes } from "#src/core/model/values/dates.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { WorkQueue } from "#src/core/admission/work-queue.js";
import { VersionFacts } from "#src/core/engine/version-facts.js";
import { ParentMaps } from "#src/core/engine/parent-maps.js";
import { type LoadRequest, type LoadResult, sourceAt } from "#src/calls/publishing/loads/load-request.js";
import type { LoadServices } from "#src/calls/publishing/loads/load-services.js";
import type { ServerContext } from "#src/web/http/session/server-context.js";
import { plainFormat } from "./reference/builder.js";
import { parameters, type Parameters } from "#src/core/query/parameters.js";
import type { Catalog } from "#src/store/catalog.js";
import { type Dataset, isSeries } from "#src/store/dataset.js";
import type { RunRecord } from "#src/store/disk/manifest.js";
import { findShown, listNewestFirst } from "#src/store/open-tables.js";
import { Removals } from "#src/store/removals.js";

/** A small model with every kind of field. */
export const SPENDING = {
  dataset: {
    name: "town",
    label: "Town spending",
    description: "Made up: what an invented town pays, for tests of this program.",
    currency: "EUR",
    category: "spending",
  },
  mapping: {
    amount: { type: "measure", label: "Paid", column: "paid", datatype: "float" },
    planned: { type: "measure", column: "planned", datatype: "float", default_value: "0" },
    time: { type: "date", column: "date", datatype: "date" },
    until: { type: "date", column: "until", datatype: "date" },
    invoice: { type: "attribute", column: "invoice", datatype: "string", key: true },
    region: { type: "attribute", column: "region", datatype: "string", facet: true },
    rate: { type: "attribute", column: "rate", datatype: "float" },
    cofog1: {
      type: "compound",
      taxonomy: "cofog",
      label: "Function",
      attributes: {
        name: { column: "code", datatype: "string" },
        label: { column: "function", datatype: "string" },
        color: { column: "color", datatype: "string", default_value: "#555555" },
        weight: { column: "weight", datatype: "float" },
      },
    },
  },
};

export function spendingModel(changes: Record<string, unknown> = {}): Model {
  return parseModel({ ...SPENDING, mapping: { ...SPENDING.mapping, ...changes } }).model;
}

/** A row of `SPENDING`: amounts in hundredths. */
export interface Row {
  readonly id: string;
  readonly paid: bigint;
  readonly planned?: bigint;
  readonly date?: string;
  readonly until?: string | null;
  readonly region?: string;
  readonly rate?: number | null;
  readonly code?: string;
  readonly function?: string;
  readonly weight?: number | null;
}

export function entryInput(row: Row): EntryInput {
  const code = row.code ?? "1";
  const members: readonly (readonly Value[])[] = [
    dateAttributes(row.date ?? "2009-03-02"),
    dateAttributes(row.until ?? null),
    [row.id],
    [row.region ?? "North"],
    [row.rate ?? null],
    [code, row.function ?? `Function ${code}`, "#555555", row.weight ?? null],
  ];
  const amounts = [row.paid, row.planned ?? 0n].map((unscaled) => ({ unscaled, scale: 2 }));
  return { id: row.id.padStart(40, "0"), members, amounts };
}

/** A version without entries, with given reads. */
export function engineOf(facts: Partial<Engine>, reads: Partial<Reader>): Engine {
  const { numEntries, numBytes, amountForms } = spendingEngine([]);
  return {
    numEntries,
    numBytes,
    amountForms,
    report: () => ({}),
    ...facts,
    read: () => ({ release: () => {}, ...reads }) as Reader,
    dispose: () => {},
  };
}

export function spendingEngine(rows: readonly Row[], model = spendingModel()): Engine {
  const builder = plainFormat.build(model, null, 1);
  for (const row of rows) builder.write([entryInput(row)]);
  return builder.finish().engine;
}

/** Parameters from the text of a query string, pipes and all. */
export function queryParameters(text: string): Parameters {
  return parameters(new URLSearchParams(text));
}

/** A dataset of these rows, published in a catalog that is never written. */
export function spendingDataset(rows: readonly Row[], changes: Partial<Dataset> = {}): Dataset {
  const model = changes.model ?? spendingModel();
  const day = new Date("2020-02-02T02:02:02.222Z");
  return {
    model,
    asLoaded: model,
    private: false,
    managers: [],
    version: `version of ${model.dataset.name}`,
    ...firstVersion(day),
    sources: [{ id: 1, url: "/town.csv", loaded: day }],
    engine: spendingEngine(rows, model),
    ...changes,
  };
}

/** Services for loads, all in this thread. */
export function servicesOf(catalog: Catalog, format: TableFormat = plainFormat): LoadServices {
  const own = { loader: loaderHere(format), audit: { record: async () => {} } };
  return { catalog, lock: new DatasetLock(), runs: new Runs(catalog), ...own };
}

/** Load a local file. */
export function loadFile(
  services: LoadServices,
  model: Model,
  path: string,
  changes: Partial<LoadRequest> = {},
): Promise<LoadResult> {
  return loadSources(services, {
    model,
    sources: [sourceAt({ kind: "file", path }, model)],
    by: OPERATOR,
    download: { directory: tmpdir() },
    private: false,
    managers: [],
    skipInvalid: false,
    unique: false,
    allowEmpty: false,
    replace: false,
    skipUnchanged: false,
    ...changes,
  });
}

/** A load of `/town.csv` that is done. */
export function doneRun(changes: Partial<Run> = {}): Run {
  const time = "2020-02-02T02:02:02.222Z";
  return {
    dataset: "town",
    id: 1,
    source: { id: 1, url: "/town.csv" },
    operation: "load",
    status: "complete",
    user: null,
    private: false,
    managers: [],
    queued: time,
    started: time,
    ended: time,
    counts: { ...NO_COUNTS, rowsRead: 3, entriesCreated: 2, rowsRejected: 1, bytesRead: 99, bytesTotal: 99 },
    numErrors: 1,
    errors: [
      { row: 3, column: "paid", attribute: "amount", datatype: "float", value: "?", message: '"?" is not a number' },
    ],
    notes: ["1 row could not be loaded and was left out"],
    outcome: { numEntries: 2, totals: [["amount", "10.3"]] },
    ...changes,
  };
}

/** How loads are taken over HTTP, from this machine too. */
export function loadsOf(catalog: Catalog, changes: Partial<Loads> = {}): Loads {
  return {
    services: servicesOf(catalog),
    queue: new RunQueue(2, 100),
    records: recordReaderHere,
    download: { directory: join(tmpdir(), "spendcube-downloads"), privateAddresses: true },
    maxUploadBytes: 10 * 2 ** 30,
    allowHttp: true,
    maxLoadMs: Infinity,
    idleTimeoutMs: 60_000,
    onError: (error) => {
      throw error;
    },
    ...changes,
  };
}

export function contextOf(datasets: readonly Dataset[], changes: Partial<ServerContext> = {}): ServerContext {
  const catalog = changes.catalog ?? memoryCatalog(datasets);
  return {
    version: "1",
    catalog,
    loads: loadsOf(catalog),
    drafts: new Drafts(join(tmpdir(), "spendcube-drafts"), catalog),
    analyser: analyserHere,
    shapeDrawer: shapeDrawerHere,
    signIn: createSignInService(catalog, { record: async () => {} }, false),
    queue: new WorkQueue(100),
    parents: new ParentMaps(),
    facts: new VersionFacts(),
    shapes: new ShapeFolder(join(tmpdir(), "spendcube-no-shapes")),
    ending: new AbortController().signal,
    hidePrivate: false,
    maxClauses: 1024,
    maxNesting: 64,
    maxCells: 1_000_000,
    maxSeconds: 30,
    maxAnonymousSeconds: 5,
    ...changes,
  };
}

/** The text of one form of an answer. */
export const formText = async (answer: Answer, form: Format): Promise<string> =>
  collectText(await answer.formats[form]!());

/** A catalog that writes nothing to a disk. */
export function memoryCatalog(present: readonly Dataset[] = []): Catalog {
  const datasets = new Map(present.map((dataset) => [dataset.model.dataset.name, dataset]));
  let runs: readonly RunRecord[] = [];
  const removals = new Removals();
  const replace = (name: string, dataset: Dataset | undefined): void => {
    removals.note(datasets.get(name), dataset);
    if (dataset) datasets.set(name, dataset);
    else datasets.delete(name);
  };
  const catalog: Pick<
    Catalog,
    | "accounts"
    | "secret"
    | "records"
    | "get"
    | "list"
    | "listSeries"
    | "lastRemoval"
    | "publish"
    | "setPrivate"
    | "drop"
    | "beginReading"
    | "health"
    | "explainFullDisk"
    | "runs"
    | "changeRuns"
    | "warnOfCrosswalks"
    | "fillCrosswalks"
    | "keepsSources"
    | "keptPath"
  > = {
    accounts: [],
    secret: null,
    records: [],
    keepsSources: false,
    keptPath: (digest) => `/nowhere/${digest}`,
    get: (name) => findShown(datasets, name),
    list: () => listNewestFirst([...datasets.values()]),
    listSeries: () => [...datasets.values()].filter(isSeries),
    lastRemoval: (couldRead) => removals.last(couldRead),
    get runs() {
      return runs;
    },
    changeRuns: async (change) => {
      runs = change(runs);
    },
    publish: async ({ base, changeRuns = (same) => same, asLoaded, ...load }) => {
      runs = changeRuns(runs);
      const now = new Date();
      const kept = base ?? { ...load, created: now };
      const dataset = {
        ...load,
        ...firstVersion(now),
        asLoaded: asLoaded ?? load.model,
        created: kept.created,
        private: kept.private,
        managers: kept.managers,
        lastModified: now,
        version: `version ${datasets.size} of ${now.getTime()}`,
      };
      replace(load.model.dataset.name, dataset);
      return dataset;
    },
    setPrivate: async (name, isPrivate) => replace(name, { ...datasets.get(name)!, private: isPrivate }),
    drop: async (name) => {
      runs = runs.filter(({ dataset }) => dataset !== name);
      replace(name, undefined);
    },
    beginReading: () => ({ seal: () => {}, end: () => {} }),
    health: { status: "ok", reasons: [] },
    explainFullDisk: async () => null,
    warnOfCrosswalks: async () => [],
    fillCrosswalks: async ({ model }) => model,
  };
  return catalog as unknown as Catalog;
}
