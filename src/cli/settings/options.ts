import { Option } from "commander";
import { readSetting } from "./read-setting.js";
import type { Setting } from "./setting.js";

/** Return the property name of an option: `baseUrl` for `--base-url <url>`. */
export function optionName({ flags }: Pick<Setting, "flags">): string {
  return new Option(flags).attributeName();
}

/** Return the environment variable of an option: `SPENDCUBE_BASE_URL` for `--base-url <url>`. */
export function environmentName({ flags }: Pick<Setting, "flags">): string {
  const name = flags.split(" ")[0]!.slice(2);
  return `SPENDCUBE_${name.replaceAll("-", "_").toUpperCase()}`;
}

/** Create the option of a setting, and a hidden option for its earlier name. */
export function makeOptions(setting: Setting): readonly Option[] {
  const option = makeOption(setting, setting.flags);
  if (setting.preset !== undefined) option.default(setting.preset);
  return setting.alias === undefined ? [option] : [option, makeOption(setting, setting.alias).hideHelp()];
}

function makeOption(setting: Setting, flags: string): Option {
  const option = new Option(flags, `${setting.help} (env: ${environmentName(setting)})`);
  if (setting.type === "number" || setting.type === "url") option.argParser((text) => readSetting(setting, text));
  if (setting.choices) option.choices([...setting.choices]);
  return option;
}
