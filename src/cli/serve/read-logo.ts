import { readFileSync } from "node:fs";
import { errorText } from "../../core/errors/error-text.js";
import { Conflict } from "../../core/errors/errors.js";

/** Maximum bytes of a logo: every first visitor loads it. */
const MAX_LOGO_BYTES = 100_000;

/**
 * Read the SVG of a logo.
 * @param option that names it, for messages
 * @throws Conflict if it is no SVG, or too large; the system's error if it cannot be read
 */
export function readLogo(option: string, path: string): string {
  const bytes = readFileSync(path);
  if (bytes.length > MAX_LOGO_BYTES)
    throw new Conflict(
      `${option}: ${errorText("logo_too_large", { file: path, bytes: bytes.length, maximum: MAX_LOGO_BYTES })}`,
    );
  const text = bytes.toString();
  if (!/<svg[\s>]/.test(text)) throw new Conflict(`${option}: ${errorText("not_an_svg", { file: path })}`);
  return text;
}
