import { InvalidQuery } from "../../errors/errors.js";
import type { TextFilter } from "../message/text-filter.js";

const LONGEST = 2048;
const NAME = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/;

export const SCRIPT_TYPE = "application/javascript; charset=utf-8";

/** Whether this can be called. */
export function isCallback(name: string): boolean {
  return name.length <= LONGEST && NAME.test(name);
}

/** @throws InvalidQuery when a function is named that cannot be called */
export function checkCallback(name: string | undefined): void {
  if (name === undefined || isCallback(name)) return;
  throw new InvalidQuery(
    `callback: ${JSON.stringify(name.slice(0, 100))} is not the name of a function; write identifiers of letters, digits, "_" and "$" joined by dots, ${LONGEST} characters at most`,
  );
}

/** Wrap JSON text in a call of a function: JSON-P. */
export function wrapInCall(name: string): TextFilter {
  // The comment keeps the first bytes of the body out of the client's hands: they could be made to mean another format.
  let before = `/**/${name}(`;
  return {
    push(piece) {
      const text = before + escapeLineEnds(piece);
      before = "";
      return text;
    },
    end: () => `${before});`,
  };
}

/** Line ends in scripts of before 2019, and nothing special in JSON. */
function escapeLineEnds(json: string): string {
  return json.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}
