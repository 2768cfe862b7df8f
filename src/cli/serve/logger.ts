import { type DestinationStream, type Logger, pino } from "pino";
import { withoutKeys } from "../../http/request-log.js";

/** Create a logger that writes one JSON object per line, by default to standard error, with all keys removed. */
export function createLogger(
  level: string,
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Logger {
  const hooks = { streamWrite: withoutKeys };
  return pino({ level, hooks }, destination);
}
