import { type Logger, pino } from "pino";
import { withoutKeys } from "../../http/request-log.js";

/** Writes to standard error, a JSON object a line, and never a key. */
export function createLogger(level: string): Logger {
  const hooks = { streamWrite: withoutKeys };
  return pino({ level, hooks }, pino.destination({ dest: 2, sync: true }));
}
