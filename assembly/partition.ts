import { blockKeys } from "./cells";
import { BLOCK, measureAt, PIECE, Plan, workOf } from "./plan";
import { pickEntries } from "./select";
import { positionsOf, restOf, targetsOf } from "./work";

/**
 * Partitioning, for more groups than an array of cells can hold: entries are written to partitions by a hash of their
 * key, then every partition is grouped in a small table of its own; see `group.ts`.
 *
 *   rest of a thread ─► | aside: CHUNK bytes | cursor u32, chunks u32 | … 2^bits |      aside: for other passes' entries
 *   chunk ─► | previous chunk u32, – u32 | record | record | … |            CHUNK bytes, aligned to CHUNK
 *   record ─► | key u32 or u64 | number of measure 0 | … |                  recordBytes
 */
const CHUNK: usize = 4096;
const CHUNK_HEAD: usize = 8;
const GOLDEN: u64 = 0x9e3779b97f4a7c15;

@inline
export function hashKey(key: u64): u64 {
  return (key ^ (key >> 32)) * GOLDEN;
}

/** Return the offset of the end of the records in a full chunk. */
@inline
function chunkFill(plan: Plan): usize {
  return CHUNK_HEAD + recordsPerChunk(plan.recordBytes) * plan.recordBytes;
}

export function recordBytes(plan: Plan): u32 {
  let bytes = plan.keyBytes;
  for (let index: u32 = 0; index < plan.measureCount; index++) bytes += measureAt(plan, index).width;
  return bytes;
}

/** Return the maximum bytes of the chunks for `rows` entries, including every thread's unfinished chunks. */
export function chunksBytes(record: u32, bits: u32, rows: f64, threads: u32): f64 {
  const perChunk = recordsPerChunk(record);
  return (Math.ceil(rows / <f64>perChunk) + <f64>(threads << bits) + 1) * <f64>CHUNK;
}

export function partitionBytes(bits: u32): usize {
  return CHUNK + (<usize>8 << bits);
}

export function writePartitions(
  plan: Plan,
  keyBytes: u32,
  bits: u32,
  low: u32,
  span: u32,
  chunks: usize,
  chunkEnd: usize,
): void {
  plan.keyBytes = keyBytes;
  plan.recordBytes = recordBytes(plan);
  plan.partitionBits = bits;
  plan.partitionLow = low;
  plan.partitionSpan = span;
  plan.chunkNext = (chunks + CHUNK - 1) & ~(CHUNK - 1);
  plan.chunkEnd = chunkEnd;
  plan.full = 0;
}

/** True if a thread ran out of memory for chunks, slots or groups. */
export function isFull(plan: Plan): bool {
  return plan.full != 0;
}

/** Write the entries of a piece to the thread's partitions. */
export function scatterPiece(plan: Plan, thread: u32, piece: u32): void {
  const work = workOf(plan, thread);
  if (!load<u32>(work)) {
    memory.fill(restOf(work), 0, partitionBytes(plan.partitionBits));
    store<u32>(work, 1);
  }
  const end = <u32>min<u64>((<u64>piece + 1) * PIECE, plan.rows);
  for (let first = piece * PIECE; first < end && !plan.full; first += BLOCK) {
    const n = min<u32>(BLOCK, end - first);
    const count = pickEntries(plan, work, first, n);
    if (count == 0) continue;
    const positions = count < n ? positionsOf(work) : 0;
    if (plan.keyBytes == 4) scatterBlock<u32>(plan, work, first, n, positions, count);
    else scatterBlock<u64>(plan, work, first, n, positions, count);
  }
}

