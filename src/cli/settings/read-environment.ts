import { type Command, InvalidArgumentError } from "commander";
import { errorText } from "../../core/errors/error-text.js";
import { environmentName, optionName, readSetting } from "./options.js";
import type { Setting } from "./setting.js";

/**
 * Give a command those settings of the environment that its command line lacks.
 * @throws InvalidArgumentError for an invalid value
 */
export function readEnvironment(command: Command, settings: readonly Setting[], environment: NodeJS.ProcessEnv): void {
  for (const setting of settings) {
    const name = optionName(setting);
    const variable = environmentName(setting);
    const text = environment[variable] ?? "";
    if (text === "" || command.getOptionValueSource(name) === "cli") continue;
    try {
      command.setOptionValueWithSource(name, readSetting(setting, text), "env");
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
  throw new InvalidArgumentError(
    `${named.join(", ")}: ${errorText("setting_without_effect", { name: String(given) })}`,
  );
}
