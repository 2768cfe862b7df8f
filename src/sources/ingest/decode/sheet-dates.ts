/** Built-in number formats of spreadsheets that show a date, by their ids. */
const DATE_FORMATS: ReadonlySet<number> = new Set([
  14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58,
]);

/** True if a number format shows a date. @param code of a format of the file; `undefined` for a built-in one */
export function showsDate(id: number, code: string | undefined): boolean {
  if (code === undefined) return DATE_FORMATS.has(id);
  const letters = code
    .replace(/"[^"]*"|\\.|_.|\*./g, "")
    .replace(/\[[^\]]*\]/g, "")
    .split(";", 1)[0]!
    .toLowerCase();
  if (/general/.test(letters)) return false;
  return /[yd]/.test(letters) || (/m/.test(letters) && !/[hs0#?]/.test(letters));
}

const DAY_MS = 86_400_000;

/**
 * Return the date of a day that a spreadsheet counts, with its time if it has one; `null` for numbers that are no date.
 * @param is1904 true if day 0 is the first of 1904, as in old files of one system
 */
export function dateOfDay(stored: string, is1904: boolean): string | null {
  const day = Number(stored);
  if (stored.trim() === "" || !(day >= 0 && day < 2_958_466)) return null;
  // Spreadsheets count a 29 February 1900, which there was not.
  const offset = is1904 ? 0 : day < 61 ? 1 : 0;
  const begin = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const seconds = Math.round((day + offset) * 86_400);
  const date = new Date(begin + seconds * 1000).toISOString();
  return (seconds * 1000) % DAY_MS === 0 ? date.slice(0, 10) : date.slice(0, 19);
}
