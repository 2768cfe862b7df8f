import type { Logger } from "pino";
import type { Terminal } from "../../process/control/terminal.js";
import { refuse } from "../terminal/report-error.js";
import { endWithParent } from "./end-with-parent.js";
import { logProcess } from "./log-process.js";
import { logTerminal } from "./log-terminal.js";
import { createLogger } from "./logger.js";
import { serve, type ServeOptions } from "./serve.js";

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
