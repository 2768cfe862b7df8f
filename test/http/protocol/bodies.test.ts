import assert from "node:assert/strict";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, describe, it } from "node:test";
import { request, type Response, sendRaw } from "../client.js";
import { custom, ROUTES } from "./routes.js";
import { startTestServer, type TestServer } from "../server.js";

let server: TestServer;
before(async () => {
  const upload = custom(
    "/api/2/upload",
    async ({ upload: pieces }) => {
      let bytes = 0;
      for await (const piece of pieces) {
        bytes += piece.length;
        await new Promise(setImmediate);
      }
      return { accepted: JSON.stringify({ bytes }), location: "https://example.org/run" };
    },
    { method: "POST" },
  );
  server = await startTestServer([...ROUTES, upload]);
});
after(() => server.stop());

const post = (path: string, body: string | Buffer, headers: Record<string, string> = {}): Promise<Response> =>
  request(server.url + path, { method: "POST", body, headers: { Host: "x", ...headers } });

describe("request bodies", () => {
  for (const size of [0, 1, 100_000, 1024 * 1024]) {
    it(`of ${size} bytes are read`, async () => {
      const { status, headers, text } = await post("/api/2/new", Buffer.alloc(size));
      assert.deepEqual([status, headers["location"]], [202, "http://x/cra/sources/1"]);
      assert.equal(headers["cache-control"], "private, no-store");
      assert.deepEqual(JSON.parse(text), { bytes: size });
    });
  }

  it("in chunks are read", async () => {
    const { text } = await post("/api/2/new", Buffer.alloc(100_000), { "Transfer-Encoding": "chunked" });
    assert.deepEqual(JSON.parse(text), { bytes: 100_000 });
  });

  it("beyond the limit are refused", async () => {
    const { status, text } = await post("/api/2/new", Buffer.alloc(1024 * 1024 + 1));
    assert.deepEqual(
      [status, JSON.parse(text)],
      [
        413,
        {
          errors: ["The body of the request is larger than 1048576 bytes"],
          codes: [{ code: "body_too_large", values: { bytes: "1048576" } }],
        },
      ],
    );
  });

  it("that are not read are received before a reply that closes the connection", async () => {
    const socket = connect(server.port, "127.0.0.1");
    socket.write("POST /api/2/cells HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 5\r\n\r\n");
    await request(`${server.url}/api/2/cells`);
    assert.equal(socket.bytesRead, 0);
    socket.write("12345");
    assert.match(await text(socket), /^HTTP\/1.1 405 /);
  });

  it("far beyond the limit are refused, and the connection stays open", async () => {
    const size = 5_000_000;
    const { text } = await sendRaw(
      server.port,
      Buffer.concat([
        Buffer.from(`POST /api/2/new HTTP/1.1\r\nHost: x\r\nContent-Length: ${size}\r\n\r\n`),
        Buffer.alloc(size),
        Buffer.from("GET /api/2/cells HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"),
      ]),
    );
    assert.match(text, /larger than 1048576 bytes/);
    assert.match(text, /HTTP\/1\.1 200 OK[^]*"amount":12\.5/);
  });

  it("that are not read are discarded", async () => {
    assert.equal((await post("/api/2/new?read=no", Buffer.alloc(900_000))).status, 202);
    assert.equal((await post("/api/2/cells", Buffer.alloc(900_000))).status, 405);
  });

  it("of uploads have no limit and wait for their reader", async () => {
    const { text } = await post("/api/2/upload", Buffer.alloc(30_000_000));
    assert.deepEqual(JSON.parse(text), { bytes: 30_000_000 });
  });

  it("that are incomplete do not end the server", async () => {
    await assert.rejects(
      sendRaw(server.port, "POST /api/2/new HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\nabc").then(({ status }) =>
        assert.equal(status, 0),
      ),
    );
    assert.equal((await post("/api/2/new", "abc")).status, 202);
  });
});

describe("malformed requests", () => {
  const cases: readonly [name: string, text: string, status: number][] = [
    ["HTTP/1.0", "GET / HTTP/1.0\r\nHost: x\r\n\r\n", 505],
    ["no Host", "GET / HTTP/1.1\r\n\r\n", 400],
    ["two Hosts", "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", 400],
    ["a space in the path", "GET /a b HTTP/1.1\r\nHost: x\r\n\r\n", 505],
    [
      "two lengths of a body",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
      400,
    ],
    ["a folded header", "GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n", 400],
  ];
  for (const [name, text, status] of cases) {
    it(`${name} is ${status}, and the next request is answered`, async () => {
      assert.equal((await sendRaw(server.port, text)).status, status);
      assert.equal((await request(`${server.url}/api/2/cells`)).status, 200);
    });
  }
});
