import { shapeDrawerHere } from "#src/sources/shapes/shape-drawer.js";
import { tmpdir } from "node:os";
import { ANONYMOUS } from "#src/access/actor.js";
import { analyserHere } from "#src/sources/analysis/table-analyser.js";
import { Drafts } from "#src/calls/publishing/drafts/drafts.js";
import { createSignInService } from "#src/access/sign-in-service.js";
import type { Engine } from "#src/core/engine/engine.js";
import { WorkQueue } from "#src/core/admission/work-queue.js";
import { ParentMaps } from "#src/core/engine/parent-maps.js";
import { VersionFacts } from "#src/core/engine/version-facts.js";
import { makeRoutes } from "#src/features/features.js";
import type { ServerContext } from "#src/web/http/session/server-context.js";
import { type ServerSettings, startServer } from "#src/web/http/start-server.js";
import type { Model } from "#src/core/model/cube.js";
import type { Dataset } from "#src/store/dataset.js";
import { ShapeFolder } from "#src/store/shape-folder.js";

/**
 * Start the program's own server with one dataset in memory.
 * @returns its URL
 */
export async function serveDataset(
  model: Model,
  engine: Engine,
  limits: NonNullable<ServerSettings["limits"]> = {},
): Promise<string> {
  const now = new Date();
  const dataset: Dataset = {
    model,
    asLoaded: model,
    private: false,
    managers: [],
    created: now,
    lastModified: now,
    version: "1",
    number: 1,
    contents: "1",
    changed: now,
    isFixed: false,
    history: [],
    sources: [],
    engine,
  };
  const catalog = {
    get: () => dataset,
    list: () => [dataset],
    listSeries: () => [],
    lastRemoval: () => now,
    accounts: [],
  } as unknown as ServerContext["catalog"];
  const context: ServerContext = {
    version: "1",
    catalog,
    // The benchmark never loads.
    loads: {} as ServerContext["loads"],
    drafts: new Drafts(tmpdir(), catalog),
    analyser: analyserHere,
    shapeDrawer: shapeDrawerHere,
    signIn: createSignInService(catalog, { record: async () => {} }, false),
    queue: new WorkQueue(1000),
    parents: new ParentMaps(),
    facts: new VersionFacts(),
    shapes: new ShapeFolder(tmpdir()),
    ending: new AbortController().signal,
    hidePrivate: false,
    maxClauses: 1024,
    maxNesting: 64,
    maxCells: 10_000_000,
    maxSeconds: 30,
    maxAnonymousSeconds: 5,
  };
  const log = (fields: object, message: string): void => console.error(message, fields);
  const logger = { error: log, warn: log };
  const settings = {
    host: "127.0.0.1",
    port: 0,
    version: "1",
    unpackDirectory: tmpdir(),
    spillDirectory: tmpdir(),
    routes: makeRoutes(context),
    authenticate: () => ANONYMOUS,
    logger,
    limits,
  };
  return (await startServer(settings)).url;
}
