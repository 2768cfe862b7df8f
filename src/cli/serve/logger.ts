import { type DestinationStream, type Logger, pino } from "pino";
import { escapeUnseen } from "../../core/model/words/plain-text.js";
import { withoutKeys } from "../../web/http/request-log.js";

/** Create a logger that writes one JSON object per line, by default to standard error, with all keys removed and unseen characters escaped. */
export function createLogger(
  level: string,
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Logger {
  const hooks = { streamWrite: (line: string) => escapeUnseen(withoutKeys(line)) };
  return pino({ level, hooks }, destination);
}
