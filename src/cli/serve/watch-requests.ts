import type { Served, Watch } from "../../web/http/message/message.js";
import { describeRequest, describeSlow } from "../../web/http/request-log.js";
import type { Metrics } from "../../web/metrics/metrics.js";

interface WatchOptions {
  readonly logRequests?: boolean;
  /** Milliseconds from which a query is slow; 0 for never. */
  readonly slowQueryMs: number;
  /** Number of trusted proxies. */
  readonly proxies: number;
}

interface RequestLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** Count every request, and log it if requests are logged, or slow queries and those that are cut off. */
export function watchRequests(
  options: WatchOptions,
  metrics: Pick<Metrics, "noteRequest">,
  logger: RequestLogger,
): Watch {
  const { logRequests = false, slowQueryMs, proxies } = options;
  return {
    wantsAddress: logRequests,
    onServed(served) {
      metrics.noteRequest(count(served));
      if (logRequests) logger.info(describeRequest(served, proxies), "request");
      if (slowQueryMs === 0) return;
      if (served.reply.about?.cutOff) logger.warn(describeSlow(served), "query cut off");
      else if (served.begun >= slowQueryMs) logger.warn(describeSlow(served), "slow query");
    },
  };
}

function count({ head, reply, begun, bytes, isGone }: Served): Parameters<Metrics["noteRequest"]>[0] {
  const status = isGone && bytes === 0 ? 499 : reply.status;
  return { route: reply.about?.route ?? "", method: head.method, status, milliseconds: begun, bytes };
}
