import { type DestinationStream, type Logger, pino } from "pino";
import { escapeUnseen } from "../../core/model/words/plain-text.js";
import { withoutKeys } from "../../web/http/request-log.js";

const LEVELS: Readonly<Record<number, string>> = { 30: "info ", 40: "warn ", 50: "error", 60: "fatal" };

interface LogLine {
  readonly level: number;
  readonly time: number;
  readonly msg?: string;
  readonly err?: { readonly message?: string; readonly stack?: string };
  readonly [field: string]: unknown;
}

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

/** Write a line of the log for people: `2026-05-04 09:08:07.006Z warn  slow query status=200 begun_ms=812`. */
function formatLogLine(json: string): string {
  const { level, time, msg = "", err, pid: _pid, hostname: _hostname, ...fields } = JSON.parse(json) as LogLine;
  const when = new Date(time).toISOString().replace("T", " ");
  const shown = Object.entries(fields).map(([name, value]) => ` ${name}=${writeField(value)}`);
  const cause = err === undefined ? "" : `\n  ${(err.stack ?? err.message ?? "").replaceAll("\n", "\n  ")}`;
  return `${when} ${LEVELS[level] ?? level} ${msg.replaceAll("\n", " ")}${shown.join("")}${cause}\n`;
}

/** Write a value that has no blanks as it is, and all others as JSON. */
function writeField(value: unknown): string {
  return typeof value === "string" && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
}
