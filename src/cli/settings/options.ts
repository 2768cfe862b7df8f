import { InvalidArgumentError, Option } from "commander";
import { errorText } from "../../core/errors/error-text.js";
import { phraseText } from "../../core/errors/phrase-text.js";
import type { Setting } from "./setting.js";

/** Return the property name of an option: `baseUrl` for `--base-url <url>`. */
export function optionName({ flags }: Pick<Setting, "flags">): string {
  return new Option(flags).attributeName();
}

/** Return the environment variable of an option: `SPENDCUBE_BASE_URL` for `--base-url <url>`. */
export function environmentName({ flags, variable }: Pick<Setting, "flags" | "variable">): string {
  if (variable !== undefined) return variable;
  const name = flags.split(" ")[0]!.slice(2);
  return `SPENDCUBE_${name.replaceAll("-", "_").toUpperCase()}`;
}

/** Create the option of a setting. */
export function makeOption(setting: Setting): Option {
  const option = new Option(setting.flags, `${setting.help} (env: ${environmentName(setting)})`);
  if (["number", "url", "contact"].includes(setting.type ?? "")) option.argParser((text) => readSetting(setting, text));
  if (setting.choices) option.choices([...setting.choices]);
  if (setting.preset !== undefined) option.default(setting.preset);
  if (setting.group !== undefined) option.helpGroup(`${setting.group}:`);
  return option;
}

/**
 * Parse the value of a setting.
 * @throws InvalidArgumentError if the text is not a valid value
 */
export function readSetting(setting: Setting, text: string): string | number | boolean {
  if (setting.type === "number") return readNumber(setting, text);
  if (setting.type === "flag") return readFlag(text);
  if (setting.type === "url") return readUrl(text);
  if (setting.type === "contact") return readContact(text);
  if (setting.choices && !setting.choices.includes(text)) {
    throw noneOf(text, setting.choices);
  }
  return text;
}

function readNumber({ least = 0, most = Infinity }: Setting, text: string): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(number) || number < least || number > most) {
    throw new InvalidArgumentError(
      most === Infinity
        ? errorText("not_an_integer_from", { value: text, minimum: least })
        : errorText("not_an_integer_between", { value: text, minimum: least, maximum: most }),
    );
  }
  return number;
}

function readFlag(text: string): boolean {
  if (/^(true|1|yes|on)$/i.test(text)) return true;
  if (/^(false|0|no|off)$/i.test(text)) return false;
  throw noneOf(text, ["true", "false"]);
}

function noneOf(text: string, choices: readonly string[]): InvalidArgumentError {
  const wanted = phraseText("one_of_values", { known: choices.join(", ") });
  return new InvalidArgumentError(errorText("wrong_value", { value: text, wanted }));
}

function readUrl(text: string): string {
  if (/^https?:\/\/[^/]/i.test(text) && URL.canParse(text)) return text;
  throw new InvalidArgumentError(errorText("not_an_http_url", { value: text }));
}

/** Read a contact as a URI. */
function readContact(text: string): string {
  if (/^[^\s@:/]+@[^\s@:/]+$/.test(text)) return `mailto:${text}`;
  if (/^(?:https:\/\/|mailto:|tel:)[^\s]+$/i.test(text) && URL.canParse(text)) return text;
  throw new InvalidArgumentError(errorText("neither_email_nor_url", { value: text }));
}
