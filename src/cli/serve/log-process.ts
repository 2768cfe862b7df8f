import type { Logger } from "pino";

/**
 * Log Node's warnings, and the error that ends the process, instead of letting Node print them as text.
 * @returns a function that ends this
 */
export function logProcess(logger: Logger): () => void {
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
