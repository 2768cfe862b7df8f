import { setImmediate } from "node:timers/promises";
import { MemberTable, MemberTableBuilder, type SharedMemberTable } from "../../columnar/member-table.js";
import { errorText } from "../../../core/errors/error-text.js";
import { phraseText } from "../../../core/errors/phrase-text.js";
import { DamagedStore } from "../../../core/errors/errors.js";
import type { Dimension, Model } from "../../../core/model/cube.js";
import type { Value } from "../../../core/model/values/value.js";

/** Members of a stored dimension, by code. A code keeps its member from version to version. */
export interface Members {
  readonly dimension: Dimension;
  /** Attribute values of each member; nothing for codes that no entry has. */
  readonly table: MemberTable;
  /** Public id of each member: its place in the order in which entries first have it, from 1 on; 0 for unused codes. */
  readonly ids: Uint32Array;
  /** Number of entries of each member. */
  readonly counts: Float64Array;
}

/** Members that are read, or written as one text, at once. */
const BATCH = 8192;

/**
 * Parses the members of a version.
 * @param model with the stored dimensions alone
 * @param codes number of codes of each dimension
 * @param parts as `writeMembers` wrote them, one for each dimension
 * @throws DamagedStore
 */
export type ParseMembers = (
  model: Model,
  codes: readonly number[],
  parts: readonly Uint8Array[],
) => Promise<readonly Members[]>;

/** Members as threads share them. Their ids and counts are copied. */
export interface SharedMembers extends Pick<Members, "ids" | "counts"> {
  readonly table: SharedMemberTable;
}

/** Share members with other threads. */
export function shareMembers({ table, ids, counts }: Members): SharedMembers {
  return { table: table.share(), ids, counts };
}

/** Open members of another thread. @param model with the stored dimensions alone */
export function takeMembers(model: Model, shared: readonly SharedMembers[]): readonly Members[] {
  return model.dimensions.map((dimension, at) => {
    const { table, ids, counts } = shared[at]!;
    return { dimension, table: new MemberTable(table), ids, counts };
  });
}

/** Make members. @param tuples values of each code; `null` for unused codes */
export function makeMembers(
  dimension: Dimension,
  tuples: Iterable<readonly Value[] | null>,
  ids: Uint32Array,
  counts: Float64Array,
): Members {
  const table = new MemberTableBuilder(dimension);
  for (const tuple of tuples) table.push(tuple);
  return { dimension, table: table.finish(), ids, counts };
}

/** Iterate over the values of each code; `null` for unused codes. */
export function* readTuples({ table, ids }: Members): Generator<readonly Value[] | null, void> {
  for (let first = 0; first < table.length; first += BATCH) {
    const codes = Uint32Array.from({ length: Math.min(BATCH, table.length - first) }, (_, at) => first + at);
    const columns = table.attributes.map((values) => values.pick(codes));
    for (const [at, code] of codes.entries()) yield ids[code] === 0 ? null : columns.map((column) => column[at]!);
  }
}

/**
 * Write members as lines of JSON, so that no text exceeds the size of the longest string. Other work goes on between batches
 * of them.
 */
export async function writeMembers(members: Members): Promise<Uint8Array> {
  const { ids, counts } = members;
  const pieces: Buffer[] = [];
  let lines: string[] = [];
  const flush = (): void => {
    if (lines.length > 0) pieces.push(Buffer.from(`${lines.join("\n")}\n`));
    lines = [];
  };
  let code = 0;
  for (const tuple of readTuples(members)) {
    if (tuple) lines.push(JSON.stringify([code, ids[code], counts[code], ...tuple]));
    code++;
    if (lines.length < BATCH) continue;
    flush();
    await setImmediate();
  }
  flush();
  return Buffer.concat(pieces);
}

/** Parses members in this thread. */
export const parseMembersHere: ParseMembers = async (model, codes, parts) =>
  model.dimensions.map((dimension, at) => {
    const numCodes = codes[at]!;
    const [ids, counts] = [new Uint32Array(numCodes), new Float64Array(numCodes)];
    return makeMembers(dimension, parseTuples(numCodes, parts[at]!, ids, counts), ids, counts);
  });

/** Read the values of each code, and write the members' ids and numbers of entries. */
function* parseTuples(
  codes: number,
  part: Uint8Array,
  ids: Uint32Array,
  counts: Float64Array,
): Generator<readonly Value[] | null, void> {
  const bytes = Buffer.from(part.buffer, part.byteOffset, part.length);
  let next = 0;
  for (let first = 0; first < bytes.length;) {
    const end = bytes.indexOf(10, first);
    const [code, id, count, ...tuple] = parseLine(bytes.toString("utf8", first, end < 0 ? undefined : end));
    if (code < next || code >= codes) damagedMembers();
    for (; next < code; next++) yield null;
    ids[code] = id;
    counts[code] = count;
    yield tuple;
    next++;
    first = end < 0 ? bytes.length : end + 1;
  }
  for (; next < codes; next++) yield null;
}

function parseLine(line: string): [code: number, id: number, count: number, ...tuple: Value[]] {
  try {
    return JSON.parse(line) as [number, number, number, ...Value[]];
  } catch (cause) {
    return damagedMembers(cause);
  }
}

function damagedMembers(cause?: unknown): never {
  throw new DamagedStore(errorText("stored_version_damaged", { reason: phraseText("members_damaged") }), { cause });
}
