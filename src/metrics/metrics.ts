import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { type DatasetFigures, registerDatasets } from "./datasets.js";

/** What is looked at when somebody asks, and not counted along the way. */
export interface Sources {
  datasets(): readonly DatasetFigures[];
  /** Loads by state. */
  loads(): { readonly running: number; readonly waiting: number };
  /** Heavy requests that wait for their turn. */
  waiting(): number;
  /** What is wrong with the data directory, by a word: `ok`, `degraded` or `read-only`. */
  health(): string;
  server(): ServerMetrics;
}

export interface ServerMetrics {
  /** Connections that are open. */
  readonly connections: number;
  readonly ready: CacheMetrics;
}

/** What became of the bodies that are kept ready. */
export interface CacheMetrics {
  /** Replies that were sent from them, and public ones that had to be made. */
  readonly hits: number;
  readonly misses: number;
  /** Of the bodies that are kept now, and their number. */
  readonly bytes: number;
  readonly bodies: number;
}

/** One request that was answered, or whose client went away before: its status is 499 then. */
export interface AnsweredRequest {
  /** Template of its path; there are as many of them as routes. */
  readonly route: string;
  readonly method: string;
  readonly status: number;
  /** Until its reply began. */
  readonly milliseconds: number;
  /** Of the body, as it was sent. */
  readonly bytes: number;
}

export interface Metrics {
  noteRequest(request: AnsweredRequest): void;
  noteKernel(milliseconds: number): void;
  noteLoad(outcome: "complete" | "failed"): void;
  /** Look at these, too, whenever somebody asks. Called once. */
  watch(sources: Sources): void;
  /** Everything, in the text format of Prometheus, private datasets too. */
  text(): Promise<string>;
}

/** From a hit of the ready bodies to the longest computation that is allowed by default. */
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Others are anything that a client made up: no series of its own for each. */
const METHODS = new Set(["GET", "HEAD", "POST", "OPTIONS"]);

/** Count what the server does. Every note costs less than a microsecond. */
export function createMetrics(version: string): Metrics {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "spendcube_http_request_seconds",
    help: "Time from the head of a request until its reply began; 499: the client went away before.",
    labelNames: ["route", "method", "status"],
    buckets: SECONDS,
    registers,
  });
  const bytes = count("spendcube_http_response_bytes_total", "Bytes of bodies, as they were sent.");
  const kernelSeconds = count("spendcube_kernel_seconds_total", "Time that the kernel has computed.");
  const kernelCalls = count("spendcube_kernel_calls_total", "Calls of the kernel.");
  const loads = new Counter({
    name: "spendcube_loads_total",
    help: "Loads of a source that have ended, by what became of them.",
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
    noteLoad: (outcome) => loads.inc({ outcome }),
    watch(sources) {
      registerSources(registry, sources);
      datasets = () => sources.datasets();
    },
    async text() {
      const ofDatasets = new Registry();
      registerDatasets(ofDatasets, datasets());
      return (await registry.metrics()) + (await ofDatasets.metrics());
    },
  };

  function count(name: string, help: string): Counter {
    return new Counter({ name, help, registers });
  }
}

function registerSources(registry: Registry, sources: Sources): void {
  const registers = [registry];
  look(Gauge, "spendcube_http_connections", "Connections that are open.", () => sources.server().connections);
  const ready = (): CacheMetrics => sources.server().ready;
  look(Counter, "spendcube_ready_bodies_hits_total", "Replies that were sent as they were kept.", () => ready().hits);
  look(Counter, "spendcube_ready_bodies_misses_total", "Public replies that were made.", () => ready().misses);
  look(Gauge, "spendcube_ready_bodies", "Bodies that are kept ready.", () => ready().bodies);
  look(Gauge, "spendcube_ready_bodies_bytes", "Bytes of the bodies that are kept ready.", () => ready().bytes);
  look(Gauge, "spendcube_queries_waiting", "Heavy requests that wait for their turn.", () => sources.waiting());
  look(Gauge, "spendcube_loads_running", "Loads that run.", () => sources.loads().running);
  look(Gauge, "spendcube_loads_waiting", "Loads that wait for their turn.", () => sources.loads().waiting);
  look(Gauge, "spendcube_store_ok", "1, or 0 where /readyz has a reason.", () => Number(sources.health() === "ok"));

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
