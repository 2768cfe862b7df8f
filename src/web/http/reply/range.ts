import type { FileFacts } from "../../../calls/answer.js";
import type { ByteStream, Headers, HttpReply, HttpRequest } from "../message/message.js";

/** Positions of the first and the last byte of a part. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** Return the headers of a file that may be requested in parts, with its digest (RFC 9530). */
export function fileHeaders({ sha256 }: FileFacts): Headers {
  return [
    ["Accept-Ranges", "bytes"],
    ["Repr-Digest", `sha-256=:${Buffer.from(sha256, "hex").toString("base64")}:`],
  ];
}

/**
 * Read the part of a file that a request asks for. Of several parts, the whole file is sent, as RFC 9110 allows.
 * @returns `null` for the whole file
 */
export function requestedRange(
  { method, headers }: HttpRequest,
  etag: string,
  size: number,
): ByteRange | "unsatisfiable" | null {
  const condition = headers.get("if-range");
  if (method !== "GET" || (condition !== undefined && condition !== etag)) return null;
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(headers.get("range")?.trim() ?? "") ?? [];
  if (from === undefined || to === undefined || (from === "" && to === "")) return null;
  if (from === "")
    return Number(to) === 0 ? "unsatisfiable" : { first: Math.max(0, size - Number(to)), last: size - 1 };
  if (to !== "" && Number(to) < Number(from)) return null;
  if (Number(from) >= size) return "unsatisfiable";
  return { first: Number(from), last: to === "" ? size - 1 : Math.min(Number(to), size - 1) };
}

/** Return a part of a reply with a whole file. */
export function replyPart(reply: HttpReply, range: ByteRange, size: number): HttpReply {
  const headers: Headers = [...reply.headers, ["Content-Range", `bytes ${range.first}-${range.last}/${size}`]];
  const { body } = reply;
  if (body === null) return { ...reply, status: 206, headers };
  const part = Buffer.isBuffer(body) ? body.subarray(range.first, range.last + 1) : cutStream(body, range);
  return { ...reply, status: 206, headers, body: part, length: range.last - range.first + 1 };
}

/** Read a stream up to the end of a part, and leave out what is before it. */
function cutStream(stream: ByteStream, { first, last }: ByteRange): ByteStream {
  let at = 0;
  return {
    async next() {
      while (at <= last) {
        const { value } = await stream.next();
        if (!value) break;
        const begin = at;
        at += value.length;
        if (at > first) return { done: false, value: value.subarray(Math.max(0, first - begin), last + 1 - begin) };
      }
      return stream.return().then(() => ({ done: true, value: undefined }));
    },
    return: () => stream.return(),
  };
}
