import { Writable } from "node:stream";
import type { Logger } from "pino";
import type { Terminal } from "../../process/control/terminal.js";
import { refuse } from "../terminal/report-error.js";
import { createLogger } from "./logger.js";
import { serve, type ServeOptions } from "./serve.js";

const LEVELS = { "error: ": "error", "warning: ": "warn" } as const;

/** Milliseconds between two looks for the parent. */
const PAUSE = 1_000;

/**
 * Serve a data directory, and log everything that would be text on standard error: hints, warnings and errors. Only a
 * person at a terminal gets hints and errors as text.
 * @returns the exit status
 */
export async function serveLogged(terminal: Terminal, options: ServeOptions): Promise<number> {
  const logger = createLogger(options.logLevel, options.logFormat);
  const logged = logTerminal(terminal, options.logLevel, options.logFormat);
  const stop = logProcess(logger);
  const stopWatching = endWithParent(process.env, () => process.kill(process.pid, "SIGTERM"));
  try {
    await serve(logged, options, logger);
    return 0;
  } catch (error) {
    return refuseOrLog(logged, error, logger);
  } finally {
    stopWatching();
    stop();
  }
}

function refuseOrLog(terminal: Terminal, error: unknown, logger: Logger): number {
  try {
    return refuse(terminal, error);
  } catch (bug) {
    logger.fatal({ err: bug }, "the server failed and ends");
    return 1;
  }
}

/**
 * End the server when the process that started it is gone, where npm started it: npx ends its shell at a signal, and that
 * passes none on.
 * @param end called once
 * @returns a function that ends this
 */
function endWithParent(environment: NodeJS.ProcessEnv, end: () => void): () => void {
  if (environment["npm_command"] === undefined) return () => {};
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, PAUSE);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Log Node's warnings, and the error that ends the process, instead of letting Node print them as text.
 * @returns a function that ends this
 */
function logProcess(logger: Logger): () => void {
  const printers = process.listeners("warning");
  const onWarning = (warning: Error & { readonly code?: string }): void => {
    const { name, code, message, stack } = warning;
    logger.warn({ warning: name, code, stack }, message);
  };
  const onUncaught = (error: unknown): void => {
    logger.fatal({ err: error }, "the server failed and ends");
    process.exit(1);
  };
  process.removeAllListeners("warning").on("warning", onWarning);
  // Node passes unhandled rejections on as uncaught exceptions.
  process.on("uncaughtException", onUncaught);
  return () => {
    process.off("warning", onWarning).off("uncaughtException", onUncaught);
    for (const print of printers) process.on("warning", print);
  };
}

/**
 * Return a terminal that logs each line printed to standard error, as an event. A person at a terminal gets the
 * lines as they are.
 */
function logTerminal(terminal: Terminal, level: string, format: string): Terminal {
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
