import assert from "node:assert/strict";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { describe, it } from "node:test";
import { setUpVictim } from "./attempt.js";
import { body, raw } from "./server.js";

const victim = setUpVictim();
const CSV = "No,Name,Amount,Date\n2,b,1,2013\n";
const OK = "HTTP/1.1 200 OK\r\n";

/** Write the same text repeatedly until the client stops reading. */
async function writeOn(socket: Socket | ServerResponse, chunk: string): Promise<void> {
  while (!socket.destroyed) {
    if (!socket.write(chunk)) await Promise.race([once(socket, "drain"), once(socket, "close")]).catch(() => {});
  }
}

const endless = (head: string, chunk: string) => ({
  raw: (socket: Socket) => {
    socket.write(head);
    void writeOn(socket, chunk);
  },
});

describe("a response", () => {
  it("that never ends is refused at the limit", () =>
    victim.refuses(
      endless(`${OK}\r\nNo,Name,Amount,Date\n`, `1,${"x".repeat(60_000)},1,2012\n`),
      /larger than 4,000,000 bytes/,
    ));

  it("that never ends is refused at the limit, also in chunks", async () => {
    const listener = (_request: unknown, response: ServerResponse): void => void writeOn(response, "x".repeat(50_000));
    await victim.refuses({ listener }, /larger than 4,000,000 bytes/, { inThread: true });
  });

  it("that declares too great a length is refused at once", () =>
    victim.refuses(raw(`${OK}Content-Length: 999999999999\r\n\r\n${CSV}`), /larger than 4,000,000 bytes/));

  it("that trickles in is given up", () => {
    const listener = (_request: unknown, response: ServerResponse): void => {
      const timer = setInterval(() => response.write("x"), 5);
      response.on("close", () => clearInterval(timer));
    };
    return victim.refuses({ listener }, /only \d+ bytes were received in 0\.05 s/, { bounds: { paceMs: 50 } });
  });

  it("that stops is given up", () =>
    victim.refuses({ raw: (socket) => void socket.write(`${OK}\r\nNo,`) }, /nothing was received for 0\.05 s/, {
      bounds: { idleTimeoutMs: 50 },
    }));

  it("that does not begin is given up", () =>
    victim.refuses({ raw: () => {} }, /nothing was received for 0\.05 s/, { bounds: { idleTimeoutMs: 50 } }));

  it("of only 1xx responses is given up", () => {
    const announce = (socket: Socket): void => {
      const timer = setInterval(() => socket.write("HTTP/1.1 102 Processing\r\n\r\n"), 5);
      socket.on("close", () => clearInterval(timer));
    };
    return victim.refuses({ raw: announce }, /nothing was received for 0\.05 s/, { bounds: { idleTimeoutMs: 50 } });
  });

  it("with endless headers is refused", () =>
    victim.refuses(endless(OK, `X-More: ${"x".repeat(1000)}\r\n`), /cannot be fetched: .*[Hh]eader/));

  it("that breaks off is refused, with a length and in chunks", async () => {
    await victim.refuses(raw(`${OK}Content-Length: 1000\r\n\r\n${CSV}`), /cannot be fetched: /);
    await victim.refuses(raw(`${OK}Transfer-Encoding: chunked\r\n\r\n5\r\nNo,Na`), /cannot be fetched: /);
    await victim.refuses(raw(`${OK}Transfer-Encoding: chunked\r\n\r\nzz\r\nNo`), /cannot be fetched: /);
    await victim.refuses(raw("HTTP/1.1 2"), /cannot be fetched: /);
    await victim.refuses(raw(""), /cannot be fetched: /);
  });

  it("that is longer than its declared length is refused if that cuts a row in two", () =>
    victim.refuses(raw(`${OK}Content-Length: 24\r\n\r\n${CSV}`), /1 of 1 rows cannot be loaded|cannot be fetched/));

  it("that is not HTTP is refused", async () => {
    await victim.refuses(raw("SSH-2.0-OpenSSH_9.6\r\n"), /cannot be fetched: /);
    await victim.refuses(raw(CSV), /cannot be fetched: /);
    await victim.refuses(raw("\0".repeat(5000)), /cannot be fetched: /);
  });

  it("that has two lengths, or a length and chunks, is refused", async () => {
    await victim.refuses(raw(`${OK}Content-Length: 5\r\nContent-Length: 50\r\n\r\n${CSV}`), /cannot be fetched: /);
    const both = "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n";
    await victim.refuses(raw(`${OK}${both}\r\n5\r\nNo,Na\r\n0\r\n\r\n`), /cannot be fetched: /);
  });

  for (const status of [101, 204, 206, 304, 401, 403, 404, 410, 429, 500, 503]) {
    it(`${status} is refused with its number`, () =>
      victim.refuses(body("", {}, status), new RegExp(`answered ${status} `)));
  }

  it("in an encoding that was not requested is refused", async () => {
    for (const encoding of ["br", "deflate", "gzip, gzip", "x-compress"]) {
      await victim.refuses(body(CSV, { "content-encoding": encoding }), /which was not requested/);
    }
  });

  it("is requested without a proxy, whatever the environment says", async () => {
    const before = process.env["http_proxy"];
    process.env["http_proxy"] = "http://127.0.0.2:9/";
    try {
      victim.server.asked.length = 0;
      await victim.refuses(body("", {}, 404), /answered 404/);
      assert.equal(victim.server.asked.length, 1);
    } finally {
      if (before === undefined) delete process.env["http_proxy"];
      else process.env["http_proxy"] = before;
    }
  });
});
