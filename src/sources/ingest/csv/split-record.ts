import { type Dialect, MAX_ROW_CELLS } from "./dialect.js";

/** A record that was split into cells. */
export interface Split {
  readonly cells: readonly string[];
  /** Place in the text behind the record and its line end. */
  readonly end: number;
  /** True if a quote is neither around a cell nor doubled. */
  readonly isStray: boolean;
  /** True if a quote that begins a cell is closed on no line, or on another one by a quote of another cell. */
  readonly isOpen: boolean;
  /** True if the reading is wrong: it makes one cell of several rows. */
  readonly isWrong: boolean;
}

/**
 * Splits the record that begins at a place of a text.
 * @param isAll true if nothing follows the text
 * @returns `null` if the record does not end in the text
 */
export type SplitRecord = (text: string, from: number, isAll: boolean) => Split | null;

/**
 * Plan how records are split.
 * @param keepsInner what a quote within a quoted cell is if it is not doubled and no delimiter follows: true: part of the
 * cell, which goes on to a quote that ends it; false: a sign that the cell is not quoted at all
 */
export function planSplitting(dialect: Dialect, keepsInner: boolean): SplitRecord {
  const { delimiter, trimStart = false } = dialect;
  const signs = planSigns(dialect);
  const { quote, isDelimiter, isEnd, skipBlanks } = signs;
  return (text, from, isAll) => {
    const cells: string[] = [];
    let [isStray, isOpen, isWrong] = [false, false, false];
    for (let at = from; ;) {
      if (trimStart) at = skipBlanks(text, at);
      let end: number;
      const quoted = text.startsWith(quote, at) ? readQuoted(signs, text, at, isAll) : undefined;
      if (quoted === null) return null;
      if (quoted?.isStray) {
        isStray = true;
        isOpen ||= quoted.isOpen;
        isWrong ||= quoted.isWrong;
      }
      if (quoted && !(quoted.isStray && !keepsInner)) {
        cells.push(quoted.text);
        end = quoted.end;
        // Where it ends may depend on how much of the text is there, and with it the cells behind it.
        if (quoted.isWrong) return { cells, end, isStray, isOpen, isWrong };
      } else {
        end = at;
        while (!isEnd(text, end)) end++;
        if (end >= text.length && !isAll) return null;
        cells.push(text.slice(at, end));
      }
      if (cells.length > MAX_ROW_CELLS) return { cells, end, isStray, isOpen, isWrong };
      if (end < text.length && isDelimiter(text, end)) {
        at = end + delimiter.length;
        continue;
      }
      if (text[end] === "\r") {
        if (end + 1 >= text.length && !isAll) return null;
        return { cells, end: text[end + 1] === "\n" ? end + 2 : end + 1, isStray, isOpen, isWrong };
      }
      return { cells, end: Math.min(end + 1, text.length), isStray, isOpen, isWrong };
    }
  };
}

const [LINE_FEED, RETURN] = [0x0a, 0x0d];

/** The signs of a dialect. */
interface Signs {
  readonly quote: string;
  readonly escape: string;
  readonly isDelimiter: (text: string, at: number) => boolean;
  /** True at the end of a cell. */
  readonly isEnd: (text: string, at: number) => boolean;
  readonly skipBlanks: (text: string, from: number) => number;
  readonly unescape: (cell: string) => string;
}

function planSigns(dialect: Dialect): Signs {
  const { delimiter } = dialect;
  const quote = dialect.quote ?? '"';
  const escape = dialect.escape ?? quote;
  const [first, isLong] = [delimiter.charCodeAt(0), delimiter.length > 1];
  const isDelimiter = (text: string, at: number): boolean =>
    text.charCodeAt(at) === first && (!isLong || text.startsWith(delimiter, at));
  const isEnd = (text: string, at: number): boolean => {
    const code = text.charCodeAt(at);
    return code === LINE_FEED || code === RETURN || isDelimiter(text, at) || at >= text.length;
  };
  const skipBlanks = (text: string, from: number): number => {
    let at = from;
    while ((text[at] === " " || text[at] === "\t") && !isDelimiter(text, at)) at++;
    return at;
  };
  const unescape = (cell: string): string =>
    escape === quote ? cell.replaceAll(quote + quote, quote) : unescapeBy(cell, escape, quote);
  return { quote, escape, isDelimiter, isEnd, skipBlanks, unescape };
}

/** Read a cell that begins with a quote. @returns `null` if it does not end in the text */
function readQuoted(
  { quote, escape, isEnd, skipBlanks, unescape }: Signs,
  text: string,
  from: number,
  isAll: boolean,
): QuotedCell | null {
  const start = from + quote.length;
  let isStray = false;
  for (let at = start; ;) {
    const closing = text.indexOf(quote, at);
    const escaped = escape === quote ? -1 : text.indexOf(escape, at);
    if (escaped >= 0 && (closing < 0 || escaped < closing)) {
      at = escaped + escape.length + 1;
      continue;
    }
    if (closing < 0) {
      const isWrong = isAll || (isStray && hasLineEnd(text.slice(at)));
      return isWrong ? wrongCell(!isStray, text.length) : null;
    }
    const next = closing + quote.length;
    if (escape === quote && text.startsWith(quote, next)) {
      at = next + quote.length;
      continue;
    }
    const end = skipBlanks(text, next);
    if (end >= text.length && !isAll) return null;
    const isClosed = isEnd(text, end);
    if ((isStray || !isClosed || end > next) && hasLineEnd(text.slice(from, closing))) return wrongCell(!isStray, end);
    if (isClosed) return { text: unescape(text.slice(start, closing)), end, isStray, isOpen: false, isWrong: false };
    isStray = true;
    at = next;
  }
}

interface QuotedCell extends Omit<Split, "cells"> {
  readonly text: string;
}

function wrongCell(isOpen: boolean, end: number): QuotedCell {
  return { text: "", end, isStray: true, isOpen, isWrong: true };
}

function hasLineEnd(text: string): boolean {
  return text.includes("\n") || text.includes("\r");
}

/** Remove the escapes before quotes and escapes. */
function unescapeBy(cell: string, escape: string, quote: string): string {
  return cell.replaceAll(escape + quote, quote).replaceAll(escape + escape, escape);
}
