import { once } from "node:events";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Logger } from "pino";
import { authenticate } from "../../access/authenticate.js";
import { RateLimit } from "../../access/rate-limit.js";
import { createSignInService } from "../../access/sign-in-service.js";
import { Drafts } from "../../calls/publishing/drafts/drafts.js";
import { readAgain } from "../../calls/publishing/drafts/read-draft.js";
import { WAITING } from "../../calls/context.js";
import type { Loads } from "../../calls/publishing/loads/loads.js";
import { VersionFacts } from "../../core/engine/version-facts.js";
import { ParentMaps } from "../../core/engine/parent-maps.js";
import { RunQueue } from "../../calls/publishing/loads/run-queue.js";
import type { Owner } from "../../process/control/owner.js";
import type { Terminal } from "../../process/control/terminal.js";
import { CombinedQueue } from "../../core/admission/combined-queue.js";
import { WorkQueue } from "../../core/admission/work-queue.js";
import { ChangesFiles } from "../../store/disk/changes-file.js";
import type { Dataset } from "../../store/dataset.js";
import type { CallSettings } from "../../process/executors/messages.js";
import { errorText } from "../../core/errors/error-text.js";
import { Conflict } from "../../core/errors/errors.js";
import { makeRoutes } from "../../features/features.js";
import { serveMetrics } from "../../web/http/server/metrics-listener.js";
import type { ServerContext } from "../../web/http/session/server-context.js";
import { type ServerSettings, startServer } from "../../web/http/start-server.js";
import { ShapeFolder } from "../../store/shape-folder.js";
import { makeCollector } from "../../engines/kernel/memory/collect-garbage.js";
import { limitMemory, type MemoryLimit } from "../../engines/kernel/memory/memory-limit.js";
import { openVersions } from "../../calls/reading/lookup/open-versions.js";
import { explainExcess } from "../../engines/kernel/memory/memory-growth.js";
import { createMetrics, type Metrics } from "../../web/metrics/metrics.js";
import { availableMemory } from "./available-memory.js";
import { permittedConnections, readFileLimit, warnOfFew } from "./file-limit.js";
import { findSources } from "./metric-sources.js";
import { untilInterrupted } from "../terminal/interrupt.js";
import { loadDemo } from "./load-demo.js";
import { logLoads } from "./log-loads.js";
import { performForOthers } from "./serve-commands.js";
import { reachDirectory } from "../directory/reach-directory.js";
import { renewOnHangup } from "./renew-on-hangup.js";
import { PLAIN_SITE } from "../../calls/site.js";
import { readSite, versionOfPages } from "./read-site.js";
import { readFeatures } from "./read-features.js";
import { readFonts, warnOfLetters } from "./read-fonts.js";
import { readTls, type Tls } from "./tls.js";
import { suggestQuery } from "./suggest-query.js";
import type { OptionsOf } from "../settings/setting.js";
import type { SERVE_SETTINGS } from "../settings/serve-settings.js";
import { printLine } from "../terminal/terminal.js";
import { VERSION } from "../terminal/version.js";
import { measurePublished } from "./measure-versions.js";
import { watchRequests } from "./watch-requests.js";
import { readClusterOptions } from "../directory/cluster-options.js";
import { type Workplace, withWorkplace } from "../directory/data-directory.js";
import type { Opened, WorkplaceOptions } from "../directory/opened.js";
import { needsExecutors } from "./needs-executors.js";
import { rehearse } from "./rehearse.js";

/** Options of `serve`, as its settings say. */
export type ServeOptions = OptionsOf<typeof SERVE_SETTINGS>;

/** Time that running loads have to end when the server is shut down; after it they are cancelled. */
const LOAD_GRACE_MS = 60_000;
/** Maximum number of threads for short queries. */
const MAX_SHORT_EXECUTORS = 4;
/** Queries that a cluster answers at once. */
const CLUSTER_QUERIES = 16;
/** Longest delay of a timer in Node. */
const MAX_TIMER_MS = 2 ** 31 - 1;

interface Serving {
  readonly terminal: Terminal;
  readonly options: ServeOptions;
  readonly tls: Tls | undefined;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly memory: MemoryLimit;
  /** Aborted when the server must shut down. */
  readonly signal: AbortSignal;
}

