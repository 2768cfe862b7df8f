import iconv from "iconv-lite";
import { htmlText } from "./html-text.js";
import type { SheetRows } from "./sheet-rows.js";
import { SHEET_COLUMNS } from "./sheet-text.js";

/** A table of a web page; rows and cells as they are written. */
export interface HtmlTable {
  readonly rows: readonly (readonly HtmlCell[])[];
}

interface HtmlCell {
  readonly text: string;
  readonly columns: number;
  readonly rows: number;
}

/** Least share of a page's text that is in tables if the page is data: other pages have text, menus and links. */
const MOSTLY = 0.7;

/** Tags, comments and texts of a page. Lengths are limited, so that no page takes long. */
const PIECES = /<!--|<\/?([a-z][\w:-]*)((?:"[^"]{0,5000}"|'[^']{0,5000}'|[^<>"'])*)>|[^<]+|</gi;

/** Elements whose content is not a text, and the end of a comment. */
const DROPPED: ReadonlyMap<string, string> = new Map([
  ["<!--", "-->"],
  ["script", "</script"],
  ["style", "</style"],
  ["title", "</title"],
]);

/**
 * Read the tables of a web page that is hardly more than tables, as programs save them under the names of spreadsheets.
 * @returns `null` for any other page
 */
export function readHtmlTables(page: string): readonly HtmlTable[] | null {
  const tables: { rows: HtmlCell[][] }[] = [];
  let [inTables, outside, depth, nested] = [0, 0, 0, 0];
  let cell: { text: string; columns: number; rows: number } | null = null;
  const endCell = (): void => {
    if (cell) {
      const text = htmlText(cell.text);
      inTables += text.length;
      tables
        .at(-1)!
        .rows.at(-1)!
        .push({ ...cell, text });
    }
    cell = null;
  };
  for (const { piece, name, attributes } of piecesOf(page)) {
    if (name === null) {
      if (cell) cell.text += piece;
      else outside += htmlText(piece).length;
      continue;
    }
    const isEnd = piece.startsWith("</");
    if (name === "table") {
      endCell();
      if (isEnd) depth = Math.max(0, depth - 1);
      else {
        if (depth++ > 0) nested++;
        tables.push({ rows: [] });
      }
    } else if (depth === 0) continue;
    else if (name === "tr") {
      endCell();
      if (!isEnd) tables.at(-1)!.rows.push([]);
    } else if (name === "td" || name === "th") {
      endCell();
      if (isEnd) continue;
      if (tables.at(-1)!.rows.length === 0) tables.at(-1)!.rows.push([]);
      cell = { text: "", columns: spanOf(attributes, "colspan"), rows: spanOf(attributes, "rowspan") };
    } else if (cell && /^(?:br|p|div|li)$/.test(name)) cell.text += " ";
  }
  endCell();
  const isTable = ({ rows }: HtmlTable): boolean => rows.filter(({ length }) => length >= 2).length >= 2;
  const isData = tables.some(isTable) && nested === 0 && inTables >= MOSTLY * (inTables + outside);
  return isData ? tables : null;
}

function* piecesOf(page: string): Generator<{ piece: string; name: string | null; attributes: string }> {
  const pieces = new RegExp(PIECES);
  for (let found = pieces.exec(page); found; found = pieces.exec(page)) {
    const [piece, tag, attributes = ""] = found;
    const name = tag?.toLowerCase() ?? null;
    const end = DROPPED.get(name ?? piece);
    if (end === undefined || piece.startsWith("</")) yield { piece, name, attributes };
    else {
      const at = page.indexOf(end, pieces.lastIndex);
      pieces.lastIndex = at < 0 ? page.length : at + (name === null ? end.length : 0);
    }
  }
}

function spanOf(attributes: string, name: string): number {
  const span = Number(new RegExp(`${name}\\s*=\\s*["']?(\\d+)`, "i").exec(attributes)?.[1] ?? "1");
  return Math.min(Math.max(span, 1), 1000);
}

/** Write a table as CSV. */
export function* writeHtmlTable({ rows }: HtmlTable, out: SheetRows): Generator<string> {
  // Columns that cells of rows above cover, with the number of rows that are left.
  const covered: number[] = [];
  for (const cells of rows) {
    let column = 0;
    const skip = (): void => {
      const from = column;
      for (; (covered[column] ?? 0) > 0; column++) covered[column]!--;
      out.spread(column - from);
    };
    for (const { text, columns, rows: down } of cells) {
      skip();
      out.set(column, text, NUMBER.test(text));
      const right = column + columns - 1;
      if (right > column || down > 1) {
        out.merge({ top: out.rows, left: column, bottom: out.rows + down - 1, right });
      }
      out.spread(columns - 1);
      for (let at = 0; at < columns && column < SHEET_COLUMNS; at++) covered[column++] = down - 1;
    }
    skip();
    out.endRow();
    yield out.take();
  }
}

/** A text with digits and without letters, as amounts are. */
const NUMBER = /^(?=.*\d)[^\p{L}:/]*$/u;

/** Decode a page by its byte order mark, or the encoding that it names; `null` if it has neither and is not UTF-8. */
export function decodePage(bytes: Buffer, isUtf8: boolean): string | null {
  const mark = bytes.subarray(0, 2).toString("hex");
  if (mark === "fffe") return iconv.decode(bytes, "utf-16le");
  if (mark === "feff") return iconv.decode(bytes, "utf-16be");
  const named = /charset\s*=\s*["']?([\w-]+)/i.exec(bytes.subarray(0, 4096).toString("latin1"))?.[1];
  if (isUtf8) return bytes.toString("utf8");
  return named !== undefined && !/^utf-?8$/i.test(named) && iconv.encodingExists(named)
    ? iconv.decode(bytes, named)
    : null;
}
