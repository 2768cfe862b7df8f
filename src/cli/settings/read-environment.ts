import { type Command, InvalidArgumentError } from "commander";
import { readSetting } from "./read-setting.js";
import { environmentName, optionName } from "./settings.js";
import type { Setting } from "./setting.js";

/**
 * Give a command the settings that the environment has and its command line has not.
 * @throws InvalidArgumentError for a value that is none
 */
export function readEnvironment(command: Command, settings: readonly Setting[], environment: NodeJS.ProcessEnv): void {
  for (const setting of settings) {
    const name = optionName(setting);
    const variable = environmentName(setting);
    const text = environment[variable];
    if (text === undefined || text === "" || command.getOptionValueSource(name) === "cli") continue;
    try {
      command.setOptionValueWithSource(name, readSetting(setting, text), "env");
    } catch (error) {
      throw new InvalidArgumentError(`${variable}: ${(error as Error).message}`);
    }
  }
}
