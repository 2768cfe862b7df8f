import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, before, describe, it } from "node:test";
import { readToEnd } from "../client.js";
import { ROUTES } from "./routes.js";
import { ADAPTERS, startTestServer, type TestServer } from "../server.js";

const POST = "POST /api/2/new HTTP/1.1\r\nHost: x\r\n";
const GET = "GET /api/2/cells HTTP/1.1\r\nHost: x\r\n";
const CHUNKED = `${POST}Transfer-Encoding: chunked\r\n\r\n`;
const CHUNKS = "3\r\nabc\r\n0\r\n\r\n";

/** Requests whose end is uncertain by their head. */
const HEADS: Readonly<Record<string, string>> = {
  "two different lengths": `${POST}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc`,
  "two equal lengths": `${POST}Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc`,
  "a list of lengths": `${POST}Content-Length: 3, 3\r\n\r\nabc`,
  "an empty length": `${POST}Content-Length: \r\n\r\n`,
  "a length with a sign": `${POST}Content-Length: +3\r\n\r\nabc`,
  "a negative length": `${POST}Content-Length: -3\r\n\r\nabc`,
  "a hexadecimal length": `${POST}Content-Length: 0x3\r\n\r\nabc`,
  "a length that no number holds": `${POST}Content-Length: 99999999999999999999999\r\n\r\nabc`,
  "two lengths of a GET": `${GET}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc`,
  "a space before the colon of a length": `${POST}Content-Length : 3\r\n\r\nabc`,
  "a space before the colon of an encoding": `${POST}Transfer-Encoding : chunked\r\n\r\n${CHUNKS}`,
  "a length and chunks": `${POST}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n${CHUNKS}`,
  "chunks and a length": `${POST}Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n${CHUNKS}`,
  "a length and an empty encoding": `${POST}Transfer-Encoding:\r\nContent-Length: 3\r\n\r\nabc`,
  ...Object.fromEntries(
    ["", "gzip", "identity", "xchunked", "chunked;x=1", "gzip, chunked", "chunked, gzip", "chunked, chunked"].map(
      (encoding) => [`the encoding "${encoding}"`, `${POST}Transfer-Encoding: ${encoding}\r\n\r\n${CHUNKS}`],
    ),
  ),
  "two encodings": `${POST}Transfer-Encoding: chunked\r\nTransfer-Encoding: gzip\r\n\r\n${CHUNKS}`,
  "the same encoding twice": `${POST}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n${CHUNKS}`,
  "a GET with a body in chunks": `${GET}Transfer-Encoding: chunked\r\n\r\n${CHUNKS}`,
  "a HEAD with a body in chunks": `HEAD${GET.slice(3)}Transfer-Encoding: chunked\r\n\r\n${CHUNKS}`,
  "a bare line feed after a header": "GET /api/2/cells HTTP/1.1\r\nHost: x\nA: b\r\n\r\n",
  "a bare line feed in a header": `${GET}A: b\nc\r\n\r\n`,
  "a bare line feed at the end of the head": "GET /api/2/cells HTTP/1.1\r\nHost: x\r\n\n",
  "a header of two lines": `${GET}A: b\r\n c\r\n\r\n`,
  "a null in a header": `${GET}A: b\0c\r\n\r\n`,
  "a line that is not a header": `${GET}Abc\r\n\r\n`,
};
/** Bodies whose chunks have no valid length. */
const BODIES: readonly string[] = ["-3", "0x3", "3_", "ffffffffffffffffff"];

for (const [name, listen] of ADAPTERS) {
  describe(`the end of a request, over ${name}`, () => {
    let server: TestServer;
    before(async () => {
      server = await startTestServer(ROUTES, { listen });
    });
    after(() => server.stop());

    /** Send bytes and read until the server closes. @returns all statuses */
    const send = async (text: string): Promise<readonly number[]> => {
      const socket = connect(server.port, "127.0.0.1");
      socket.write(text);
      const received = (await readToEnd(socket)).toString();
      return Array.from(received.matchAll(/^HTTP\/1\.1 (\d+)/gm), ([, status]) => Number(status));
    };

    for (const [what, request] of Object.entries(HEADS)) {
      it(`is refused with 400, and the connection closed: ${what}`, async () => {
        assert.deepEqual(await send(request), [400]);
      });

      it(`begins no other request in what follows it: ${what}`, async () => {
        const statuses = await send(`${request}${GET}Connection: close\r\n\r\n`);
        assert.ok(statuses.length === 0 || statuses[0] === 400, String(statuses));
        assert.ok(!statuses.includes(200), String(statuses));
      });
    }

    for (const size of BODIES) {
      it(`is refused with 400, and the connection closed: a chunk of the length ${size}`, async () => {
        assert.deepEqual(await send(`${CHUNKED}${size}\r\nabc\r\n0\r\n\r\n`), [400]);
      });
    }

    it("is refused with 400 or 505, and the connection closed: bare line feeds after the request line", async () => {
      for (const text of ["GET /api/2/cells HTTP/1.1\nHost: x\n\n", "GET /api/2/cells HTTP/1.1\nHost: x\r\n\r\n"]) {
        const [status, ...others] = await send(text);
        assert.ok(status === 400 || status === 505, String(status));
        assert.deepEqual(others, []);
      }
    });

    it("is followed by the end of the connection if the body came in chunks", async () => {
      assert.deepEqual(await send(`${CHUNKED}${CHUNKS}`), [202]);
      assert.deepEqual(await send(`OPTIONS${POST.slice(4)}Transfer-Encoding: chunked\r\n\r\n${CHUNKS}`), [204]);
      for (const chunks of [CHUNKS, "3\nabc\n0\n\n", "3\r\nabcXX0\r\n\r\n", "3 \r\nabc\r\n0\r\n\r\n"]) {
        const statuses = await send(`${CHUNKED}${chunks}GET /api/2/large HTTP/1.1\r\nHost: x\r\n\r\n`);
        assert.ok(statuses.length <= 1, String(statuses));
      }
    });

    it("says why it is refused", async () => {
      const socket = connect(server.port, "127.0.0.1");
      socket.write(HEADS['the encoding "gzip, chunked"']!);
      const received = (await readToEnd(socket)).toString();
      assert.match(received, /\r\nConnection: close\r\n/i);
      assert.match(
        received,
        /\{"errors":\["Transfer-Encoding must be given once, as chunked"\],"codes":\[\{"code":"wrong_transfer_encoding","values":\{\}\}\]\}$/,
      );
    });
  });
}
