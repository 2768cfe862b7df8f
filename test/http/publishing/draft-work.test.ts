import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { accountOf } from "#src/store/accounts.js";
import { analyserHere, type AnalysisRequest } from "#src/sources/analysis/table-analyser.js";
import { type Browser, signedIn } from "../pages/browser.js";
import type { Response } from "../client.js";
import { waitUntil } from "../client.js";
import { readText } from "../pages/markup.js";
import { beginDraft, discard, fieldsIn, post, sendTable, tokenIn, whenDone } from "./draft-browser.js";
import { type FileServer, startFileServer } from "./loading-server.js";
import { zipFiles } from "../../zip-file.js";
import { type SignInServer, startSignInServer } from "../access/sign-in-server.js";

const CSV = "Payment,Date,Amount\nP1,2014-03-02,1.25\nP2,2015-03-02,1000000.5\n";

/** Analyses that wait until they are released. */
const held: { request: AnalysisRequest; go: () => void }[] = [];
let isHeld = false;

let server: SignInServer;
let files: FileServer;
let ada: Browser;
before(async () => {
  files = await startFileServer();
  server = await startSignInServer({
    analyser: {
      async analyse(request) {
        if (isHeld) {
          await new Promise<void>((go, refuse) => {
            held.push({ request, go });
            request.signal?.addEventListener("abort", () => refuse(request.signal!.reason as Error));
          });
        }
        return analyserHere.analyse(request);
      },
    },
  });
  ada = await signedIn(server, "ada");
});
after(async () => {
  await server.stop();
  await files.stop();
});

/** Begin a draft whose analysis waits. */
async function beginHeld(name = "held.csv"): Promise<[path: string, held: (typeof held)[number]]> {
  isHeld = true;
  const sent = await sendTable(server, ada, { file: [name, CSV] });
  isHeld = false;
  assert.equal(sent.status, 303, sent.text);
  return [new URL(sent.headers.location!).pathname, held.pop()!];
}

async function sendUrl(url: string): Promise<Response> {
  return sendTable(server, ada, { url });
}

async function beginUrl(url: string): Promise<[path: string, page: Response]> {
  const sent = await sendUrl(url);
  assert.equal(sent.status, 303, sent.text);
  const path = new URL(sent.headers.location!).pathname;
  return [path, await whenDone(ada, path)];
}

describe("a table during its analysis", () => {
  it("shows the progress, and then its page", async () => {
    const [path, { request, go }] = await beginHeld();
    assert.match((await ada.get(path)).text, /Analysing the file/);
    request.onProgress!({ rows: 1234, bytesRead: 1, bytesTotal: 4 });
    const page = await ada.get(path);
    assert.match(page.text, /data-poll=""/);
    assert.match(page.text, /<noscript><meta http-equiv="refresh"/);
    assert.match(page.text, /25%, 1,234 rows read/);
    assert.match((await ada.get("/datasets/new")).text, /held\.csv<\/a\s*>\s*\(being analysed\)/);
    const early = await post(server, ada, path, { token: tokenIn(page), model: "{}", do: "check" });
    assert.equal(early.status, 409, early.text);
    go();
    assert.match((await whenDone(ada, path)).text, /2 rows/);
    await discard(server, ada, path);
  });

  it("can be stopped and analysed again", async () => {
    const [path, { request }] = await beginHeld();
    const token = tokenIn(await ada.get(path));
    assert.equal((await post(server, ada, path, { token, do: "stop" })).status, 303);
    assert.ok(request.signal!.aborted);
    const stopped = await ada.get(path);
    assert.match(stopped.text, /The analysis was stopped/);
    assert.ok(!stopped.text.includes("data-poll"));
    assert.equal((await post(server, ada, path, { token, do: "read" })).status, 303);
    assert.match((await whenDone(ada, path)).text, /2 rows/);
    await discard(server, ada, path);
  });

  it("leaves nothing if it is discarded meanwhile", async () => {
    const [path, { request }] = await beginHeld();
    assert.equal((await post(server, ada, path, { token: tokenIn(await ada.get(path)), do: "discard" })).status, 303);
    assert.ok(request.signal!.aborted);
    assert.equal((await ada.get(path)).status, 404);
    assert.deepEqual(await readdir(join(server.directory, "drafts")), []);
  });
});

