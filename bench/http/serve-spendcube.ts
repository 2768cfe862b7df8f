import { tmpdir } from "node:os";
import { authenticate } from "#src/access/authenticate.js";
import type { Context } from "#src/api/context.js";
import { WorkQueue } from "#src/engine/work-queue.js";
import { makeRoutes } from "#src/http/routes.js";
import { startServer } from "#src/http/server.js";
import type { Dataset } from "#src/store/dataset.js";
import { makeCube } from "../cube/cube.js";
import { loadCube } from "../peers/spendcube.js";
import { serveProcess } from "./server-process.js";

const [, , rows, threads] = process.argv;

await serveProcess(async () => {
  const { engine, model } = await loadCube(makeCube(Number(rows)), Number(threads));
  const now = new Date();
  const dataset: Dataset = {
    model,
    private: false,
    managers: [],
    created: now,
    lastModified: now,
    version: "1",
    sources: [],
    engine,
  };
  const context: Context = {
    // One that has never seen a disk.
    catalog: { get: () => dataset, list: () => [dataset] } as unknown as Context["catalog"],
    queue: new WorkQueue(1000),
    hidePrivate: false,
    maxClauses: 1024,
    maxCells: 10_000_000,
    maxSeconds: 30,
  };
  const logger = { error: (fields: object, message: string) => console.error(message, fields) };
  const settings = {
    host: "127.0.0.1",
    port: 0,
    version: "1",
    unpackDirectory: tmpdir(),
    routes: makeRoutes(context),
    authenticate,
    logger,
  };
  return (await startServer(settings)).url;
});
