import { CommanderError } from "commander";

/**
 * Return the options that a command requires, from the command line or the environment.
 * @throws CommanderError that names every missing option
 */
export function requireOptions<T, K extends keyof T & string>(options: T, names: readonly K[]): Record<K, string> {
  const missing = names.filter((name) => options[name] === undefined);
  if (missing.length > 0) {
    const flags = missing.map((name) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
    throw new CommanderError(2, "spendcube.missingOption", `error: missing ${flags.join(" and ")}`);
  }
  return options as Record<K, string>;
}
