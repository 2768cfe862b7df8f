import { Writable } from "node:stream";
import type { Terminal } from "../../process/control/terminal.js";
import { createLogger } from "./logger.js";

const LEVELS = { "error: ": "error", "warning: ": "warn" } as const;

/**
 * Return a terminal that logs each line printed to standard error, as an event. A person at a terminal gets the
 * lines as they are.
 */
export function logTerminal(terminal: Terminal, level: string, format: string): Terminal {
  const { err } = terminal;
  if (err.isTTY) return terminal;
  const logger = createLogger(level, format, { write: (line) => void err.write(line) });
  const log = (line: string): void => {
    const [prefix, level] = Object.entries(LEVELS).find(([prefix]) => line.startsWith(prefix)) ?? ["", "info" as const];
    logger[level](line.slice(prefix.length));
  };
  const lines = new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _, done) {
      for (const line of String(chunk).split("\n").filter(Boolean)) log(line);
      done();
    },
  });
  return { ...terminal, err: lines };
}
