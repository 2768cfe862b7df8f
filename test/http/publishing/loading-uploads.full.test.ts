import assert from "node:assert/strict";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { request as requestHttp, type IncomingMessage } from "node:http";
import { after, before, describe, it } from "node:test";
import { text } from "node:stream/consumers";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { makeCollector } from "#src/engines/kernel/memory/collect-garbage.js";
import { SPENDING } from "../../fixtures.js";
import { HEADER, newDataset, rows } from "./loading-rows.js";
import { type Body, type LoadingServer, startLoading } from "./loading-server.js";

const MOST = 64 * 2 ** 20;

let server: LoadingServer;
before(async () => {
  server = await startLoading({ loads: () => ({ maxUploadBytes: MOST }) });
});
after(() => server.stop());

const BOUNDARY = "----boundary";
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

interface Part {
  readonly name: string;
  readonly filename?: string;
  readonly content: string | Buffer;
}

function formOf(parts: readonly Part[], end = `--${BOUNDARY}--\r\n`): Buffer {
  const pieces = parts.flatMap(({ name, filename, content }) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`),
    Buffer.from(filename === undefined ? "" : `; filename="${filename}"\r\nContent-Type: text/csv`),
    Buffer.from("\r\n\r\n"),
    Buffer.from(content),
    Buffer.from("\r\n"),
  ]);
  return Buffer.concat([...pieces, Buffer.from(end)]);
}

function send(body: Buffer | string, type = TYPE, query = ""): Promise<Body> {
  return server.ask("ada", "POST", `/api/2/new${query}`, { headers: { "Content-Type": type }, body });
}

function modelNamed(name: string): Part {
  const model = { ...SPENDING, dataset: { ...SPENDING.dataset, name } };
  return { name: "metadata", filename: "model.json", content: JSON.stringify(model) };
}

const WAIT: Part = { name: "wait", content: "true" };

/** Files that were sent and are still there. */
async function leftFiles(): Promise<readonly string[]> {
  return readdir(`${server.directory}/downloads`).catch(() => []);
}

describe("a form with files", () => {
  it("loads them, under their names, and again as the same source", async () => {
    const csv = { name: "csv_file", filename: "Ausgaben 2012 ä.csv", content: rows(["1", "a"], ["2", "b"]) };
    const { status, json } = await send(formOf([modelNamed("sent"), csv, WAIT]));
    assert.equal(status, 200, JSON.stringify(json));
    assert.equal(json.source.url, "upload:Ausgaben%202012%20%C3%A4.csv");
    assert.deepEqual([json.run.rows_read, json.run.totals.amount, json.source.id], [2, "3", 1]);
    const again = await send(formOf([modelNamed("sent"), { ...csv, content: rows(["5", "a"]) }, WAIT]));
    assert.deepEqual([again.json.run.totals.amount, again.json.run.num_entries, again.json.source.id], ["5", 1, 1]);
    assert.deepEqual(await leftFiles(), []);
  });

  it("may come with URLs, and with parameters in the URL", async () => {
    const { name, csv_file } = newDataset(server);
    const { status, json } = await send(
      formOf([modelNamed(name), { name: "csv_file", content: csv_file }]),
      TYPE,
      "?wait=true&private=true",
    );
    assert.deepEqual([status, json.private, json.source.url], [200, true, csv_file]);
  });

  it("keeps no path of the client's file name, in any notation", async () => {
    const filename = "..\\..\\secret\\..\\etc\\rows.csv";
    const csv = { name: "csv_file", filename, content: rows(["1", "a"]) };
    const { json } = await send(formOf([modelNamed("pathless"), csv, WAIT]));
    assert.equal(json.source.url, "upload:rows.csv");
  });

  it("names the file in errors", async () => {
    const csv = { name: "csv_file", filename: "wrong.csv", content: "PK\u0003\u0004" };
    const { status, json } = await send(formOf([modelNamed("wrong"), csv, WAIT]));
    assert.equal(status, 400);
    assert.match(json.errors[0], /^"wrong\.csv" is a damaged archive or spreadsheet \(.+\); fetch or save it again$/);
    const broken = { name: "metadata", filename: "broken.json", content: "{" };
    const refused = await send(formOf([broken, { ...csv, content: rows(["1", "a"]) }]));
    assert.deepEqual([refused.status, /not JSON/.test(refused.json.errors[0])], [400, true]);
    assert.deepEqual(await leftFiles(), []);
  });

  const csv = { name: "csv_file", filename: "a.csv", content: rows(["1", "a"]) };
  const broken: readonly [name: string, body: Buffer | string, type: string, status: number, error: RegExp][] = [
    ["that ends early", formOf([modelNamed("x"), csv], ""), TYPE, 400, /cannot be read as multipart\/form-data/],
    ["that is cut short in a file", formOf([csv]).subarray(0, 200), TYPE, 400, /cannot be read as multipart/],
    ["without a boundary", formOf([csv]), "multipart/form-data", 400, /cannot be read as multipart.*[Bb]oundary/],
    ["with another boundary", formOf([csv]), "multipart/form-data; boundary=other", 400, /cannot be read as multipart/],
    ["of nothing", formOf([]), TYPE, 400, /Missing parameters|cannot be read/],
    [
      "with a field that is too large",
      formOf([{ name: "x", content: "y".repeat(2 ** 20 + 1) }]),
      TYPE,
      413,
      /larger than/,
    ],
    [
      "with too many fields",
      formOf(Array.from({ length: 200 }, (_, at) => ({ name: `x${at}`, content: "" }))),
      TYPE,
      413,
      /more than 100/,
    ],
    [
      "whose model is too large",
      formOf([{ ...modelNamed("x"), content: " ".repeat(11 * 2 ** 20) }]),
      TYPE,
      413,
      /metadata is larger/,
    ],
    ["that is JSON", '{"csv_file":"x"}', "application/json", 400, /of the type "application\/json"/],
    [
      "that is not UTF-8",
      Buffer.from("csv_file=\xff", "latin1"),
      "application/x-www-form-urlencoded",
      400,
      /not percent-encoded UTF-8/,
    ],
    [
      "that is too large",
      `x=${"y".repeat(2 ** 20)}`,
      "application/x-www-form-urlencoded",
      413,
      /larger than 1048576 bytes/,
    ],
  ];
  for (const [name, body, type, status, error] of broken) {
    it(`${name} is refused and leaves no file`, async () => {
      const response = await send(body, type);
      assert.equal(response.status, status, response.text);
      assert.match(response.json.errors.join("\n"), error);
      assert.deepEqual(await leftFiles(), []);
    });
  }

  it("is not read without a key", async () => {
    const body = formOf([modelNamed("keyless"), csv]);
    const { status } = await server.ask(null, "POST", "/api/2/new", { headers: { "Content-Type": TYPE }, body });
    assert.equal(status, 401);
    assert.deepEqual(await leftFiles(), []);
  });

  it("discards files of unknown fields", async () => {
    const other = { name: "other", filename: "x", content: "y".repeat(3 * 2 ** 20) };
    const { status } = await send(formOf([other, modelNamed("others"), csv, WAIT]));
    assert.equal(status, 200);
  });

  it("is cancelled when its client disconnects, and leaves no file", async () => {
    const sent = requestHttp(`${server.url}/api/2/new`, {
      method: "POST",
      headers: { Authorization: "ApiKey ada", "Content-Type": TYPE, "Transfer-Encoding": "chunked" },
    });
    sent.on("error", () => {});
    sent.write(formOf([{ ...csv, content: rows(["1", "a"]).repeat(1000) }], "").subarray(0, -2));
    while ((await leftFiles()).length === 0) await new Promise(setImmediate);
    sent.destroy();
    while ((await leftFiles()).length > 0) await new Promise(setImmediate);
  });

  it("that does not fit into memory is streamed to disk", async () => {
    const row = `1,,2009,,a,${"North".repeat(200)},,1,Police,,\n`;
    const count = Math.floor((MOST - 2 ** 20) / row.length);
    const head = formOf([modelNamed("large"), WAIT], "");
    const opening = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="csv_file"; filename="l.csv"\r\n\r\n`;
    function* body(rowsSent: number): Generator<Buffer> {
      yield Buffer.concat([head, Buffer.from(opening + HEADER)]);
      const piece = Buffer.from(row.repeat(64));
      for (let sent = 0; sent < rowsSent; sent += 64) yield piece;
      yield Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
    }
    const collect = makeCollector();
    let most = 0;
    collect();
    const before = process.memoryUsage().arrayBuffers;
    const stream = async (rowsSent: number): Promise<{ readonly status: number; readonly body: string }> => {
      const sent = requestHttp(`${server.url}/api/2/new`, {
        method: "POST",
        headers: { Authorization: "ApiKey ada", "Content-Type": TYPE, "Transfer-Encoding": "chunked" },
      });
      const answered = new Promise<IncomingMessage>((resolve, reject) => {
        sent.once("response", resolve);
        sent.once("error", reject);
      });
      const watched = function* (): Generator<Buffer> {
        let pieces = 0;
        for (const piece of body(rowsSent)) {
          if (pieces++ % 64 === 0) {
            // Memory that is not referenced does not count.
            collect();
            most = Math.max(most, process.memoryUsage().arrayBuffers - before);
          }
          yield piece;
        }
      };
      await pipeline(Readable.from(watched()), sent).catch(() => {});
      const response = await answered;
      return { status: response.statusCode!, body: await text(response) };
    };
    const { status, body: answer } = await stream(count);
    assert.equal(status, 200, answer);
    assert.equal(JSON.parse(answer).run.rows_read, Math.ceil(count / 64) * 64);
    assert.ok(most < MOST / 2, `${most} bytes were held at once`);
    const refused = await stream(count + 4 * 2048);
    assert.deepEqual(
      [refused.status, JSON.parse(refused.body).errors],
      [413, [`The file csv_file is larger than ${MOST.toLocaleString("en")} bytes`]],
    );
    assert.deepEqual(await leftFiles(), []);
  });

  it("is refused if the disk cannot be written to, and loses nothing", async () => {
    const broken = await startLoading({ loads: () => ({ download: { directory: `${server.directory}/file/x` } }) });
    try {
      await mkdir(server.directory, { recursive: true });
      await writeFile(`${server.directory}/file`, "");
      const { status } = await broken.ask("ada", "POST", "/api/2/new", {
        headers: { "Content-Type": TYPE },
        body: formOf([modelNamed("nowhere"), csv]),
      });
      assert.equal(status, 503);
    } finally {
      await broken.stop();
    }
  });
});
