import { gzipSync } from "node:zlib";
import { odsOf, type SheetCell, type Sheets, xlsxOf } from "../spreadsheets.js";
import type { Random } from "../unit/engines/kernel/random.js";
import { zipFiles } from "../zip-file.js";

/** A file to load, and what it must become; `null` if its loading may fail. */
export interface FuzzedFile {
  readonly name: string;
  readonly content: Buffer;
  readonly expected: { readonly entries: number; readonly cents: bigint } | null;
}

/** Columns of `SPENDING`. */
const COLUMNS = "paid,planned,date,until,invoice,region,rate,code,function,color,weight".split(",");

/** Rules of the grammar: `<name>` stands for one of the rule's texts. */
const RULES: Readonly<Record<string, readonly string[]>> = {
  digit: [..."0123456789"],
  digits: ["<digit>", "<digit><digit>", "<digit><digit><digit>", "<digits><digits>"],
  group: ["<digit><digit><digit>"],
  amount: [
    "<digits>",
    "<digits>",
    "<digits>.<digit><digit>",
    "<sign><amount>",
    "<digit>,<group>",
    "<digit>.<group>,<digit>",
    "<digit> <group>",
    "<digit>\u00a0<group>,<digit>",
    "<digit>'<group>",
    "(<amount>)",
    "<amount>-",
    "<amount> <unit>",
    "<unit><amount>",
    "<digits>e<sign><digit>",
    "<digits><digits><digits><digits>.<digits><digits>",
    "<odd>",
  ],
  sign: ["-", "+", "\u2212", "–"],
  unit: ["€", "EUR", "$", "%", "Mio.", "k", "T€", "CR"],
  date: [
    "2009-03-02",
    "201<digit>-0<digit>-1<digit>",
    "201<digit>",
    "1<digit>.0<digit>.201<digit>",
    "0<digit>/1<digit>/201<digit>",
    "201<digit>-02-30",
    "201<digit>/1<digit>",
    "<digit><digit><digit><digit><digit>",
    "2<digit> March 201<digit>",
    "201<digit>-03-0<digit>T1<digit>:00:00Z",
    "<odd>",
  ],
  text: [
    "North",
    "South",
    "Region <digit>",
    "é<text>",
    "e\u0301",
    "ﬁ",
    "الشمال",
    "北",
    "😀<text>",
    " <text> ",
    "<text>, <text>",
    'a "<text>"',
    "<text>;<text>",
    "<text>\t<text>",
    "<text>\n<text>",
    "=1+<digit>",
    "<script>",
    "Total",
    "Total <text>",
    "<digits>",
    "<odd>",
  ],
  odd: [
    "",
    "",
    "-",
    "n/a",
    "null",
    "NaN",
    "Infinity",
    "__proto__",
    "\u0000",
    "\u001b[31m",
    "\u200b",
    "\ufeff",
    "\ufffd",
    "\ud7ff",
    "'",
    '"',
    '""',
    "\\",
    "\r",
    "#REF!",
    "0x1F",
    "1".repeat(400),
    "x".repeat(5000),
  ],
  name: [...COLUMNS, "paid", "Paid ", "date", "", "region", "<text>", "Total"],
};

/** Which rule writes the cells of each column. */
const RULE_OF: Readonly<Record<string, string>> = {
  paid: "amount",
  planned: "amount",
  rate: "amount",
  weight: "amount",
  date: "date",
  until: "date",
};

function write(random: Random, rule: string, depth = 0): string {
  const texts = RULES[rule]!;
  // Deep texts end by the first, which is short.
  const text = depth > 6 ? texts[0]! : random.pick(texts);
  return text.replace(/<([a-z]+)>/g, (whole, name: string) => (name in RULES ? write(random, name, depth + 1) : whole));
}

