import { statSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import type { Logger } from "pino";
import { errorText } from "../../core/errors/error-text.js";
import { Conflict } from "../../core/errors/errors.js";
import { isDrawn, useSystemFonts } from "../../web/raster/fonts.js";
import { hasCode } from "../../web/raster/open-type.js";
import { FONT_FOLDERS, type FontFile, listFontFiles, readFontFile } from "../../web/raster/system-fonts.js";
import { listLanguages, ownNameOf } from "../../web/words/languages.js";

/**
 * Find the fonts for pictures, and use them in this thread.
 * @param folders joined by colons; by default those of the system
 * @throws Conflict if a folder that was named is not there
 */
export function readFonts(folders: string | undefined): readonly FontFile[] {
  const named = folders?.split(":").filter(Boolean) ?? [];
  const wrong = named.filter((folder) => !statSync(folder, { throwIfNoEntry: false })?.isDirectory());
  if (wrong.length > 0)
    throw new Conflict(wrong.map((folder) => `--fonts: ${errorText("not_a_folder", { directory: folder })}`));
  const files = listFontFiles(folders === undefined ? FONT_FOLDERS : named);
  useSystemFonts(files);
  return files;
}

/**
 * Log the languages of pages and data whose letters no font has, and what to install. Files are read one after another, between
 * requests.
 * @param ofData languages of the data, as ISO 639-1 codes
 */
export async function warnOfLetters(
  ofData: readonly string[],
  fonts: readonly FontFile[],
  logger: Pick<Logger, "info" | "warn">,
): Promise<void> {
  const languages = [...new Set([...ofData, ...listLanguages()])];
  const missing = new Map(
    languages.map((code) => [code, new Set([...ownNameOf(code)].filter((each) => !isDrawn(each)))]),
  );
  for (const { path } of fonts) {
    if ([...missing.values()].every((letters) => letters.size === 0)) return;
    await setImmediate();
    for (const { ranges } of readFontFile(path)) {
      for (const letters of missing.values())
        for (const each of letters) if (hasCode(ranges, each.codePointAt(0)!)) letters.delete(each);
    }
  }
  const lacking = languages.filter((code) => missing.get(code)!.size > 0);
  if (lacking.length === 0) return;
  const packages = new Set(lacking.map((code) => (EAST_ASIAN.has(code) ? "fonts-noto-cjk" : "fonts-noto-core")));
  const message = `no font has the letters of ${lacking.map(ownNameOf).join(", ")} (${lacking.join(", ")}): PNG pictures with them are in English, or left out; install ${[...packages].join(" and ")}, or name folders by --fonts`;
  if (lacking.some((code) => ofData.includes(code))) logger.warn(message);
  else logger.info(message);
}

const EAST_ASIAN: ReadonlySet<string> = new Set(["ja", "ko", "zh"]);
