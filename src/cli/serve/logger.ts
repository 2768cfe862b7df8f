import { type DestinationStream, type Logger, pino } from "pino";
import { escapeUnseen } from "../../core/model/words/plain-text.js";
import { withoutKeys } from "../../web/http/request-log.js";
import { formatLogLine } from "./format-log-line.js";

/**
 * Create a logger that writes one line per event, by default to standard error, with all keys removed and unseen
 * characters escaped.
 * @param format `json` for an object a line, `text` for people
 */
export function createLogger(
  level: string,
  format: string = "json",
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Logger {
  const write = format === "text" ? formatLogLine : (line: string): string => line;
  const hooks = { streamWrite: (line: string) => escapeUnseen(withoutKeys(write(line))) };
  return pino({ level, hooks }, destination);
}
