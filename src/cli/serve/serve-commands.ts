import type { Logger } from "pino";
import type { Perform } from "../../process/control/owner.js";
import { ClusterFailure, InvalidQuery } from "../../core/errors/errors.js";
import { checkOptions } from "../settings/check-options.js";
import { refuse } from "../terminal/report-error.js";
import { printLine } from "../terminal/terminal.js";
import { type CommandRun, COMMANDS } from "../commands/commands.js";
import type { Call } from "../commands/call.js";
import type { Workplace } from "../directory/data-directory.js";

/** Run the commands of other processes in this one. Invalid requests and failures never end this process. */
export function performForOthers(place: Workplace, logger: Logger): Perform {
  return async ({ command, args, options, input }, terminal, signal) => {
    try {
      const found = findCommand(command);
      const checked = checkOptions(found.settings, options);
      return await found.run({ place, args, options: checked, input, terminal, signal } as Call);
    } catch (error) {
      if (error instanceof ClusterFailure) logger.error({ err: error, command }, "the cluster failed a command");
      try {
        return refuse(terminal, error);
      } catch (bug) {
        if (!signal.aborted) logger.error({ err: bug, command }, "a command failed");
        printLine(terminal.err, `error: the command failed in the server, process ${process.pid}; see its log`);
        return 1;
      }
    }
  };
}

/** @throws InvalidQuery for an unknown command */
function findCommand(name: string): CommandRun {
  if (Object.hasOwn(COMMANDS, name)) return COMMANDS[name as keyof typeof COMMANDS];
  throw new InvalidQuery(`The server has no command "${name}"`);
}
