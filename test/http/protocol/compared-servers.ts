import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { ExecutorPool, type ExecutorPoolOptions } from "#src/process/executors/executor-pool.js";
import { OWN_LANE } from "#src/process/executors/own-lane.js";
import { openVersions } from "#src/calls/reading/lookup/open-versions.js";
import type { ServerSettings } from "#src/web/http/start-server.js";
import { makeRoutes } from "#src/features/features.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { Catalog } from "#src/store/catalog.js";
import { contextOf, entryInput, type Row, SPENDING } from "../../fixtures.js";
import { request, type RequestOptions, type Response } from "../client.js";
import { startTestServer, type TestServer } from "../server.js";

export const REGIONS = ["North", "South", "East", "Ä\u{1F600}", 'a "quoted", one'];

/** Entries with ids of their own, and amounts that depend on `factor`. */
export function rowsOf(count: number, factor: number): readonly Row[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `invoice ${at}`,
    paid: BigInt((at * 7919 * factor) % 100_003) - 500n,
    region: REGIONS[at % REGIONS.length]!,
    code: String(at % 17),
    date: `20${String(8 + (at % 4)).padStart(2, "0")}-03-0${1 + (at % 9)}`,
  }));
}

/** Options of published rows. */
interface Published {
  readonly name: string;
  readonly isPrivate?: boolean;
  /** Fields of the mapping beside those of `SPENDING`. */
  readonly fields?: object;
  readonly hierarchies?: object;
}

/** Servers of the same datasets: one whose executors make every body, and one without executors. */
export class ComparedServers {
  readonly kernel: Kernel;
  readonly catalog: Catalog;
  readonly #directory: string;
  readonly #executors: ExecutorPool;
  readonly threaded: TestServer;
  readonly plain: TestServer;

  private constructor(
    kernel: Kernel,
    catalog: Catalog,
    directory: string,
    executors: ExecutorPool,
    threaded: TestServer,
    plain: TestServer,
  ) {
    this.kernel = kernel;
    this.catalog = catalog;
    this.#directory = directory;
    this.#executors = executors;
    this.threaded = threaded;
    this.plain = plain;
  }

  static async start(): Promise<ComparedServers> {
    const directory = await mkdtemp(join(tmpdir(), "spendcube-"));
    const kernel = Kernel.start({ spareBytes: 0, lane: OWN_LANE });
    const catalog = await Catalog.open(join(directory, "data"), columnarFormat(kernel));
    const executors = createExecutors(kernel, catalog);
    // The same origin in all links.
    const settings: Partial<ServerSettings> = {
      beginReading: () => catalog.beginReading(),
      openVersions: (actor, names) => openVersions(catalog, actor, names),
      baseUrl: "http://spend.example",
    };
    const threaded = await startTestServer(makeRoutes(contextOf([], { catalog })), {
      ...settings,
      executor: executors,
    });
    const plain = await startTestServer(makeRoutes(contextOf([], { catalog })), settings);
    return new ComparedServers(kernel, catalog, directory, executors, threaded, plain);
  }

  async stop(): Promise<void> {
    await Promise.all([this.threaded.stop(), this.plain.stop(), this.#executors.close()]);
    await this.kernel.close();
    await rm(this.#directory, { recursive: true });
  }

  async publish(
    rows: readonly Row[],
    { name, isPrivate = false, fields = {}, hierarchies = {} }: Published,
  ): Promise<void> {
    const { catalog } = this;
    const mapping = { ...SPENDING.mapping, ...fields };
    const { model } = parseModel({ ...SPENDING, dataset: { ...SPENDING.dataset, name }, mapping, hierarchies });
    const builder = columnarFormat(this.kernel).build(model, null, 1);
    const entries = rows.map((row) => ({ ...entryInput(row), id: createHash("sha1").update(row.id).digest("hex") }));
    await builder.write(entries);
    const { engine } = builder.finish();
    const base = catalog.get(name);
    await catalog.publish({ model, engine, sources: [], base, private: isPrivate, managers: [] });
  }

  /** Request the same of both servers, and assert that they answer the same. */
  async compare(path: string, options: RequestOptions = {}): Promise<Response> {
    const [ours, theirs] = await Promise.all(
      [this.threaded, this.plain].map(({ url }) => request(url + path, options)) as [
        Promise<Response>,
        Promise<Response>,
      ],
    );
    assert.deepEqual(comparable(ours), comparable(theirs), path);
    return ours;
  }
}

export function createExecutors(
  kernel: Kernel,
  catalog: Catalog,
  more: Partial<ExecutorPoolOptions> = {},
): ExecutorPool {
  const { version, hidePrivate, maxClauses, maxNesting, maxCells, maxSeconds, maxAnonymousSeconds } = contextOf([], {
    catalog,
  });
  return new ExecutorPool({
    module: kernel.module,
    threads: 2,
    short: 1,
    catalog,
    settings: { version, without: [], hidePrivate, maxClauses, maxNesting, maxCells, maxSeconds, maxAnonymousSeconds },
    memoryBytes: Infinity,
    maxWaiting: 100,
    maxWaitMs: Infinity,
    onLost: (error) => {
      throw error;
    },
    maxOwnCharacters: -1,
    maxOwnSteps: -1,
    ...more,
  });
}

/** Everything about a response but its times and the request's number. */
function comparable({ status, headers, body }: Response): object {
  // A change within this second is dated with its end, or with the time of the answer.
  const { date: _, "last-modified": _modified, "x-request-id": _id, ...rest } = headers;
  const text = headers["content-encoding"] === "gzip" ? gunzipSync(body).toString() : body.toString("latin1");
  return { status, headers: rest, text };
}

export const HTML = { headers: { Accept: "text/html" } };