/** Serve a data directory until SIGTERM or SIGINT, then answer the pending requests and return. */
export async function serve(terminal: Terminal, options: ServeOptions, logger: Logger): Promise<void> {
  const tls = readTls(options.tlsCert, options.tlsKey);
  const metrics = createMetrics(VERSION);
  const memory = limitMemory(options.maxMemoryBytes ?? availableMemory(), undefined, makeCollector());
  const resources: WorkplaceOptions = {
    onWork: (milliseconds) => metrics.noteKernel(milliseconds),
    onAudit: logLoads(logger),
    onClusterQuery: ({ outcome, milliseconds, error }) => {
      metrics.noteClusterQuery(outcome, milliseconds);
      if (outcome === "lost" || outcome === "failed") logger.warn({ err: error }, "a query of the cluster failed");
    },
    onRunEnd: ({ status }) => metrics.noteLoad(status === "complete" ? "complete" : "failed"),
    delegates: true,
    onWorkerLost: (error) => logger.error({ err: error }, "an aggregation worker failed; the others continue"),
    onError: (error) => logger.error({ err: error }, "rollups could not be built or stored"),
    memory,
    heapMegabytes: Math.ceil(options.maxLoadBytes / 2 ** 20),
    atOnce: options.maxLoads,
    clusterEntries: options.clusterEntries,
    cluster: readClusterOptions(options),
    rollupShare: options.rollupPercent / 100,
    rollupBytes: options.rollupBytes,
    keeping: {
      versions: options.keepVersions,
      bytes: options.keepBytes ?? Number.POSITIVE_INFINITY,
      sources: options.keepSources ?? false,
    },
  };
  await untilInterrupted(async (signal) => {
    const owner = await becomeOwner(terminal, options.data, signal);
    try {
      const warn = (reason: string): void => logger.warn(reason);
      await withWorkplace(options.data, resources, warn, (place) =>
        serveAs(owner, place, { terminal, options, tls, logger, metrics, memory, signal }),
      );
    } finally {
      await owner.release();
    }
  });
}

/** Become the owner of the directory. @throws Conflict if another process serves it */
async function becomeOwner(terminal: Terminal, directory: string, signal: AbortSignal): Promise<Owner> {
  const reached = await reachDirectory(directory, true, terminal, signal);
  if (!("greeting" in reached)) return reached;
  reached.socket.destroy();
  throw new Conflict(errorText("served_already", { directory, process: reached.greeting.pid }));
}

async function serveAs(
  owner: Owner,
  place: Workplace,
  { terminal, options, tls, logger, metrics, memory, signal }: Serving,
): Promise<void> {
  const few = warnOfFew(readFileLimit());
  if (few !== undefined) logger.warn(few);
  const opened = await place.open();
  if (options.demo && opened.catalog.list().length === 0) await loadDemo(opened, place, unpackDirectory(options.data));
  const loads = describeLoads(opened, place.downloads, options, logger);
  const signIn = createSignInService(opened.catalog, place.audit, options.allowRegistration ?? false);
  const listener = options.metricsListen === undefined ? null : await serveMetrics(options.metricsListen, metrics);
  const atOnce = options.engine === "clickhouse" ? CLUSTER_QUERIES : 1;
  const queue = new WorkQueue(options.maxWaiting, options.maxWaitMs, undefined, atOnce);
  const fonts = readFonts(options.fonts);
  const settings = { version: VERSION, directory: options.data, fonts, ...limitsOf(options) };
  const threads = options.threads ?? availableParallelism();
  const onLost = (error: Error): void =>
    logger.error({ err: error }, "a thread that answers queries failed; it is started again");
  const short = Math.min(MAX_SHORT_EXECUTORS, Math.max(1, threads - 1));
  const pool = { ...options, memoryBytes: memory.bytes, settings, threads, short, onLost };
  const executor = await opened.createExecutors(pool);
  const drafts = new Drafts(place.drafts, opened.catalog);
  const interrupted = await drafts.restore();
  const { analyser, shapeDrawer } = opened;
  const context = describeContext(
    { loads, drafts, analyser, shapeDrawer, signIn, queue, parents: new ParentMaps(), facts: new VersionFacts() },
    { options, memory, signal },
  );
  // Files of a cluster are measured when they are asked for: that reads all entries.
  if (options.engine !== "clickhouse") measurePublished(context, executor);
  const server = await startServer({
    ...describeServer(context, { options, tls, logger, fonts }),
    executor,
    // Long queries wait for themselves only: they are no reason to refuse others.
    load: new CombinedQueue([queue, executor.shortQueue]),
    watch: watchRequests({ ...options, proxies: options.trustProxy ? options.trustedProxies : 0 }, metrics, logger),
  });
  metrics.watch(
    findSources(opened.catalog, loads, new CombinedQueue([queue, executor.shortQueue, executor.longQueue]), server),
  );
  if (listener) printLine(terminal.err, `metrics at ${listener.url}`);
  for (const draft of interrupted) readAgain(context, draft);
  owner.serve(performForOthers(place, logger));
  printLine(terminal.out, `listening on ${server.url}`);
  if (needsExecutors(opened.catalog.list())) executor.start();
  const rehearsed = rehearse(server, opened.catalog.list(), signal);
  printLine(terminal.err, suggestQuery(opened.catalog, server.url, options.data));
  void warnOfLetters(languagesOf(opened.catalog.list()), fonts, logger);
  // Without a certificate, SIGHUP ends the process, for example when its terminal is closed.
  const stopRenewing = tls ? renewOnHangup(server, logger) : () => {};
  if (!signal.aborted) await once(signal, "abort");
  logger.info("finishing running requests and loads");
  // Requests that wait for a queued load are answered at once.
  const stopped = drafts.close();
  loads.queue.close("The server is shutting down; load again when it is back");
  const late = setTimeout(() => {
    opened.lock.cancelAll(new Conflict(errorText("server_shut_down")));
  }, LOAD_GRACE_MS);
  await Promise.all([stopped, rehearsed, server.stop(), owner.drain(), opened.lock.idle()]);
  clearTimeout(late);
  await listener?.stop();
  stopRenewing();
}