/** Make a file: a table by the grammar, in one of many formats, whose bytes may be broken. */
export function makeFile(random: Random): FuzzedFile {
  const isClean = random.chance(25);
  const { rows, expected } = isClean ? cleanRows(random) : { rows: fuzzedRows(random), expected: null };
  const [name, content] = random.pick(FORMATS)(random, rows, isClean);
  if (isClean || random.chance(50)) return { name, content, expected };
  let broken: Buffer = content;
  for (let change = random.int(3); change >= 0; change--) broken = breakBytes(random, broken);
  return { name, content: broken, expected: null };
}

function cleanRows(random: Random): { readonly rows: string[][] } & Pick<FuzzedFile, "expected"> {
  const entries = 1 + random.int(30);
  let cents = 0n;
  const rows = Array.from({ length: entries }, (_, row) => {
    const own = BigInt(random.int(2_000_000_000)) - 500_000_000n;
    cents += own;
    const digits = String(own < 0n ? -own : own).padStart(3, "0");
    const paid = `${own < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
    return [
      paid,
      String(random.int(1000)),
      `2014-0${1 + random.int(9)}-1${random.int(10)}`,
      "",
      `i${row}`,
      `Region ${random.int(4)}`,
      "",
      `c${random.int(3)}`,
      "Same",
      "#112233",
      "",
    ];
  });
  return { rows: [[...COLUMNS], ...rows], expected: { entries, cents } };
}

function fuzzedRows(random: Random): string[][] {
  const header = COLUMNS.map((column) => (random.chance(4) ? write(random, "name") : column));
  if (random.chance(10)) header.push(write(random, "name"));
  if (random.chance(10)) header.splice(random.int(header.length), 1);
  const odd = random.pick([0, 5, 30]);
  const clean = cleanRows(random).rows.slice(1);
  const rows = clean.map((cells) =>
    cells.map((cell, at) => (random.chance(odd) ? write(random, RULE_OF[COLUMNS[at]!] ?? "text") : cell)),
  );
  for (const cells of rows) {
    if (random.chance(odd)) cells.length = random.int(cells.length + 1);
    if (random.chance(3)) cells.push(write(random, "text"));
  }
  const table = [header, ...rows];
  if (random.chance(15)) table.unshift([write(random, "text")], []);
  if (random.chance(15)) table.push(["Total", write(random, "amount")]);
  if (random.chance(10)) table.splice(random.int(table.length), 0, []);
  if (random.chance(5)) table.push(header);
  return table;
}

type Format = (random: Random, rows: readonly (readonly string[])[], isClean: boolean) => readonly [string, Buffer];

const FORMATS: readonly Format[] = [
  (random, rows, isClean) => ["a.csv", encode(random, csvOf(random, rows, isClean), isClean)],
  (random, rows, isClean) => ["a.csv", encode(random, csvOf(random, rows, isClean), isClean)],
  (random, rows, isClean) => ["a.csv.gz", gzipSync(csvOf(random, rows, isClean))],
  (random, rows, isClean) => ["a.zip", zipFiles({ "b/a.csv": csvOf(random, rows, isClean), "README.txt": "read me" })],
  (random, rows, isClean) => ["a.xlsx", bookOf(random, rows, isClean, xlsxOf)],
  (random, rows, isClean) => ["a.ods", bookOf(random, rows, isClean, odsOf)],
  (random, rows) => ["a.xls", Buffer.from(xmlOf(random, rows))],
  (random, rows) => ["a.html", Buffer.from(htmlOf(random, rows))],
];

function csvOf(random: Random, rows: readonly (readonly string[])[], isClean: boolean): string {
  const delimiter = random.pick([",", ",", ";", "\t", "|"]);
  const end = random.pick(["\n", "\n", "\r\n", "\r"]);
  const isQuoted = random.chance(50);
  const cellOf = (cell: string): string => {
    const needs = cell.includes(delimiter) || /["\r\n]/.test(cell);
    if (!isClean && random.chance(2)) return `"${cell}`;
    return (needs && (isClean || random.chance(95))) || isQuoted ? `"${cell.replaceAll('"', '""')}"` : cell;
  };
  const lines = rows.map((cells) => cells.map(cellOf).join(delimiter));
  return lines.join(end) + (random.chance(90) ? end : "");
}

function encode(random: Random, text: string, isClean: boolean): Buffer {
  const encoding = random.pick(["utf8", "utf8", "utf8", "utf16le", "latin1"] as const);
  const mark = encoding === "utf16le" || random.chance(20) ? "\ufeff" : "";
  if (encoding === "latin1") return Buffer.from(text, isClean ? "utf8" : "latin1");
  return Buffer.from(mark + text, encoding);
}

function bookOf(
  random: Random,
  rows: readonly (readonly string[])[],
  isClean: boolean,
  write: (sheets: Sheets) => Buffer,
): Buffer {
  // XML has no place for most control characters.
  const cellOf = (cell: string): SheetCell => {
    const isNumber = /^-?\d{1,12}(?:\.\d\d)?$/.test(cell);
    if (isNumber && random.chance(70)) return { number: cell };
    return cell === "" ? null : isClean ? cell : cell.slice(0, 300);
  };
  const sheet = rows.map((cells) => cells.slice(0, 20).map(cellOf));
  const sheets: Record<string, SheetCell[][]> = { Data: sheet };
  if (!isClean && random.chance(30))
    sheets[random.pick(["Notes", "Data 2", "", "<&>"])] = random.chance(50) ? [] : sheet;
  return write(sheets);
}

function xmlOf(random: Random, rows: readonly (readonly string[])[]): string {
  const cellOf = (cell: string): string => {
    const type = /^-?\d{1,12}(?:\.\d\d)?$/.test(cell) && random.chance(70) ? "Number" : "String";
    return `<Cell><Data ss:Type="${type}">${escapeXml(cell)}</Data></Cell>`;
  };
  const written = rows.map((cells) => `<Row>${cells.map(cellOf).join("")}</Row>`).join("");
  return `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="a"><Table>${written}</Table></Worksheet></Workbook>`;
}

function htmlOf(random: Random, rows: readonly (readonly string[])[]): string {
  const cell = random.pick(["td", "th"]);
  const written = rows.map((cells) => `<tr>${cells.map((each) => `<${cell}>${escapeXml(each)}</${cell}>`).join("")}`);
  return `<!doctype html><html><meta charset="utf-8"><body><table>${written.join("\n")}</table></body></html>`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** Pieces that mean something in one of the formats. */
const PIECES = [
  '"',
  '""',
  "\r",
  "\n\n",
  "\0",
  "\ufeff",
  "\xff\xfe",
  "\x1f\x8b\x08",
  "PK\x03\x04",
  "PK\x05\x06",
  "<!DOCTYPE x [<!ENTITY y SYSTEM 'file:///etc/passwd'>]>&y;",
  "<![CDATA[",
  "<Row ss:Index='1048577'/>",
  "<table>",
  "<td colspan=100000>",
  "&#0;",
  ",".repeat(3000),
  "\n".repeat(3000),
] as const;

/** Change some bytes. */
export function breakBytes(random: Random, bytes: Buffer): Buffer {
  const at = random.int(bytes.length + 1);
  const to = Math.min(bytes.length, at + random.int(60));
  const [head, cut, rest] = [bytes.subarray(0, at), bytes.subarray(at, to), bytes.subarray(to)];
  return random.pick([
    () => head,
    () => Buffer.concat([head, rest]),
    () => Buffer.concat([head, cut, cut, rest]),
    () => Buffer.concat([head, Buffer.from(random.pick(PIECES), "latin1"), cut, rest]),
    () => Buffer.concat([head, cut.toReversed(), rest]),
    () => Buffer.concat([head, cut.map((byte) => byte ^ (1 << random.int(8))), rest]),
  ])();
}
