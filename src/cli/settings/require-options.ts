import { CommanderError } from "commander";

/**
 * The options that a command cannot do without, wherever they were given.
 * @throws CommanderError naming every one that is missing
 */
export function requireOptions<T, K extends keyof T & string>(options: T, names: readonly K[]): Record<K, string> {
  const missing = names.filter((name) => options[name] === undefined);
  if (missing.length > 0) {
    const flags = missing.map((name) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
    throw new CommanderError(2, "spendcube.missingOption", `error: missing ${flags.join(" and ")}`);
  }
  return options as Record<K, string>;
}
