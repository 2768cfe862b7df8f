import type { Random } from "../unit/engines/kernel/random.js";
import { type FuzzedRequest, makeRequest } from "./parameters.js";

const PIECES = [
  "\r\n",
  "\n",
  "\r",
  "\0",
  ":",
  " ",
  "\t",
  "HTTP/1.1",
  "HTTP/1.0",
  "HTTP/9.9",
  "\u00ff\u00fe",
  "Content-Length: 5\r\n",
  "Content-Length: -1\r\n",
  "Content-Length: 99999999999999999999\r\n",
  "Transfer-Encoding: chunked\r\n",
  "Transfer-Encoding: gzip\r\n",
  "Host: y\r\n",
  "Connection: close\r\n",
  "Connection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n",
  "Expect: 100-continue\r\n",
  "5\r\nhello\r\n",
  "ffffffffffffffff\r\n",
  "0\r\n\r\n",
  "-1\r\n",
  "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "\x16\x03\x01\x02\x00\x01\x00",
  "A: ".padEnd(20_000, "b"),
  "x".repeat(70_000),
] as const;

/** Generate bytes that are almost a request, or not one at all. */
export function makeBytes(random: Random): Buffer {
  const bytes = Buffer.from(print(makeRequest(random)), "latin1");
  let broken: Buffer<ArrayBufferLike> = bytes;
  for (let change = random.int(4); change >= 0; change--) broken = breakBytes(random, broken);
  return broken;
}

function print({ method, target, headers, body }: FuzzedRequest): string {
  const length = body === undefined ? "" : `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  const lines = Object.entries({ Host: "x", ...headers }).map(([name, text]) => `${name}: ${text}\r\n`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join("")}${length}\r\n${body ?? ""}`;
}

function breakBytes(random: Random, bytes: Buffer): Buffer {
  const at = random.int(bytes.length + 1);
  const to = Math.min(bytes.length, at + random.int(40));
  return random.pick([
    () => bytes.subarray(0, at),
    () => Buffer.concat([bytes.subarray(0, at), bytes.subarray(to)]),
    () => Buffer.concat([bytes.subarray(0, at), Buffer.from(random.pick(PIECES), "latin1"), bytes.subarray(at)]),
    () =>
      Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from([random.int(256)]),
        bytes.subarray(Math.min(bytes.length, at + 1)),
      ]),
    () => Buffer.concat([bytes, bytes]),
    () => Buffer.from(Array.from({ length: random.int(200) }, () => random.int(256))),
  ])();
}
