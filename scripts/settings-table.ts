import { COMMANDS } from "#src/cli/commands/commands.js";
import { environmentName } from "#src/cli/settings/options.js";
import { SERVE_SETTINGS } from "#src/cli/settings/serve-settings.js";
import type { Setting } from "#src/cli/settings/setting.js";
import {
  MCP_SETTINGS,
  PROPOSE_SETTINGS,
  PUBLISH_FILE_SETTINGS,
  VALIDATE_SETTINGS,
} from "#src/cli/settings/settings.js";

const WORDS: readonly (readonly [command: string, settings: readonly Setting[]])[] = [
  ["serve", SERVE_SETTINGS],
  ["load", settingsOf("load")],
  ["propose", PROPOSE_SETTINGS],
  ["publish", PUBLISH_FILE_SETTINGS],
  ["validate", VALIDATE_SETTINGS],
  ["mcp", MCP_SETTINGS],
  ["export", settingsOf("export")],
  ["dataset", settingsOf("dataset")],
  ["user", settingsOf("user")],
  ["verify", settingsOf("verify")],
];

/** List the settings of the commands on a data directory that begin with a word. */
function settingsOf(word: string): readonly Setting[] {
  return Object.entries(COMMANDS).flatMap(([name, { settings }]) => (name.split(" ")[0] === word ? settings : []));
}

/** Print all settings of all commands as a Markdown table. */
export function documentSettings(): string {
  const flags = new Set(WORDS.flatMap(([, settings]) => settings.map((each) => each.flags)));
  const rows = [...flags].map((name) => {
    const uses = WORDS.filter(([, settings]) => settings.some((each) => each.flags === name));
    const setting = uses[0]![1].find((each) => each.flags === name)!;
    const preset = setting.preset === undefined ? "" : `\`${setting.preset}\``;
    const commands = uses.map(([command]) => command).join(", ");
    return `| \`${name}\` | \`${environmentName(setting)}\` | ${preset} | ${commands} | ${setting.help} |`;
  });
  return ["| option | environment | default | commands | meaning |", "| --- | --- | --- | --- | --- |", ...rows].join(
    "\n",
  );
}
