import type { Terminal } from "../../process/control/terminal.js";
import { wrapErrors } from "./wrap-errors.js";

/** When texts are coloured: `auto` is where a person reads them and has not asked for none. */
export const COLOUR_CHOICES = ["auto", "always", "never"] as const;
export type ColourChoice = (typeof COLOUR_CHOICES)[number];

const CODES: Readonly<Record<string, string>> = { error: "31", warning: "33", hint: "36", note: "36" };
const KIND = new RegExp(`^(${Object.keys(CODES).join("|")}):`, "gm");

/**
 * Return a terminal that colours the words `error:`, `warning:`, `hint:` and `note:` at the begin of lines on standard
 * error, also of a command that a server runs.
 * @param isOn asked at each write, as the option is read after the terminal is made
 */
export function colourNotes(terminal: Terminal, isOn: () => boolean): Terminal {
  return wrapErrors(terminal, (text) => (isOn() ? colourKinds(text) : text));
}

function colourKinds(text: string): string {
  return text.replaceAll(KIND, (all, kind: string) => `\u001B[1;${CODES[kind]}m${all}\u001B[0m`);
}

/**
 * Decide whether to colour, as https://no-color.org asks: the option, then `NO_COLOR` and `FORCE_COLOR`, then whether
 * the stream is a terminal that has colours.
 */
export function wantsColour(
  choice: ColourChoice,
  stream: { readonly isTTY?: boolean },
  environment: NodeJS.ProcessEnv,
): boolean {
  if (choice !== "auto") return choice === "always";
  if (environment["NO_COLOR"]) return false;
  if (environment["FORCE_COLOR"]) return environment["FORCE_COLOR"] !== "0";
  return stream.isTTY === true && environment["TERM"] !== "dumb";
}
