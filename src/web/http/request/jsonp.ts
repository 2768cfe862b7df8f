import { errorText } from "../../../core/errors/error-text.js";
import { InvalidQuery } from "../../../core/errors/errors.js";
import type { TextFilter } from "../message/text-filter.js";

const MAX_LENGTH = 2048;
const NAME = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/;

export const SCRIPT_TYPE = "application/javascript; charset=utf-8";

/** Return true if a name can be called as a function. */
export function isCallback(name: string): boolean {
  return name.length <= MAX_LENGTH && NAME.test(name);
}

/** Check the `callback` parameter. @throws InvalidQuery when it is not the name of a function */
export function checkCallback(name: string | undefined): void {
  if (name === undefined || isCallback(name)) return;
  throw new InvalidQuery(
    `callback: ${errorText("not_a_callback", { callback: JSON.stringify(name.slice(0, 100)), maximum: MAX_LENGTH })}`,
  );
}

/** Wrap JSON text in a function call: JSON-P. */
export function wrapInCall(name: string): TextFilter {
  // Without the comment the client would choose the first bytes of the body, and could forge another file format.
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

/** Escape two characters that JSON allows, but that end a line in scripts before ECMAScript 2019. */
function escapeLineEnds(json: string): string {
  return json.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}
