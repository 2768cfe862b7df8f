import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { type DatasetFigures, registerDatasets } from "./datasets.js";

/** Sources of the figures that are read at each scrape instead of being counted. */
export interface Sources {
  datasets(): readonly DatasetFigures[];
  /** Number of loads by state. */
  loads(): { readonly running: number; readonly waiting: number };
  /** Number of heavy requests that wait in the work queue. */
  waiting(): number;
  /** State of the data directory: `ok`, `degraded` or `read-only`. */
  health(): string;
  server(): ServerMetrics;
}

export interface ServerMetrics {
  /** Number of open connections. */
  readonly connections: number;
  /** Figures of the response cache. */
  readonly ready: CacheMetrics;
}

/** Figures of the response cache. */
export interface CacheMetrics {
  /** Responses sent from the cache. */
  readonly hits: number;
  /** Public responses that were not in the cache. */
  readonly misses: number;
  /** Size of the cached bodies. */
  readonly bytes: number;
  /** Number of cached bodies. */
  readonly bodies: number;
}

/** One finished request. Its status is 499 if the client disconnected before the response. */
export interface AnsweredRequest {
  /** Template of its path, so that there are only as many values as routes. */
  readonly route: string;
  readonly method: string;
  readonly status: number;
  /** Time until the response began. */
  readonly milliseconds: number;
  /** Size of the body as sent. */
  readonly bytes: number;
}

export interface Metrics {
  noteRequest(request: AnsweredRequest): void;
  noteKernel(milliseconds: number): void;
  /** Note a query of the ClickHouse cluster by how it ended. */
  noteClusterQuery(outcome: string, milliseconds: number): void;
  noteLoad(outcome: "complete" | "failed"): void;
  /** Set the sources that are read at each scrape. Called once. */
  watch(sources: Sources): void;
  /** Write all metrics in Prometheus' text format, including those of private datasets. */
  text(): Promise<string>;
}

/** Bucket limits: from a hit in the response cache to the longest computation that is allowed by default. */
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Methods with a series of their own; others are text chosen by the client, and counted together. */
const METHODS = new Set(["GET", "HEAD", "POST", "OPTIONS"]);

/** Create the server's metrics. Each `note…` call costs less than a microsecond. */
export function createMetrics(version: string): Metrics {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "spendcube_http_request_seconds",
    help: "Time from a request's headers to the start of its response; status 499: the client disconnected before.",
    labelNames: ["route", "method", "status"],
    buckets: SECONDS,
    registers,
  });
  const clusterQueries = new Histogram({
    name: "spendcube_clickhouse_query_seconds",
    help: "Time of queries of the ClickHouse cluster, by how they ended: complete, lost, cut off, failed.",
    labelNames: ["outcome"],
    buckets: SECONDS,
    registers,
  });
  const bytes = count("spendcube_http_response_bytes_total", "Bytes of response bodies as sent.");
  const kernelSeconds = count("spendcube_kernel_seconds_total", "Computing time of the kernel.");
  const kernelCalls = count("spendcube_kernel_calls_total", "Calls of the kernel.");
  const loads = new Counter({
    name: "spendcube_loads_total",
    help: "Finished loads by outcome.",
    labelNames: ["outcome"],
    registers,
  });
  for (const outcome of ["complete", "failed"]) loads.inc({ outcome }, 0);
  let datasets: Sources["datasets"] = () => [];
  const build = new Gauge({ name: "spendcube_build_info", help: "Always 1.", labelNames: ["version"], registers });
  build.set({ version }, 1);

  return {
    noteRequest(request) {
      const method = METHODS.has(request.method) ? request.method : "other";
      requests.observe({ route: request.route, method, status: request.status }, request.milliseconds / 1000);
      bytes.inc(request.bytes);
    },
    noteKernel(milliseconds) {
      kernelSeconds.inc(milliseconds / 1000);
      kernelCalls.inc();
    },
    noteClusterQuery: (outcome, milliseconds) => clusterQueries.observe({ outcome }, milliseconds / 1000),
    noteLoad: (outcome) => loads.inc({ outcome }),
    watch(sources) {
      registerSources(registry, sources);
      datasets = () => sources.datasets();
    },
    async text() {
      const perDataset = new Registry();
      registerDatasets(perDataset, datasets());
      return (await registry.metrics()) + (await perDataset.metrics());
    },
  };

  function count(name: string, help: string): Counter {
    return new Counter({ name, help, registers });
  }
}

function registerSources(registry: Registry, sources: Sources): void {
  const registers = [registry];
  look(Gauge, "spendcube_http_connections", "Number of open connections.", () => sources.server().connections);
  const ready = (): CacheMetrics => sources.server().ready;
  look(Counter, "spendcube_ready_bodies_hits_total", "Responses sent from the response cache.", () => ready().hits);
  look(
    Counter,
    "spendcube_ready_bodies_misses_total",
    "Public responses that were not in the response cache.",
    () => ready().misses,
  );
  look(Gauge, "spendcube_ready_bodies", "Number of bodies in the response cache.", () => ready().bodies);
  look(Gauge, "spendcube_ready_bodies_bytes", "Bytes of the bodies in the response cache.", () => ready().bytes);
  look(Gauge, "spendcube_queries_waiting", "Number of heavy requests that wait in the work queue.", () =>
    sources.waiting(),
  );
  look(Gauge, "spendcube_loads_running", "Number of running loads.", () => sources.loads().running);
  look(Gauge, "spendcube_loads_waiting", "Number of waiting loads.", () => sources.loads().waiting);
  look(Gauge, "spendcube_store_ok", "1 if the data directory is in order, 0 if /readyz reports a problem.", () =>
    Number(sources.health() === "ok"),
  );

  function look(kind: typeof Gauge | typeof Counter, name: string, help: string, read: () => number): void {
    const metric = new kind({
      name,
      help,
      registers,
      collect() {
        metric.reset();
        metric.inc(read());
      },
    });
  }
}
