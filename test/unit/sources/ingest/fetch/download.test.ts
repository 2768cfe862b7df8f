import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { knownAs, parseAddress } from "#src/sources/ingest/fetch/address.js";
import type { SourceBounds } from "#src/sources/ingest/fetch/bounds.js";
import { download } from "#src/sources/ingest/fetch/download.js";
import { ingest } from "#src/sources/ingest/load.js";
import { CollectingBuilder, isEmptyDirectory, smallModel, summary, withDirectory } from "../collect.js";

const CSV = "No,Name,Amount,Date\n1,ä,2,2012\n";

async function withServer<T>(listener: RequestListener, use: (origin: string) => Promise<T>): Promise<T> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** Load a URL; nothing may be left of the file that it is fetched into. */
async function loadUrl(listener: RequestListener, bounds: Partial<SourceBounds> = {}, address = "/data.csv") {
  return withServer(listener, (origin) =>
    withDirectory(async (directory) => {
      const builder = new CollectingBuilder(smallModel());
      try {
        const source = { kind: "url", url: origin + address } as const;
        const download = { directory, bounds, privateAddresses: true };
        const { report } = await ingest({ model: smallModel(), source, download, makeBuilder: () => builder });
        return { report, entries: [...builder.entries.values()].map(summary) };
      } finally {
        assert.ok(await isEmptyDirectory(directory));
      }
    }),
  );
}

const ENTRIES = ["1 ä 2012-01-01 2"];

