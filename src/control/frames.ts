/** What a frame carries. The order is that of the numbers on the wire: add at the end. */
const KINDS = ["greeting", "request", "cancel", "out", "err", "progress", "exit"] as const;

export type FrameKind = (typeof KINDS)[number];

export interface Frame {
  readonly kind: FrameKind;
  readonly payload: Buffer;
}

/** Most bytes of a payload: what is longer goes in several frames. */
export const MAX_PAYLOAD = 2 ** 20;
const HEADER = 5;

/** Not what this program sends. */
export class BadFrame extends Error {}

/**
 * A piece of a conversation. Programs of other versions read it too, far enough to be refused.
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
    throw new BadFrame(`A frame of kind "${kind}" holds no JSON`, { cause });
  }
  throw new BadFrame(`A frame of kind "${kind}" holds no object`);
}

/**
 * The frames of a connection, to its end; one that is cut short is left out.
 * @throws BadFrame on anything else than frames within the bound; what the connection throws
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

/** Bytes of the first frame, infinitely many where its header is not there yet. */
function frameSize(bytes: Buffer): number {
  if (bytes.length < HEADER) return Number.POSITIVE_INFINITY;
  const payload = bytes.readUInt32LE();
  if (payload > MAX_PAYLOAD) throw new BadFrame(`A frame claims ${payload} bytes`);
  if (KINDS[bytes[4]!] === undefined) throw new BadFrame(`No frame is of kind ${bytes[4]}`);
  return HEADER + payload;
}
