import { CommanderError } from "commander";

/**
 * Return the options that a command requires, from the command line or the environment.
 * @param instead what may be given in their place
 * @throws CommanderError that names every missing option and the remedy
 */
export function requireOptions<T, K extends keyof T & string>(
  options: T,
  names: readonly K[],
  instead?: string,
): Record<K, string> {
  const missing = names.filter((name) => options[name] === undefined);
  if (missing.length > 0) {
    const flags = missing.map((name) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
    const added = flags.map((flag) => `${flag} ${PLACEHOLDERS[flag] ?? "VALUE"}`).join(" ");
    const remedy = `add ${added}${instead === undefined ? "" : `, or ${instead}`}`;
    throw new CommanderError(2, "spendcube.missingOption", `error: missing ${flags.join(" and ")}: ${remedy}`);
  }
  return options as Record<K, string>;
}

const PLACEHOLDERS: Readonly<Record<string, string>> = {
  "--metadata": "MODEL.json",
  "--csv": "FILE.csv",
  "--key": "KEY",
  "--server": "URL",
};
