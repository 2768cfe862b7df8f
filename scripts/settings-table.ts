import {
  ADD_USER_SETTINGS,
  DROP_SETTINGS,
  EXPORT_SETTINGS,
  LIST_SETTINGS,
  LOAD_SETTINGS,
  MCP_SETTINGS,
  MANAGERS_SETTINGS,
  PROPOSE_SETTINGS,
  SERVE_SETTINGS,
  VALIDATE_SETTINGS,
} from "#src/cli/settings/settings.js";
import { environmentName } from "#src/cli/settings/options.js";
import type { Setting } from "#src/cli/settings/setting.js";

const COMMANDS: readonly (readonly [command: string, settings: readonly Setting[]])[] = [
  ["serve", SERVE_SETTINGS],
  ["load", LOAD_SETTINGS],
  ["propose", PROPOSE_SETTINGS],
  ["validate", VALIDATE_SETTINGS],
  ["mcp", MCP_SETTINGS],
  ["export", EXPORT_SETTINGS],
  ["dataset", [...MANAGERS_SETTINGS, ...DROP_SETTINGS, ...LIST_SETTINGS]],
  ["user", ADD_USER_SETTINGS],
  ["verify", LIST_SETTINGS],
];

/** Print all settings of all commands as a Markdown table. */
export function documentSettings(): string {
  const flags = new Set(COMMANDS.flatMap(([, settings]) => settings.map((each) => each.flags)));
  const rows = [...flags].map((name) => {
    const uses = COMMANDS.filter(([, settings]) => settings.some((each) => each.flags === name));
    const setting = uses[0]![1].find((each) => each.flags === name)!;
    const preset = setting.preset === undefined ? "" : `\`${setting.preset}\``;
    const commands = uses.map(([command]) => command).join(", ");
    return `| \`${name}\` | \`${environmentName(setting)}\` | ${preset} | ${commands} | ${setting.help} |`;
  });
  return ["| option | environment | default | commands | meaning |", "| --- | --- | --- | --- | --- |", ...rows].join(
    "\n",
  );
}
