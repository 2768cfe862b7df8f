import { ERROR_CODES } from "#src/core/errors/error-text.js";
import { ERROR_TEXTS } from "#src/core/errors/texts/texts.js";

/** Print all codes of errors with their sentences as a Markdown list. */
export function documentErrorCodes(): string {
  return ERROR_CODES.map((code) => `- \`${code}\`: ${asCode(ERROR_TEXTS[code])}`).join("\n");
}

/** Write a text as code, between as many backticks as it allows. */
function asCode(text: string): string {
  const fence = text.includes("`") ? "``" : "`";
  return `${fence}${text}${fence}`;
}