/** List the languages of the texts of datasets. */
function languagesOf(datasets: readonly Dataset[]): readonly string[] {
  return [...new Set(datasets.flatMap(({ model }) => model.dataset.languages))];
}

function describeLoads(services: Opened, downloads: string, options: ServeOptions, logger: Logger): Loads {
  return {
    services,
    queue: new RunQueue(options.maxLoads, options.maxWaitingLoads),
    records: services.records,
    download: {
      directory: downloads,
      bounds: { bytes: options.maxSourceBytes },
      privateAddresses: options.allowPrivateUrls ?? false,
    },
    maxUploadBytes: options.maxSourceBytes,
    allowHttp: options.allowHttpLoading ?? false,
    maxLoadMs: (options.maxLoadMinutes ?? Infinity) * 60_000,
    idleTimeoutMs: options.idleTimeout * 1000,
    onError: (error) => logger.error({ err: error }, "a load, or a read of a loaded file, failed"),
  };
}

function describeContext(
  services: Pick<
    ServerContext,
    "loads" | "drafts" | "analyser" | "shapeDrawer" | "signIn" | "queue" | "parents" | "facts"
  >,
  { options, memory, signal }: Pick<Serving, "options" | "memory" | "signal">,
): ServerContext {
  return {
    ...services,
    version: VERSION,
    catalog: services.signIn.catalog,
    memoryExcess: () => explainExcess(memory),
    ending: signal,
    securityContact: options.securityContact,
    shapes: new ShapeFolder(options.data),
    changes: new ChangesFiles(options.data),
    fileFacts: services.loads.services.fileFacts,
    ...limitsOf(options),
  };
}

function describeServer(
  context: ServerContext,
  { options, tls, logger, fonts }: Pick<Serving, "options" | "tls" | "logger"> & Pick<CallSettings, "fonts">,
): ServerSettings {
  const { signIn, catalog, loads } = context;
  return {
    host: options.host,
    port: options.port,
    tls,
    unpackDirectory: unpackDirectory(options.data),
    spillDirectory: loads.download.directory,
    baseUrl: options.baseUrl,
    proxies: options.trustProxy ? options.trustedProxies : 0,
    rate:
      options.rateLimit > 0 ? new RateLimit(options.rateLimit, options.rateBurst, () => performance.now()) : undefined,
    site: context.site,
    routes: makeRoutes(context, readFeatures(options.without)),
    authenticate: (authorization) => authenticate(catalog, authorization),
    signIn,
    beginReading: () => catalog.beginReading(),
    openVersions: (actor, names) => openVersions(catalog, actor, names),
    version: versionOfPages(VERSION, context.site ?? PLAIN_SITE, fonts),
    logger,
    limits: {
      headerBytes: options.maxHeaderBytes,
      bodyBytes: options.maxBodyBytes,
      cacheBytes: options.maxCacheBytes,
      computationMs: Math.min(WAITING * options.maxSeconds * 1000, MAX_TIMER_MS),
      idleTimeoutMs: options.idleTimeout * 1000,
      drainMs: options.drainSeconds * 1000,
      maxConnections: Math.min(options.maxConnections ?? Infinity, permittedConnections(readFileLimit())),
    },
  };
}

function limitsOf(options: ServeOptions): Omit<CallSettings, "version" | "directory"> {
  const { without, hidePrivate = false, maxClauses, maxNesting, maxCells, maxSeconds, maxAnonymousSeconds } = options;
  return {
    without: readFeatures(without),
    site: readSite(options),
    hidePrivate,
    maxClauses,
    maxNesting,
    maxCells,
    maxSeconds,
    maxAnonymousSeconds,
  };
}

/** Return the directory where the single executable unpacks assets that must be files. */
function unpackDirectory(data: string): string {
  return join(data, "unpacked");
}
