import { DamagedStore } from "../../errors/errors.js";
import type { Dimension } from "../../model/cube.js";
import type { Value } from "../../model/values/value.js";

/** Members of a stored dimension, by code. A code keeps its member from version to version. */
export interface Members {
  readonly dimension: Dimension;
  /** Attribute values of each member; `null` for codes that no entry has. */
  readonly tuples: readonly (readonly Value[] | null)[];
  /** Public id of each member: its place in the order in which entries first have it, from 1 on; 0 for unused codes. */
  readonly ids: Uint32Array;
  /** Number of entries of each member. */
  readonly counts: Float64Array;
}

/** Members that are written as one text. */
const BATCH = 8192;

/** Write members as lines of JSON, so that no text exceeds the size of the longest string. */
export function writeMembers({ tuples, ids, counts }: Members): Uint8Array {
  const pieces: Buffer[] = [];
  let lines: string[] = [];
  const flush = (): void => {
    if (lines.length > 0) pieces.push(Buffer.from(`${lines.join("\n")}\n`));
    lines = [];
  };
  tuples.forEach((tuple, code) => {
    if (!tuple) return;
    lines.push(JSON.stringify([code, ids[code], counts[code], ...tuple]));
    if (lines.length === BATCH) flush();
  });
  flush();
  return Buffer.concat(pieces);
}

/** Read members. @param codes number of codes @throws DamagedStore */
export function parseMembers(dimension: Dimension, codes: number, part: Uint8Array): Members {
  const tuples: (readonly Value[] | null)[] = Array.from({ length: codes }, () => null);
  const ids = new Uint32Array(codes);
  const counts = new Float64Array(codes);
  const bytes = Buffer.from(part.buffer, part.byteOffset, part.length);
  for (let first = 0; first < bytes.length;) {
    const end = bytes.indexOf(10, first);
    const [code, id, count, ...tuple] = parseLine(bytes.toString("utf8", first, end < 0 ? undefined : end));
    tuples[code] = tuple;
    ids[code] = id;
    counts[code] = count;
    first = end < 0 ? bytes.length : end + 1;
  }
  return { dimension, tuples, ids, counts };
}

function parseLine(line: string): [code: number, id: number, count: number, ...tuple: Value[]] {
  try {
    return JSON.parse(line) as [number, number, number, ...Value[]];
  } catch (cause) {
    throw new DamagedStore("The version cannot be read: its members are damaged", { cause });
  }
}
