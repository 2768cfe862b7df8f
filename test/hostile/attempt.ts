import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { columnarFormat } from "#src/engines/columnar/format.js";
import type { Engine } from "#src/core/engine/engine.js";
import { UserError } from "#src/core/errors/errors.js";
import type { SourceBounds } from "#src/sources/ingest/fetch/bounds.js";
import type { DownloadOptions } from "#src/sources/ingest/fetch/download.js";
import { readMetadata } from "#src/sources/ingest/read-document.js";
import { loaderHere } from "#src/sources/ingest/table-loader.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { loaderInThread } from "#src/process/jobs/load-in-thread.js";
import { readPackage } from "#src/sources/packages/read-package.js";
import { entriesOf } from "../contract/sample.js";
import { smallModel, withFile } from "../unit/sources/ingest/collect.js";
import { type Answer, type HostileServer, PUBLIC, startHostileServer } from "./server.js";

/** Small enough for a test to reach them at once. */
const BOUNDS: Partial<SourceBounds> = { bytes: 4_000_000, connectMs: 5_000, idleTimeoutMs: 5_000 };

/** Heap limit of a load: code that stores a whole body of a test in memory exceeds it. */
const HEAP_MEGABYTES = 48;

/** A target of hostile loads: a dataset with one entry, which no load may change. */
export interface Victim {
  readonly server: HostileServer;
  /** @throws unless the load is refused with a matching message and has changed nothing */
  refuses(answer: Answer, message: RegExp, rest?: Attempt): Promise<void>;
}

export interface Attempt {
  /** Kind of the fetched document; rows by default. */
  readonly as?: "rows" | "model" | "package";
  /** URL to use instead of the server's own. */
  readonly url?: string;
  readonly bounds?: Partial<SourceBounds>;
  readonly download?: Partial<DownloadOptions>;
  /** True to read it in a thread with little memory. */
  readonly inThread?: boolean;
}

/** Set a dataset and a server up around the tests of a file. */
export function setUpVictim(): Victim {
  let directory: string;
  let kernel: Kernel;
  let server: HostileServer;
  let engine: Engine;
  let entries: unknown;
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), "spendcube-hostile-"));
    kernel = Kernel.start({ spareBytes: 0 });
    server = await startHostileServer();
    engine = await withFile("No,Name,Amount,Date\n1,a,2.50,2012\n", async (path) => {
      const source = { kind: "file", path } as const;
      const load = { model: smallModel(), source, download: { directory }, previous: null, sourceId: 1 };
      const { engine } = await loaderHere(columnarFormat(kernel)).load({ ...load, skipInvalid: false });
      return engine;
    });
    entries = await entriesOf(engine);
  });
  after(async () => {
    await server.close();
    await kernel.close();
    await rm(directory, { recursive: true });
  });

  const attempt = async ({ as = "rows", url = `${server.origin}/file`, bounds, inThread, ...rest }: Attempt) => {
    const limits = { ...BOUNDS, ...bounds };
    // Functions cannot be sent to a thread.
    const policy = inThread ? { privateAddresses: true } : { isPublic: (address: string) => address === PUBLIC };
    const download = { directory, bounds: limits, ...policy, ...rest.download };
    if (as === "model") return readMetadata({ kind: "url", url }, download);
    if (as === "package") return readPackage({ kind: "url", url }, download);
    const loader = inThread
      ? loaderInThread(kernel, { heapMegabytes: HEAP_MEGABYTES })
      : loaderHere(columnarFormat(kernel));
    const source = { kind: "url", url } as const;
    const load = { model: smallModel(), source, download, previous: engine, sourceId: 1, skipInvalid: false };
    return loader.load(load);
  };
  return {
    get server() {
      return server;
    },
    async refuses(answer, message, rest = {}) {
      server.answer = answer;
      const error = await attempt(rest).then(
        () => assert.fail("it was loaded"),
        (reason: unknown) => reason,
      );
      assert.ok(error instanceof UserError, String((error as Error)?.stack ?? error));
      assert.match(error.message, message);
      assert.deepEqual(await entriesOf(engine), entries);
      assert.deepEqual(await readdir(directory), []);
    },
  };
}
