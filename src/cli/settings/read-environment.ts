import { type Command, InvalidArgumentError } from "commander";
import { environmentName, optionName, readSetting } from "./options.js";
import type { Setting } from "./setting.js";

/**
 * Give a command the settings that its command line lacks: those given under an earlier name, then those of the
 * environment, then those of the environment under an earlier name.
 * @throws InvalidArgumentError for an invalid value
 */
export function readEnvironment(command: Command, settings: readonly Setting[], environment: NodeJS.ProcessEnv): void {
  for (const setting of settings) {
    const name = optionName(setting);
    const earlier = setting.alias === undefined ? [] : [{ flags: setting.alias }];
    for (const alias of earlier) takeAlias(command, name, optionName(alias));
    if (command.getOptionValueSource(name) === "cli") continue;
    const variable = [setting, ...earlier].map(environmentName).find((each) => (environment[each] ?? "") !== "");
    if (variable === undefined) continue;
    try {
      command.setOptionValueWithSource(name, readSetting(setting, environment[variable]!), "env");
    } catch (error) {
      throw new InvalidArgumentError(`${variable}: ${(error as Error).message}`);
    }
  }
}

/** Refuse settings that were given, but mean nothing to the engine in use. @throws InvalidArgumentError that names all */
export function refuseUnused(command: Command, settings: readonly Setting[]): void {
  const given: unknown = command.getOptionValue("engine");
  const unused = settings.filter((setting) => {
    const source = command.getOptionValueSource(optionName(setting));
    return setting.engine !== undefined && setting.engine !== given && (source === "cli" || source === "env");
  });
  if (unused.length === 0) return;
  const named = unused.map((setting) => {
    const isOption = command.getOptionValueSource(optionName(setting)) === "cli";
    return isOption ? setting.flags.split(" ")[0] : environmentName(setting);
  });
  throw new InvalidArgumentError(`${named.join(", ")}: no effect with --engine ${String(given)}; leave it out`);
}

function takeAlias(command: Command, name: string, alias: string): void {
  if (command.getOptionValueSource(alias) !== "cli" || command.getOptionValueSource(name) === "cli") return;
  command.setOptionValueWithSource(name, command.getOptionValue(alias), "cli");
}
