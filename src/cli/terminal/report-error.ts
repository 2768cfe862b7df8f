import { CommanderError, InvalidArgumentError } from "commander";
import { ClusterFailure, EngineUnreachable, UserError } from "../../core/errors/errors.js";
import type { Terminal } from "../../process/control/terminal.js";
import { explainSystemError } from "./explain-system-error.js";
import { printLine, printNote } from "./terminal.js";

const REFUSED = 1;
const WRONG_USAGE = 2;

/**
 * Print why a command failed.
 * @returns the exit status: 1 if the command failed, 2 for wrong usage
 * @throws the error itself if neither the user nor the system caused it
 */
export function refuse(terminal: Terminal, error: unknown): number {
  if (error instanceof CommanderError) return endUsage(terminal, error);
  if (error instanceof Error && error.name === "AbortError") {
    printLine(terminal.err, "interrupted");
    return REFUSED;
  }
  if (error instanceof ClusterFailure) {
    printLine(terminal.err, `error: the ClickHouse cluster refused or failed this: ${oneLine(error)}`);
    return REFUSED;
  }
  if (!(error instanceof UserError) && !isSystemError(error)) throw error;
  // The reader, such as `| head`, has read enough: that is not an error to report.
  if (isSystemError(error) && error.code === "EPIPE") return REFUSED;
  const errors = error instanceof UserError ? error.errors : [explainSystemError(error)];
  for (const error of errors) printNote(terminal.err, "error", error);
  if (error instanceof EngineUnreachable && error.cause instanceof Error) {
    printLine(terminal.err, `reason: ${oneLine(error.cause)}`);
  }
  return REFUSED;
}

/** Return the exit status for an error of commander, which also throws after printing help or the version. */
function endUsage(terminal: Terminal, error: CommanderError): number {
  if (!error.code.startsWith("commander.")) printLine(terminal.err, error.message);
  else if (error instanceof InvalidArgumentError) printNote(terminal.err, "error", error.message);
  return error.exitCode === 0 ? 0 : WRONG_USAGE;
}

function oneLine({ message }: Error): string {
  return message.replaceAll(/\s+/g, " ");
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === "string";
}