describe("a URL", () => {
  it("is fetched and loaded", async () => {
    const { report, entries } = await loadUrl((_request, response) => response.end(CSV));
    assert.deepEqual(entries, ENTRIES);
    assert.equal(report.bytesTotal, Buffer.byteLength(CSV));
  });

  it("may be gzipped, by its name or its header", async () => {
    const { entries } = await loadUrl((_request, response) => {
      response.setHeader("content-encoding", "gzip");
      response.end(gzipSync(CSV));
    });
    assert.deepEqual(entries, ENTRIES);
  });

  it("is followed through five redirects, including relative ones", async () => {
    const { entries } = await loadUrl(redirecting(5));
    assert.deepEqual(entries, ENTRIES);
  });

  it("is refused after six redirects", async () => {
    await assert.rejects(loadUrl(redirecting(6)), { name: "BadSource", message: /redirects more than 5 times$/ });
  });

  it("may only redirect to http and https", async () => {
    await assert.rejects(
      loadUrl((_request, response) => {
        response.writeHead(302, { location: "file:///etc/passwd" }).end();
      }),
      { name: "BadSource", message: /only http and https URLs can$/ },
    );
  });

  it("with a status other than 200 is refused, with that status", async () => {
    await assert.rejects(
      loadUrl((_request, response) => response.writeHead(404).end("no such page")),
      { name: "BadSource", message: /\/data\.csv answered 404 Not Found$/ },
    );
  });

  it("that returns a web page is refused", async () => {
    await assert.rejects(
      loadUrl((_request, response) => response.end("<!doctype html><title>Sign in</title>")),
      { name: "BadSource", message: /is a web page, not CSV/ },
    );
  });

  it("in an encoding that was not requested is refused", async () => {
    await assert.rejects(
      loadUrl((_request, response) => response.writeHead(200, { "content-encoding": "br" }).end("x")),
      { name: "BadSource", message: /encoding "br", which was not requested$/ },
    );
  });

  it("beyond the size limit is refused, with or without a Content-Length", async () => {
    const large = CSV.repeat(1_000);
    const told: RequestListener = (_request, response) => {
      response.writeHead(200, { "content-length": Buffer.byteLength(large) }).end(large);
    };
    const untold: RequestListener = (_request, response) => {
      response.write(large.slice(0, 1_500));
      response.end(large.slice(1_500));
    };
    for (const listener of [told, untold]) {
      await assert.rejects(loadUrl(listener, { bytes: 2_000 }), {
        name: "BadSource",
        message: /is larger than 2,000 bytes/,
      });
    }
  });

  it("whose connection breaks is refused", async () => {
    await assert.rejects(
      loadUrl((_request, response) => {
        response.writeHead(200, { "content-length": 1_000 });
        response.write(CSV, () => response.destroy());
      }),
      { name: "BadSource", message: /cannot be fetched: / },
    );
  });

  it("that stops sending is given up, before and during the response", async () => {
    const listeners: RequestListener[] = [() => {}, (_request, response) => response.writeHead(200).write(CSV)];
    for (const listener of listeners) {
      await assert.rejects(loadUrl(listener, { idleTimeoutMs: 50 }), {
        name: "BadSource",
        message: /cannot be fetched: nothing was received for 0\.05 s$/,
      });
    }
  });

  it("that switches to another protocol, asked for or not, is refused", async () => {
    for (const head of ["Connection: Upgrade\r\nUpgrade: websocket\r\n", "Connection: Upgrade\r\n", ""]) {
      await assert.rejects(
        loadUrl(({ socket }) => socket.write(`HTTP/1.1 101 Switching Protocols\r\n${head}\r\n`)),
        { name: "BadSource", message: /\/data\.csv answered 101 Switching Protocols$/ },
      );
    }
  });

  it("whose connection closes without an answer is refused", async () => {
    for (const text of ["", "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 200 O"]) {
      await assert.rejects(
        loadUrl(({ socket }) => socket.end(text)),
        { name: "BadSource", message: /cannot be fetched: / },
      );
    }
  });

  it("that keeps sending, but nothing of the file, is given up", async () => {
    const zeros: RequestListener = (_request, { socket }) => {
      socket!.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
      const sending = setInterval(() => socket!.write("0"), 1);
      socket!.on("close", () => clearInterval(sending));
    };
    await assert.rejects(loadUrl(zeros, { paceMs: 50 }), {
      name: "BadSource",
      message: /cannot be fetched: only 0 bytes were received in 0\.05 s$/,
    });
  });

  it("of a host that refuses to connect is refused", () =>
    withDirectory(async (directory) => {
      const gone = await withServer(
        () => {},
        async (origin) => origin,
      );
      await assert.rejects(download(gone, { directory, privateAddresses: true }), {
        name: "BadSource",
        message: /cannot be fetched: /,
      });
    }));

  it("shows no password in a message", async () => {
    await withDirectory(async (directory) => {
      await withServer(
        (_request, response) => response.writeHead(403).end(),
        (origin) =>
          assert.rejects(
            download(origin.replace("//", "//ann:secret@"), { directory, privateAddresses: true }),
            (error) => {
              assert.match(String(error), /answered 403/);
              assert.doesNotMatch(String(error), /secret/);
              return true;
            },
          ),
      );
    });
  });

  it("is no longer fetched once the signal is aborted", () =>
    withDirectory(async (directory) => {
      const controller = new AbortController();
      const listener: RequestListener = (_request, response) =>
        response.writeHead(200).write(CSV, () => controller.abort());
      await withServer(listener, async (origin) => {
        await assert.rejects(download(origin, { directory, privateAddresses: true, signal: controller.signal }), {
          name: "AbortError",
        });
        assert.ok(await isEmptyDirectory(directory));
      });
    }));

  it("is stored readable by its owner only, until it is closed", () =>
    withDirectory((directory) =>
      withServer(
        (_request, response) => response.end(CSV),
        async (origin) => {
          const source = await download(origin, { directory, privateAddresses: true });
          assert.equal(await readFile(source.path, "utf8"), CSV);
          await source.close();
          assert.ok(await isEmptyDirectory(directory));
        },
      ),
    ));
});

describe("an address", () => {
  it("is a URL or a path", () => {
    assert.deepEqual(parseAddress("HTTP://example.org/a b"), { kind: "url", url: "http://example.org/a%20b" });
    for (const path of ["data.csv", "/tmp/a:b.csv", "C:\\data.csv", "./http:x"]) {
      assert.deepEqual(parseAddress(path), { kind: "file", path });
    }
  });

  it("has its URL without a password, or its absolute path, as public name", () => {
    assert.equal(knownAs(parseAddress("https://ann:secret@example.org/a.csv#x")), "https://example.org/a.csv#x");
    assert.equal(knownAs(parseAddress("a.csv")), path.resolve("a.csv"));
  });

  it("of another scheme is refused", () => {
    for (const text of ["ftp://example.org/x", "file:///etc/passwd", "data:text/csv,x"]) {
      assert.throws(() => parseAddress(text), { name: "BadSource", message: /only http and https/ });
    }
  });
});

function redirecting(times: number): RequestListener {
  return (request, response) => {
    const step = Number(/\d+$/.exec(request.url!)?.[0] ?? 0);
    if (step === times) response.end(CSV);
    else response.writeHead([301, 302, 303, 307, 308][step % 5]!, { location: `/step/${step + 1}` }).end();
  };
}