it("the check of a draft waits in the queue before it sums up", async () => {
  let open = (): void => {};
  const running = server.queue.run(() => new Promise<void>((resolve) => (open = resolve)));
  const [path, page] = await beginDraft(server, ada, CSV);
  assert.equal((await post(server, ada, path, { ...fieldsIn(page), do: "check" })).status, 303);
  await waitUntil(() => server.queue.waiting === 1, "the check waits");
  assert.match((await ada.get(path)).text, /data-poll=""/);
  open();
  await running;
  assert.match((await whenDone(ada, path)).text, /The file can be published/);
  await discard(server, ada, path);
});

for (const [what, sign] of [
  ["of amounts above zero", ""],
  ["of amounts below zero", "-"],
] as const) {
  it(`the preview of a draft begins with the largest ${what}`, async () => {
    const areas = ["Roads", "Parks", "Schools", "Courts", "Ports", "Farms", "Woods", "Lakes"];
    const rows = areas.map((area, at) => `${at},2024-01-0${at + 1},${area},${sign}${(at + 1) * 100}.50`);
    const [path, page] = await beginDraft(server, ada, `Id,Date,Area,Paid\n${rows.join("\n")}\n`);
    await post(server, ada, path, { ...fieldsIn(page), do: "check" });
    const { text } = await whenDone(ada, path);
    const [, preview] = /aria-labelledby="preview"([^]*?)<\/section>/.exec(text)!;
    const names = [...preview!.matchAll(/<title>([^<]*): [^<]*<\/title/g)].map(([, name]) => readText(name!));
    const shown = names.flatMap((name) => areas.find((area) => name.includes(area)) ?? []);
    assert.deepEqual(shown.slice(0, 3), ["Lakes", "Woods", "Farms"], preview);
    await discard(server, ada, path);
  });
}

/** The descriptor of a data package with one table. */
function packageOf(name: string, path: string): object {
  const fields = [
    { name: "id", type: "string" },
    { name: "amount", type: "number" },
    { name: "day", type: "date" },
  ];
  return { name, title: "Packed", resources: [{ name: "rows", path, schema: { primaryKey: "id", fields } }] };
}

