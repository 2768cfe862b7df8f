import { groupCounts, groupKeys, groupSums } from "./groups";
import { chunkOf, cursorOf, endBefore, firstRecord, hashKey, recordsPerChunk } from "./partition";
import { measureAt, Plan } from "./plan";
import { WORK_BYTES } from "./work";

/**
 * Hash table of one partition, with open addressing. It is doubled when it is half full; each size has its own place.
 *
 *   tables of a thread ─► | 2^FIRST_BITS slots | 2^(FIRST_BITS + 1) slots | … 2^slotBits slots |
 *   slot ─► | key K | count K, 0: empty | sum of measure 0 i64 | … |
 */
const FIRST_BITS: u32 = 6;
/** Maximum number of records in a chunk: those of 4 bytes. */
const MAX_RECORDS: u32 = 1024;

@inline
function slotBytesOf<K>(plan: Plan): usize {
  return sizeof<K>() * 2 + (<usize>plan.measureCount << 3);
}

@inline
function tableAt(tables: usize, bits: u32, slotBytes: usize): usize {
  return tables + ((<usize>1 << bits) - (<usize>1 << FIRST_BITS)) * slotBytes;
}

/** Return the size, as a power of two, of a table that holds `groups` groups and the records of one more chunk. */
export function slotBitsFor(groups: u32): u32 {
  return 33 - clz<u32>(groups + MAX_RECORDS);
}

/** Return the bytes of one thread's tables, as f64, because they may exceed a memory's size. */
export function tablesBytes(keyBytes: u32, measures: u32, slotBits: u32): f64 {
  const slot = <f64>(keyBytes * 2 + measures * 8);
  return <f64>WORK_BYTES + slot * <f64>((<u64>2 << slotBits) - (<u64>1 << FIRST_BITS));
}

export function writeTables(plan: Plan, tables: usize, tableBytes: usize, slotBits: u32): void {
  plan.tables = tables;
  plan.tableBytes = tableBytes;
  plan.slotBits = slotBits;
  for (let thread: u32 = 0; thread < plan.threads; thread++) store<u32>(tables + <usize>thread * tableBytes, 0);
}

/** Group the entries of partition `low + piece`, and append its groups to all groups. */
export function groupPartition(plan: Plan, thread: u32, piece: u32): void {
  if (plan.full) return;
  if (plan.keyBytes == 4) groupRecords<u32>(plan, thread, plan.partitionLow + piece);
  else groupRecords<u64>(plan, thread, plan.partitionLow + piece);
}

function groupRecords<K>(plan: Plan, thread: u32, partition: u32): void {
  const work = plan.tables + <usize>thread * plan.tableBytes;
  const tables = work + WORK_BYTES;
  const slotBytes = slotBytesOf<K>(plan);
  // Partitions have about the same size: begin with the size that the last one needed.
  let bits = max<u32>(load<u32>(work), FIRST_BITS);
  let table = tableAt(tables, bits, slotBytes);
  memory.fill(table, 0, slotBytes << bits);
  let groups: u32 = 0;
  for (let writer: u32 = 0; writer < plan.threads; writer++) {
    let end = cursorOf(plan, writer, partition);
    while (end) {
      const chunk = chunkOf(end);
      // Make sure that a whole chunk of new groups fits.
      while ((groups + recordsPerChunk(plan.recordBytes)) << 1 > <u32>1 << bits) {
        if (bits == plan.slotBits) {
          plan.full = 1;
          return;
        }
        growTable<K>(tables, slotBytes, bits, plan.partitionBits);
        bits++;
        table = tableAt(tables, bits, slotBytes);
      }
      groups += groupChunk<K>(plan, table, bits, firstRecord(chunk), end);
      end = endBefore(plan, chunk);
    }
  }
  store<u32>(work, bits);
  appendGroups<K>(plan, table, slotBytes, bits, groups);
}

/** Add a chunk's records to the table. @returns the number of new groups */
function groupChunk<K>(plan: Plan, table: usize, bits: u32, record: usize, end: usize): u32 {
  if (plan.measureCount != 1) return groupSeveral<K>(plan, table, bits, record, end);
  if (measureAt(plan, 0).width == 4) return groupOne<K, i32>(plan, table, bits, record, end);
  return groupOne<K, i64>(plan, table, bits, record, end);
}

