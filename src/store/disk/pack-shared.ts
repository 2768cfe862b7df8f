import { Packr } from "msgpackr";

const packr = new Packr({ useRecords: false });
/** Items of lists as they were packed: each state shares most of its records with the one before. */
const packedItems = new WeakMap<object, Buffer>();

/**
 * Pack a value as msgpack. The items of its lists, down to a depth, are immutable: each is packed once for all values that
 * have it.
 * @param depth number of levels of objects whose lists are packed so
 */
export function packShared(value: unknown, depth: number): Buffer {
  return Buffer.concat(packPieces(value, depth));
}

function packPieces(value: unknown, depth: number): Buffer[] {
  if (depth === 0 || typeof value !== "object" || value === null) return [packCopy(value)];
  if (Array.isArray(value)) return [writeHead(value.length, 0x90, 0xdc), ...value.map(packItem)];
  const entries = Object.entries(value);
  const pieces = entries.flatMap(([key, each]) => [packCopy(key), ...packPieces(each, depth - 1)]);
  return [writeHead(entries.length, 0x80, 0xde), ...pieces];
}

/** Pack an immutable item, once for all values that have it. */
export function packItem(item: unknown): Buffer {
  if (typeof item !== "object" || item === null) return packCopy(item);
  let packed = packedItems.get(item);
  if (!packed) packedItems.set(item, (packed = packCopy(item)));
  return packed;
}

function packCopy(value: unknown): Buffer {
  return Buffer.from(packr.pack(value));
}

/** Write the head of a list or a map. @param short of up to 15 items @param long of more, followed by 16 bits; 32 after the next code */
function writeHead(length: number, short: number, long: number): Buffer {
  if (length < 16) return Buffer.of(short | length);
  const head = Buffer.alloc(5);
  if (length >= 2 ** 16) {
    head[0] = long + 1;
    head.writeUInt32BE(length, 1);
    return head;
  }
  head[0] = long;
  head.writeUInt16BE(length, 1);
  return head.subarray(0, 3);
}
