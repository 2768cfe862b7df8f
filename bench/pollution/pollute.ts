import type { LoadedRows } from "./score.js";

/** A polluted file, and the table that it is to be read as if that is not the source. */
export interface PollutedFile {
  readonly name: string;
  readonly content: string | Buffer;
  readonly truth?: LoadedRows;
}

const HEADER = ["DATE", "TIME", "Qty", "PRODUCTID", "Price", "ProductType", "ProductDescription", "URL", "Comments"];
const TYPES = ["Shoes", "Books, used", "Lamps", 'Screens 24"', "Chairs"];
const COMMENTS = ["", "sent back", "Très bien, merci", "12 pieces; 2 broken", 'see "terms"'];

/** The source: 84 rows of 9 columns, as that of the benchmark has. */
export const SOURCE: LoadedRows = {
  header: HEADER,
  rows: Array.from({ length: 84 }, (_, at) => [
    `${String(1 + (at % 12)).padStart(2, "0")}/${String(1 + ((at * 7) % 28)).padStart(2, "0")}/2018`,
    `${String(at % 24).padStart(2, "0")}:${String((at * 13) % 60).padStart(2, "0")}`,
    String(1 + (at % 9)),
    `P-${1000 + at * 37}`,
    `${(at * 7919) % 500}.${String((at * 37) % 100).padStart(2, "0")}`,
    TYPES[at % 5]!,
    `Product number ${at}, of the ${at % 3 === 0 ? "old" : "new"} kind`,
    `http://shop.example/p?id=${at}&l=en`,
    COMMENTS[at % COMMENTS.length]!,
  ]),
};

interface Style {
  readonly delimiter?: string;
  readonly quote?: string;
  readonly escape?: string;
  readonly end?: string;
  readonly isQuoted?: boolean;
}

function line(
  cells: readonly string[],
  { delimiter = ",", quote = '"', escape = quote, isQuoted }: Style = {},
): string {
  const signs = [delimiter.trim() || delimiter, quote, "\n", ...(delimiter.includes(" ") ? [" "] : [])];
  return cells
    .map((cell) => {
      if (!isQuoted && !signs.some((sign) => cell.includes(sign))) return cell;
      const escaped = escape === quote ? cell : cell.replaceAll(escape, escape + escape);
      return quote + escaped.replaceAll(quote, escape + quote) + quote;
    })
    .join(delimiter);
}

function write({ header, rows }: LoadedRows, style: Style = {}): string {
  const { end = "\r\n" } = style;
  return [header, ...rows].map((cells) => line(cells, style) + end).join("");
}

/** Change one line of the plain file; 0 is the header. */
function change(at: number, how: (line: string) => string): string {
  const lines = write(SOURCE).split("\r\n");
  return lines.map((each, place) => (place === at ? how(each) : each)).join("\r\n");
}

/** Write one file of each kind of pollution: of the whole file, of its header, and of single rows. */
export function pollute(): readonly PollutedFile[] {
  const plain = write(SOURCE);
  const body = plain.slice(plain.indexOf("\n") + 1);
  const styles: Readonly<Record<string, Style>> = {
    plain: {},
    "LF at line ends": { end: "\n" },
    "CR at line ends": { end: "\r" },
    semicolons: { delimiter: ";" },
    tabs: { delimiter: "\t" },
    bars: { delimiter: "|" },
    blanks: { delimiter: " " },
    "commas and blanks": { delimiter: ", " },
    carets: { delimiter: "^" },
    "apostrophes as quotes": { quote: "'" },
    "backslashes as escapes": { escape: "\\" },
    "all cells quoted": { isQuoted: true },
  };
  const rows = (from: number, to: number): LoadedRows => ({ header: HEADER, rows: SOURCE.rows.slice(from, to) });
  return [
    ...Object.entries(styles).map(([name, style]) => ({ name, content: write(SOURCE, style) })),
    { name: "no line end at the end", content: plain.trimEnd() },
    { name: "two line ends at the end", content: `${plain}\r\n` },
    { name: "UTF-16", content: Buffer.from(`\ufeff${plain}`, "utf16le") },
    { name: "byte order mark", content: `\ufeff${plain}` },
    { name: "Latin-1", content: Buffer.from(plain, "latin1") },
    { name: "one row", content: write(rows(0, 1)), truth: rows(0, 1) },
    { name: "no row", content: write(rows(0, 0)), truth: rows(0, 0) },
    { name: "no header", content: body },
    { name: "header in two rows", content: `,,,,,Product,Product,,\r\n${plain}` },
    { name: "title", content: `Sales of 2018,,,,,,,,\r\n${plain}` },
    { name: "title and blank lines", content: `Sales of 2018\r\nAll shops\r\n\r\n${plain}` },
    { name: "notes below", content: `${plain},,,,,,,,\r\nSource: the shop,,,,,,,,\r\n` },
    { name: "header again below", content: change(40, (each) => `${each}\r\n${line(HEADER)}`) },
    { name: "another table below", content: `${plain}\r\nShop,Staff\r\nNorth,12\r\nSouth,9\r\n` },
    { name: "blank line within", content: change(40, (each) => `${each}\r\n`) },
    { name: "empty cell too many in a row", content: change(20, (each) => `${each},`) },
    { name: "empty cells too many in all rows", content: plain.replaceAll("\r\n", ",\r\n") },
    { name: "delimiter too many", content: change(21, (each) => each.replace(",", ",,")) },
    { name: "delimiter too few", content: change(22, (each) => each.replace(",", "")) },
    { name: "other delimiter in a row", content: change(23, () => line(SOURCE.rows[22]!, { delimiter: ";" })) },
    { name: "other quote in a row", content: change(24, () => line(SOURCE.rows[23]!, { quote: "'" })) },
    { name: "quote left open", content: change(26, (each) => each.replace('Books, used"', "Books, used")) },
    { name: "stray quote", content: change(27, (each) => each.replace("Product", 'Prod"uct')) },
    { name: "quotes not doubled", content: change(29, (each) => each.replaceAll('""', '"')) },
    { name: "other line end in a row", content: plain.replace(/\r\n(?=02\/)/, "\n") },
    { name: "blanks around delimiters in a row", content: change(30, (each) => each.replace(",", " , ")) },
  ];
}
