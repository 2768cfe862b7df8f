import type { Logger } from "pino";
import type { Perform } from "../../control/owner.js";
import { InvalidQuery } from "../../errors/errors.js";
import { checkOptions } from "../settings/check-options.js";
import { refuse } from "../terminal/report-error.js";
import { printLine } from "../terminal/terminal.js";
import { type CommandRun, COMMANDS } from "../commands/commands.js";
import type { Call } from "../commands/call.js";
import type { Workplace } from "../directory/data-directory.js";

/** Do the commands of other processes here. Whatever they send and whatever goes wrong, this process goes on. */
export function performForOthers(place: Workplace, logger: Logger): Perform {
  return async ({ command, args, options, input }, terminal, signal) => {
    try {
      const work = findWork(command);
      const checked = checkOptions(work.settings, options);
      return await work.run({ place, args, options: checked, input, terminal, signal } as Call);
    } catch (error) {
      try {
        return refuse(terminal, error);
      } catch (bug) {
        if (!signal.aborted) logger.error({ err: bug, command }, "a command failed");
        printLine(terminal.err, `error: the server, process ${process.pid}, failed; its log says why`);
        return 1;
      }
    }
  };
}

/** @throws InvalidQuery for what is no command */
function findWork(name: string): CommandRun {
  if (Object.hasOwn(COMMANDS, name)) return COMMANDS[name as keyof typeof COMMANDS];
  throw new InvalidQuery(`The server knows no command "${name}"`);
}
