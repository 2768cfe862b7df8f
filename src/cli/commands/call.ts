import type { Terminal } from "../../control/terminal.js";
import type { Workplace } from "../directory/data-directory.js";

/** What a command is given by the process that owns the data directory, which may not be the one it was typed into. */
export interface Call<Options = never> {
  readonly place: Workplace;
  readonly args: readonly string[];
  readonly options: Options;
  /** What it was given on standard input, where it reads that. */
  readonly input?: string | undefined;
  readonly terminal: Terminal;
  /** Aborted when nobody wants it any more. */
  readonly signal: AbortSignal;
}
