import { isAscii, isUtf8 } from "node:buffer";
import { LINE_FEED, linesOf, RETURN } from "./lines.js";

/** Lines of a source that are not all ASCII, as a sample of their words. */
export interface ByteSurvey {
  /** Words of the lines that are UTF-8, and of those that are not, without repeats. */
  readonly utf8Words: readonly Buffer[];
  readonly otherWords: readonly Buffer[];
  /** Numbers of the first lines that are not UTF-8. */
  readonly otherLines: readonly number[];
  readonly numOtherLines: number;
}

/** Maximum number of words of either kind: more do not make a guess better. */
const MAX_WORDS = 1500;

/** Maximum number of lines that are named. */
const MAX_LINES = 10;

/** Maximum bytes of a word and of a line. */
const MAX_WORD = 400;
const MAX_LINE = 2 ** 20;

/** In every encoding that keeps ASCII, a byte below this value is a whole character: a digit, sign or blank. */
const FIRST_AMBIGUOUS = 0x30;

/**
 * Look through a source that is not UTF-8. It is read to its end as long as most lines may be UTF-8, so that the others
 * can be counted.
 */
export async function surveyBytes(chunks: AsyncIterable<Buffer>): Promise<ByteSurvey> {
  const utf8 = new Map<string, Buffer>();
  const other = new Map<string, Buffer>();
  const lines: number[] = [];
  let [line, numUtf8, numOther] = [0, 0, 0];
  const takeLine = (bytes: Buffer): void => {
    line++;
    if (isAscii(bytes)) return;
    const is = isUtf8(bytes);
    addWords(is ? utf8 : other, bytes);
    if (is) numUtf8++;
    else if (numOther++ < MAX_LINES) lines.push(line);
  };
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    const end = bytes.length > MAX_LINE && chunk.lastIndexOf(LINE_FEED) < 0 ? bytes.length : lastEnd(bytes);
    const whole = bytes.subarray(0, end);
    held = Buffer.from(bytes.subarray(end));
    const isQuick = isAscii(whole) || (utf8.size >= MAX_WORDS && isUtf8(whole));
    if (isQuick) line += countLines(whole);
    else for (const each of linesOf(whole)) takeLine(each);
    if (other.size >= MAX_WORDS && numUtf8 < numOther / 20) break;
  }
  for (const each of linesOf(held)) takeLine(each);
  return { utf8Words: [...utf8.values()], otherWords: [...other.values()], otherLines: lines, numOtherLines: numOther };
}

function addWords(words: Map<string, Buffer>, line: Buffer): void {
  let start = 0;
  for (let at = 0; at <= line.length && words.size < MAX_WORDS; at++) {
    if (at < line.length && line[at]! >= FIRST_AMBIGUOUS) continue;
    const word = line.subarray(start, Math.min(at, start + MAX_WORD));
    if (!isAscii(word)) words.set(word.toString("latin1"), Buffer.from(word));
    start = at + 1;
  }
}

function lastEnd(bytes: Buffer): number {
  const feed = bytes.lastIndexOf(LINE_FEED);
  // A return at the end may belong to a line feed that comes next.
  return (feed >= 0 ? feed : bytes.subarray(0, -1).lastIndexOf(RETURN)) + 1;
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (const _ of linesOf(bytes)) count++;
  return count;
}
