import type { Logger } from "pino";
import type { Perform } from "../../process/control/owner.js";
import { errorText } from "../../core/errors/error-text.js";
import { ClusterFailure, InvalidQuery } from "../../core/errors/errors.js";
import { refuse } from "../terminal/report-error.js";
import { printLine } from "../terminal/terminal.js";
import { type CommandRun, COMMANDS } from "../commands/commands.js";
import type { Call } from "../commands/call.js";
import type { Workplace } from "../directory/data-directory.js";
import { optionName } from "../settings/options.js";
import type { Setting } from "../settings/setting.js";
import { LOOKS } from "../settings/settings.js";

/** Run the commands of other processes in this one. Invalid requests and failures never end this process. */
export function performForOthers(place: Workplace, logger: Logger): Perform {
  return async ({ command, args, options, input }, terminal, signal) => {
    try {
      const found = findCommand(command);
      const checked = checkOptions(found.question ? [...found.settings, LOOKS] : found.settings, options);
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
  throw new InvalidQuery(errorText("server_without_command", { name }));
}

/**
 * Check the options of a command that another process sent.
 * @throws InvalidQuery if the command does not have an option, or its value has the wrong type
 */
function checkOptions(
  settings: readonly Setting[],
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const byName = new Map(settings.map((setting) => [optionName(setting), setting]));
  const errors = Object.entries(given).flatMap(([name, value]) => {
    const setting = byName.get(name);
    return setting && isValue(setting, value) ? [] : [errorText("command_without_option", { name })];
  });
  if (errors.length > 0) throw new InvalidQuery(errors);
  return given;
}

function isValue({ type = "text", choices, least = 0, most = Infinity }: Setting, value: unknown): boolean {
  if (type === "flag") return typeof value === "boolean";
  if (type === "number") return Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
  return typeof value === "string" && (choices === undefined || choices.includes(value));
}
