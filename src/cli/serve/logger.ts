import { type Logger, pino } from "pino";
import { withoutKeys } from "../../http/request-log.js";

/** Create a logger that writes one JSON object per line to standard error, with all keys removed. */
export function createLogger(level: string): Logger {
  const hooks = { streamWrite: withoutKeys };
  return pino({ level, hooks }, pino.destination({ dest: 2, sync: true }));
}
