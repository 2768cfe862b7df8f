/** Facts of a face in a font file, by which fonts are chosen. */
export interface FaceFacts {
  /** Its place in the file, which may hold several. */
  readonly index: number;
  readonly family: string;
  /** 400 is regular, 700 bold. */
  readonly weight: number;
  readonly isUpright: boolean;
  /** Code points that it has, as first and last of each range, ascending. */
  readonly ranges: readonly number[];
}

/** Reads bytes of a file, fewer at its end. */
export type ReadBytes = (offset: number, length: number) => Buffer;

interface Table {
  readonly offset: number;
  readonly length: number;
}

/** Maximum faces of a file, and bytes of a table that is read. */
const MAX_FACES = 64;
const MAX_TABLE = 2 ** 22;
/** Tables of outlines: a font of pictures, as of emoji, has none. */
const OUTLINES = ["glyf", "CFF ", "CFF2"];

/** Read the faces of an OpenType font, or of a collection of such. @returns none if it is not one, or is damaged */
export function readFaces(read: ReadBytes): readonly FaceFacts[] {
  try {
    const head = read(0, 12);
    if (head.toString("latin1", 0, 4) !== "ttcf") return readFace(read, 0, 0);
    const count = Math.min(head.readUInt32BE(8), MAX_FACES);
    const offsets = read(12, count * 4);
    return Array.from({ length: count }, (_, at) => readFace(read, offsets.readUInt32BE(at * 4), at)).flat();
  } catch {
    return [];
  }
}

/** True if ranges, as those of a face, have a code point. */
export function hasCode(ranges: readonly number[], code: number): boolean {
  let [low, high] = [0, ranges.length / 2];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (code < ranges[middle * 2]!) high = middle;
    else if (code > ranges[middle * 2 + 1]!) low = middle + 1;
    else return true;
  }
  return false;
}

function readFace(read: ReadBytes, offset: number, index: number): readonly FaceFacts[] {
  const head = read(offset, 12);
  if (!["\0\u0001\0\0", "OTTO", "true"].includes(head.toString("latin1", 0, 4))) return [];
  const count = head.readUInt16BE(4);
  const list = read(offset + 12, count * 16);
  const tables = new Map<string, Table>();
  for (let at = 0; at < count * 16; at += 16) {
    const table = { offset: list.readUInt32BE(at + 8), length: Math.min(list.readUInt32BE(at + 12), MAX_TABLE) };
    tables.set(list.toString("latin1", at, at + 4), table);
  }
  const bytesOf = (tag: string): Buffer => {
    const { offset: from, length } = tables.get(tag)!;
    return read(from, length);
  };
  if (!tables.has("cmap") || !OUTLINES.some((tag) => tables.has(tag))) return [];
  const style = tables.has("OS/2") ? bytesOf("OS/2") : null;
  return [
    {
      index,
      family: tables.has("name") ? familyOf(bytesOf("name")) : "",
      weight: style?.readUInt16BE(4) ?? 400,
      // Italic, and oblique.
      isUpright: ((style?.readUInt16BE(62) ?? 0) & 0x201) === 0,
      ranges: rangesOf(bytesOf("cmap")),
    },
  ];
}

/** Return the name of a family: that with all its weights if the font tells, in English if it has several. */
function familyOf(table: Buffer): string {
  const [count, texts] = [table.readUInt16BE(2), table.readUInt16BE(4)];
  let best = { rank: Infinity, name: "" };
  for (let at = 6; at < 6 + count * 12; at += 12) {
    const [platform, , language, id] = [0, 2, 4, 6].map((skip) => table.readUInt16BE(at + skip));
    if (platform !== 3 || (id !== 1 && id !== 16)) continue;
    const rank = (language === 0x409 ? 0 : 2) + (id === 16 ? 0 : 1);
    if (rank >= best.rank) continue;
    const from = texts + table.readUInt16BE(at + 10);
    const bytes = Buffer.from(table.subarray(from, from + (table.readUInt16BE(at + 8) & ~1)));
    best = { rank, name: bytes.swap16().toString("utf16le") };
  }
  return best.name;
}

/** List the code points of a table of characters, from its part with the most of Unicode. */
function rangesOf(table: Buffer): readonly number[] {
  const count = table.readUInt16BE(2);
  const parts = Array.from({ length: count }, (_, at) => table.subarray(table.readUInt32BE(4 + at * 8 + 4)));
  const whole = parts.find((part) => part.readUInt16BE(0) === 12);
  const ranges: number[] = [];
  if (whole) addGroups(whole, ranges);
  else {
    const basic = parts.find((part) => part.readUInt16BE(0) === 4);
    if (basic) addSegments(basic, ranges);
  }
  return ranges;
}

/** Add the code points of a part in format 12: groups of characters with consecutive glyphs. */
function addGroups(part: Buffer, ranges: number[]): void {
  const count = part.readUInt32BE(12);
  for (let at = 16; at < 16 + count * 12; at += 12) addRange(ranges, part.readUInt32BE(at), part.readUInt32BE(at + 4));
}

/** Add the code points of a part in format 4: segments of characters, some of which may have no glyph. */
function addSegments(part: Buffer, ranges: number[]): void {
  const size = part.readUInt16BE(6);
  const [ends, starts, deltas, offsets] = [14, 16 + size, 16 + size * 2, 16 + size * 3];
  for (let at = 0; at < size; at += 2) {
    const [last, first] = [part.readUInt16BE(ends + at), part.readUInt16BE(starts + at)];
    const [delta, offset] = [part.readUInt16BE(deltas + at), part.readUInt16BE(offsets + at)];
    for (let code = first; code <= last && code < 0xffff; code++) {
      const glyph = offset === 0 ? code + delta : part.readUInt16BE(offsets + at + offset + (code - first) * 2);
      if ((glyph & 0xffff) !== 0) addRange(ranges, code, code);
    }
  }
}

function addRange(ranges: number[], first: number, last: number): void {
  if (ranges.at(-1) === first - 1) ranges[ranges.length - 1] = last;
  else ranges.push(first, last);
}