function groupOne<K, V>(plan: Plan, table: usize, bits: u32, first: usize, end: usize): u32 {
  const partitionBits = plan.partitionBits;
  const slotBytes = sizeof<K>() * 2 + 8;
  let groups: u32 = 0;
  for (let record = first; record < end; record += sizeof<K>() + sizeof<V>()) {
    const key = load<K>(record);
    const slot = findSlot<K>(table, slotBytes, bits, partitionBits, key);
    const count = load<K>(slot, sizeof<K>());
    groups += count ? 0 : 1;
    store<K>(slot, key);
    store<K>(slot, count + 1, sizeof<K>());
    const sum = slot + sizeof<K>() * 2;
    store<i64>(sum, load<i64>(sum) + <i64>load<V>(record + sizeof<K>()));
  }
  return groups;
}

function groupSeveral<K>(plan: Plan, table: usize, bits: u32, first: usize, end: usize): u32 {
  const partitionBits = plan.partitionBits;
  const slotBytes = slotBytesOf<K>(plan);
  let groups: u32 = 0;
  for (let record = first; record < end; record += plan.recordBytes) {
    const key = load<K>(record);
    const slot = findSlot<K>(table, slotBytes, bits, partitionBits, key);
    const count = load<K>(slot, sizeof<K>());
    groups += count ? 0 : 1;
    store<K>(slot, key);
    store<K>(slot, count + 1, sizeof<K>());
    addNumbers<K>(plan, slot + sizeof<K>() * 2, record + sizeof<K>());
  }
  return groups;
}

@inline
function findSlot<K>(table: usize, slotBytes: usize, bits: u32, partitionBits: u32, key: K): usize {
  const mask = (<usize>1 << bits) - 1;
  let place = <usize>((hashKey(<u64>key) << <u64>partitionBits) >> <u64>(64 - bits));
  let slot = table + place * slotBytes;
  // One branch for both results of the search: an empty slot, or the key's own.
  while (!(u32(load<K>(slot, sizeof<K>()) == 0) | u32(load<K>(slot) == key))) {
    place = (place + 1) & mask;
    slot = table + place * slotBytes;
  }
  return slot;
}

@inline
function addNumbers<K>(plan: Plan, sums: usize, numbers: usize): void {
  for (let index: u32 = 0; index < plan.measureCount; index++) {
    const sum = sums + (<usize>index << 3);
    if (measureAt(plan, index).width == 4) {
      store<i64>(sum, load<i64>(sum) + <i64>load<i32>(numbers));
      numbers += 4;
    } else {
      store<i64>(sum, load<i64>(sum) + load<i64>(numbers));
      numbers += 8;
    }
  }
}

function growTable<K>(tables: usize, slotBytes: usize, bits: u32, partitionBits: u32): void {
  const from = tableAt(tables, bits, slotBytes);
  const to = tableAt(tables, bits + 1, slotBytes);
  memory.fill(to, 0, slotBytes << (bits + 1));
  for (let place: usize = 0; place < <usize>1 << bits; place++) {
    const slot = from + place * slotBytes;
    if (!load<K>(slot, sizeof<K>())) continue;
    memory.copy(findSlot<K>(to, slotBytes, bits + 1, partitionBits, load<K>(slot)), slot, slotBytes);
  }
}

function appendGroups<K>(plan: Plan, table: usize, slotBytes: usize, bits: u32, groups: u32): void {
  const first = atomic.add<u32>(changetype<usize>(plan) + offsetof<Plan>("groupCount"), groups);
  if (first > plan.groupLimit || groups > plan.groupLimit - first) {
    plan.full = 1;
    return;
  }
  let key = groupKeys(plan) + (<usize>first << 3);
  let count = groupCounts(plan) + (<usize>first << 3);
  const column = groupSums(plan, 1) - groupSums(plan, 0);
  for (let slot = table; slot < table + (slotBytes << bits); slot += slotBytes) {
    const entries = load<K>(slot, sizeof<K>());
    if (!entries) continue;
    store<u64>(key, <u64>load<K>(slot));
    store<i64>(count, <i64>entries);
    let sum = count;
    for (let from = slot + sizeof<K>() * 2; from < slot + slotBytes; from += 8) {
      sum += column;
      store<i64>(sum, load<i64>(from));
    }
    key += 8;
    count += 8;
  }
}
