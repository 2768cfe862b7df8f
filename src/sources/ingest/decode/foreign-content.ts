/**
 * Recognise a binary file by its first bytes.
 * @param head the first bytes; 16 suffice
 * @returns the end of a sentence that says what the file is and what to do; `null` if no known format matches
 */
export function explainBinary(head: Buffer): string | null {
  const found = MAGIC.find(([magic]) => head.subarray(0, magic.length / 2).toString("hex") === magic);
  return found?.[1] ?? null;
}

/** True for an archive or a spreadsheet, by its first bytes. */
export function isZip(head: Buffer): boolean {
  return head.subarray(0, 4).toString("hex") === "504b0304";
}

/** Recognise a text file that is not CSV, and say what to do as `explainBinary` does; `null` if it may be CSV. */
export function explainOtherText(head: Buffer): string | null {
  const text = textIn(head);
  if (PAGE.test(text)) return "is a web page, not CSV; save the table as CSV, or give the address of the file itself";
  return JSON_TEXT.test(text) ? "is JSON, not CSV; give the address of the table" : null;
}

/** True for a web page, by its first bytes. */
export function isPage(head: Buffer): boolean {
  return PAGE.test(textIn(head));
}

/** True for a workbook that is one XML file, by its first bytes. */
export function isSpreadsheetXml(head: Buffer): boolean {
  const text = textIn(head);
  return /^\s*<\?xml/.test(text) && text.includes("urn:schemas-microsoft-com:office:spreadsheet");
}

function textIn(head: Buffer): string {
  return head
    .subarray(0, 1024)
    .toString()
    .replace(/^\ufeff/, "");
}

/** First characters of a web page. It may begin with a comment or a script; a CSV header may also begin with "<". */
const PAGE =
  /^\s*<(?:(?:!doctype\s+html|html|head|body|title|meta|script|style|link|div|h1|p|table|center|\?xml)\b|!--)/i;

const JSON_TEXT = /^\s*(?:\{\s*["}]|\[\s*[[{])/;

const ARCHIVE = "is an archive, but not a gzip file; unpack it";

/** Descriptions of formats, by the hexadecimal digits of their first bytes. */
const MAGIC: readonly (readonly [magic: string, meaning: string])[] = [
  ["504b0304", "is a ZIP archive or a spreadsheet; unpack it, or save it as CSV"],
  [
    "d0cf11e0a1b11ae1",
    "is a spreadsheet or document of an older version of Office; open it in a spreadsheet program, and save it as XLSX or CSV",
  ],
  ["255044462d", "is a PDF document; publish the table itself as CSV"],
  ["377abcaf271c", ARCHIVE],
  ["526172211a07", ARCHIVE],
  ["425a6839", ARCHIVE],
  ["fd377a585a00", ARCHIVE],
  ["28b52ffd", ARCHIVE],
  ["53514c69746520666f726d6174203300", "is an SQLite database; export the table as CSV"],
  ["50415231", "is a Parquet file; save it as CSV"],
  ["89504e470d0a1a0a", "is an image; publish the table itself as CSV"],
  ["ffd8ffe0", "is an image; publish the table itself as CSV"],
];