describe("a table at an address", () => {
  it("is fetched once, analysed, checked and loaded, and can be loaded again from there", async () => {
    const url = files.put("/folder/Public%20works.csv?v=2", CSV);
    const [path, page] = await beginUrl(url);
    assert.match(page.text, /2 rows/);
    const fields = fieldsIn(page);
    assert.equal((await post(server, ada, path, { ...fields, do: "check" })).status, 303);
    assert.match((await whenDone(ada, path)).text, /The file can be published/);
    assert.equal((await post(server, ada, path, { ...fields, do: "load" })).status, 303);
    const name = "public-works";
    assert.equal(fields["dataset-name"], name);
    await waitUntil(() => server.catalog.get(name) !== undefined, "the dataset is there");
    assert.equal(server.catalog.get(name)!.sources[0]!.url, url);
    assert.equal(files.asked.filter((each) => each === "/folder/Public%20works.csv?v=2").length, 1);
  });

  it("can be a data package", async () => {
    files.put("/package/rows.csv", "id,amount,day\n1,2.50,2014-01-02\n2,1.00,2014-01-03\n");
    const url = files.put("/package/datapackage.json", packageOf("packed-town", "rows.csv"));
    const [path, page] = await beginUrl(url);
    assert.match(page.text, /package\/rows\.csv/);
    const fields = fieldsIn(page);
    await post(server, ada, path, { ...fields, do: "check" });
    assert.match((await whenDone(ada, path)).text, /<td class="number">3\.50<\/td>/);
    await post(server, ada, path, { ...fields, do: "load" });
    await waitUntil(() => server.catalog.get("packed-town") !== undefined, "the dataset is there");
    assert.equal(server.catalog.get("packed-town")!.engine.numEntries, 2);
  });

  it("can be named by a data package that was sent", async () => {
    const descriptor = (path: string): string => JSON.stringify(packageOf("sent-town", path));
    const rows = files.put("/rows.csv", "id,amount,day\n1,2.50,2014-01-02\n");
    const [path, page] = await beginDraft(server, ada, descriptor(rows), "datapackage.json");
    assert.ok(page.text.includes(rows));
    await post(server, ada, path, { ...fieldsIn(page), do: "check" });
    assert.match((await whenDone(ada, path)).text, /The file can be published/);
    await discard(server, ada, path);
    // A descriptor that was sent cannot name files of the server.
    for (const beside of ["rows.csv", "draft.json", "table"]) {
      const [unreadable, refused] = await beginDraft(server, ada, descriptor(beside), "datapackage.json");
      assert.match(refused.text, /only the descriptor was sent/);
      await discard(server, ada, unreadable);
    }
  });

  it("can be in the archive of a data package that was sent", async () => {
    const archive = zipFiles({
      "other.csv": "a,b\n1,2\n",
      "datapackage.json": JSON.stringify(packageOf("zipped-town", "rows.csv")),
      "rows.csv": "id,amount,day\n1,2.50,2014-01-02\n2,1.00,2014-01-03\n",
    });
    const [path, page] = await beginDraft(server, ada, archive, "town.zip");
    const fields = fieldsIn(page);
    assert.equal(fields["dataset-name"], "zipped-town", page.text.slice(0, 200));
    await post(server, ada, path, { ...fields, do: "check" });
    assert.match((await whenDone(ada, path)).text, /<td class="number">3\.50<\/td>/);
    await post(server, ada, path, { ...fields, do: "load" });
    await waitUntil(() => server.catalog.get("zipped-town") !== undefined, "the dataset is there");
    const { engine, sources } = server.catalog.get("zipped-town")!;
    assert.equal(engine.numEntries, 2);
    assert.ok(!sources[0]!.url.includes(server.directory), sources[0]!.url);
  });

  it("shows why it cannot be fetched, and can be fetched again", async () => {
    const [path, page] = await beginUrl(`${files.base}/missing.csv`);
    assert.match(page.text, /answered 404/);
    files.put("/missing.csv", CSV);
    await post(server, ada, path, { token: tokenIn(page), do: "read" });
    assert.match((await whenDone(ada, path)).text, /2 rows/);
    await discard(server, ada, path);
  });

  it("is named in the error if it is not a table", async () => {
    const [path, page] = await beginDraft(server, ada, '{"a": 1}', "a.json");
    assert.match(page.text, />&quot;a\.json&quot; is JSON/);
    await discard(server, ada, path);
  });

  it("must not be a file of the server, nor come together with a file", async () => {
    for (const url of ["file:///etc/passwd", "/etc/passwd", "ftp://a.example/"]) {
      const refused = await sendUrl(url);
      assert.equal(refused.status, 400, url);
      assert.ok(refused.text.includes(`value="${url}"`), "what was typed is there");
    }
    const both = await sendTable(server, ada, { file: ["a.csv", CSV], url: files.put("/a.csv", CSV) });
    assert.equal(both.status, 400);
    assert.match(both.text, /not both/);
    assert.equal((await sendTable(server, ada, {})).status, 400);
    assert.deepEqual(server.drafts.of(accountOf(server.catalog, "ada").id), []);
  });
});

it("an address without public access is refused at once", async () => {
  const download = { directory: join(server.directory, "strict") };
  const strict = await startSignInServer({ loads: { download } });
  try {
    const bob = await signedIn(strict, "bob");
    const refused = await sendTable(strict, bob, { url: files.put("/private.csv", CSV) });
    assert.equal(refused.status, 400);
    assert.match(refused.text, /no public address/);
    assert.deepEqual(strict.drafts.of(accountOf(strict.catalog, "bob").id), []);
  } finally {
    await strict.stop();
  }
});