function scatterBlock<K>(plan: Plan, work: usize, first: u32, n: u32, positions: usize, count: u32): void {
  const keys = blockKeys<K>(plan, work, first, n, positions, count);
  const targets = targetsOf(work);
  const aside = restOf(work);
  const cursors = aside + CHUNK;
  const shift = 64 - <u64>plan.partitionBits;
  const low = plan.partitionLow;
  const span = plan.partitionSpan;
  const record = <usize>plan.recordBytes;
  const fill = chunkFill(plan);
  for (let pick: usize = 0; pick < count; pick++) {
    const row = positions ? <usize>load<u16>(positions + pick * 2) : pick;
    const key = load<K>(keys + row * sizeof<K>());
    const partition = <u32>(hashKey(<u64>key) >> shift);
    let cursor = aside;
    if (partition - low < span) {
      const slot = cursors + (<usize>partition << 3);
      cursor = <usize>load<u32>(slot);
      const used = cursor & (CHUNK - 1);
      if (used == 0 || used == fill) {
        cursor = newChunk(plan, slot, cursor);
        if (!cursor) return;
      }
      store<u32>(slot, <u32>(cursor + record));
    }
    store<K>(cursor, key);
    store<u32>(targets + (pick << 2), <u32>cursor);
  }
  let offset = sizeof<K>();
  for (let index: u32 = 0; index < plan.measureCount; index++) {
    const measure = measureAt(plan, index);
    const numbers = measure.numbers + first * measure.width;
    if (measure.width == 4) scatterNumbers<i32>(targets, offset, numbers, positions, count);
    else scatterNumbers<i64>(targets, offset, numbers, positions, count);
    offset += measure.width;
  }
}

function scatterNumbers<V>(targets: usize, offset: usize, numbers: usize, positions: usize, count: u32): void {
  for (let pick: usize = 0; pick < count; pick++) {
    const row = positions ? <usize>load<u16>(positions + pick * 2) : pick;
    const number = load<V>(numbers + row * sizeof<V>());
    store<V>(<usize>load<u32>(targets + (pick << 2)) + offset, number);
  }
}

/** Claim a chunk. @returns the pointer to its first record; 0 if all chunks are in use */
function newChunk(plan: Plan, slot: usize, cursor: usize): usize {
  const chunk = atomic.add<usize>(changetype<usize>(plan) + offsetof<Plan>("chunkNext"), CHUNK);
  if (chunk + CHUNK > plan.chunkEnd || chunk + CHUNK < chunk) {
    plan.full = 1;
    return 0;
  }
  store<u32>(chunk, cursor ? <u32>chunkOf(cursor) : 0);
  store<u32>(slot, load<u32>(slot, 4) + 1, 4);
  return chunk + CHUNK_HEAD;
}

@inline
export function chunkOf(cursor: usize): usize {
  return (cursor - 1) & ~(CHUNK - 1);
}

/** Return the end of a thread's records of a partition; 0 if it has none. */
@inline
export function cursorOf(plan: Plan, thread: u32, partition: u32): usize {
  const work = workOf(plan, thread);
  return load<u32>(work) ? <usize>load<u32>(restOf(work) + CHUNK + (<usize>partition << 3)) : 0;
}

/** Return an upper bound of the number of records in any partition of this pass: the capacity of its chunks. */
export function maxRecords(plan: Plan): u32 {
  const perChunk = recordsPerChunk(plan.recordBytes);
  let result: u32 = 0;
  for (let part: u32 = 0; part < plan.partitionSpan; part++) {
    let chunks: u32 = 0;
    for (let thread: u32 = 0; thread < plan.threads; thread++) {
      const work = workOf(plan, thread);
      if (load<u32>(work)) chunks += load<u32>(restOf(work) + CHUNK + (<usize>(plan.partitionLow + part) << 3), 4);
    }
    result = max<u32>(result, chunks * perChunk);
  }
  return result;
}

@inline
export function recordsPerChunk(record: u32): u32 {
  return (<u32>CHUNK - <u32>CHUNK_HEAD) / record;
}

@inline
export function firstRecord(chunk: usize): usize {
  return chunk + CHUNK_HEAD;
}

/** Return the end of the records in the previous chunk; 0 if there is none. */
@inline
export function endBefore(plan: Plan, chunk: usize): usize {
  const before = <usize>load<u32>(chunk);
  return before ? before + chunkFill(plan) : 0;
}
