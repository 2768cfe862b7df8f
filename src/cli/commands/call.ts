import type { Terminal } from "../../process/control/terminal.js";
import type { Workplace } from "../directory/data-directory.js";

/** Input of a command. It runs in the process that owns the data directory, which may not be that of the user. */
export interface Call<Options = never> {
  readonly place: Workplace;
  readonly args: readonly string[];
  readonly options: Options;
  /** First line of standard input, if the command reads it. */
  readonly input?: string | undefined;
  readonly terminal: Terminal;
  /** Aborted when the command is interrupted or its user's process has gone. */
  readonly signal: AbortSignal;
}
