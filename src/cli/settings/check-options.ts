import { InvalidQuery } from "../../core/errors/errors.js";
import { optionName } from "./options.js";
import type { Setting } from "./setting.js";

/**
 * Check the options of a command that another process sent.
 * @throws InvalidQuery if the command does not have an option, or its value has the wrong type
 */
export function checkOptions(
  settings: readonly Setting[],
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const byName = new Map(settings.map((setting) => [optionName(setting), setting]));
  const errors = Object.entries(given).flatMap(([name, value]) => {
    const setting = byName.get(name);
    return setting && isValue(setting, value) ? [] : [`The command does not have the option "${name}" with this value`];
  });
  if (errors.length > 0) throw new InvalidQuery(errors);
  return given;
}

function isValue({ type = "text", choices, least = 0, most = Infinity }: Setting, value: unknown): boolean {
  if (type === "flag") return typeof value === "boolean";
  if (type === "number") return Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
  return typeof value === "string" && (choices === undefined || choices.includes(value));
}
