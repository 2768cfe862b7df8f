/** Kinds of frames. Positions in this list are the numbers on the wire, so add new kinds at the end. */
const KINDS = ["greeting", "request", "cancel", "out", "err", "progress", "exit"] as const;

export type FrameKind = (typeof KINDS)[number];

export interface Frame {
  readonly kind: FrameKind;
  readonly payload: Buffer;
}

/** Maximum bytes of a payload; longer output is split into several frames. */
export const MAX_PAYLOAD = 2 ** 20;
const HEADER = 5;

/** A frame that this program would not send. */
export class BadFrame extends Error {}

/**
 * Encode one message. Other versions of the program must be able to read its header and the greeting, to refuse it:
 *
 *   | bytes of the payload: u32, little-endian | kind: u8 | payload |
 */
export function encodeFrame(kind: FrameKind, payload: Uint8Array): Buffer {
  const header = Buffer.alloc(HEADER);
  header.writeUInt32LE(payload.length);
  header[4] = KINDS.indexOf(kind);
  return Buffer.concat([header, payload]);
}

export function encodeJson(kind: FrameKind, value: unknown): Buffer {
  return encodeFrame(kind, Buffer.from(JSON.stringify(value)));
}

/** @throws BadFrame unless the payload is a JSON object */
export function readFrameObject({ kind, payload }: Frame): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(payload.toString());
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch (cause) {
    throw new BadFrame(`A frame of kind "${kind}" does not hold JSON`, { cause });
  }
  throw new BadFrame(`A frame of kind "${kind}" does not hold a JSON object`);
}

/**
 * Read frames until the connection ends; an incomplete last frame is ignored.
 * @throws BadFrame for bytes that are not frames, or frames that are too long; errors of the connection
 */
export async function* readFrames(bytes: AsyncIterable<Buffer>): AsyncGenerator<Frame, void> {
  let rest: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    rest.push(chunk);
    length += chunk.length;
    if (length < HEADER) continue;
    let all = Buffer.concat(rest);
    for (let size = frameSize(all); all.length >= size; size = frameSize(all)) {
      yield { kind: KINDS[all[4]!]!, payload: all.subarray(HEADER, size) };
      all = all.subarray(size);
    }
    rest = [all];
    length = all.length;
  }
}

/** Return the size of the first frame in bytes, Infinity if its header is incomplete. */
function frameSize(bytes: Buffer): number {
  if (bytes.length < HEADER) return Number.POSITIVE_INFINITY;
  const payload = bytes.readUInt32LE();
  if (payload > MAX_PAYLOAD) throw new BadFrame(`A frame claims ${payload} bytes; the maximum is ${MAX_PAYLOAD}`);
  if (KINDS[bytes[4]!] === undefined) throw new BadFrame(`There is no kind of frame with number ${bytes[4]}`);
  return HEADER + payload;
}
