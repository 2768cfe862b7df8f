export const LINE_FEED = 0x0a;
export const RETURN = 0x0d;

/** Yield the lines of a text, each with its end. */
export function* linesOf(bytes: Buffer): Generator<Buffer> {
  const end = bytes.includes(LINE_FEED) ? LINE_FEED : RETURN;
  let start = 0;
  for (let at = bytes.indexOf(end); at >= 0; at = bytes.indexOf(end, start)) {
    yield bytes.subarray(start, at + 1);
    start = at + 1;
  }
  if (start < bytes.length) yield bytes.subarray(start);
}
