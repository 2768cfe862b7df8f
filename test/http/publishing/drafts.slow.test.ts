import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { accountOf } from "#src/store/accounts.js";
import { OPERATOR } from "#src/access/actor.js";
import { ownerNames } from "#src/store/disk/owners.js";
import { request, type Response, waitUntil } from "../client.js";
import { type Browser, signedIn } from "../pages/browser.js";
import {
  beginDraft,
  check as checkAt,
  columnField,
  fieldsIn,
  post as postTo,
  sendTable,
  tokenIn,
  whenDone,
} from "./draft-browser.js";
import { type SignInServer, startSignInServer } from "../access/sign-in-server.js";

const CSV = `Payment,Date,Department,Amount\n${Array.from(
  { length: 20 },
  (_, at) => `P${at},${13 + (at % 9)}/0${1 + (at % 9)}/2014,Works ${at % 3},${at === 6 ? "n/a" : `${at}.25`}\n`,
).join("")}`;

let server: SignInServer;
before(async () => {
  server = await startSignInServer();
});
after(() => server.stop());

const send = (browser: Browser, content: string | Buffer, name = "Town 2014.csv", token?: string): Promise<Response> =>
  sendTable(server, browser, { file: [name, content], ...(token === undefined ? {} : { token }) });
const begin = (browser: Browser, content: string | Buffer, name?: string): Promise<[string, Response]> =>
  beginDraft(server, browser, content, name);
const post = (browser: Browser, path: string, fields: Record<string, string>): Promise<Response> =>
  postTo(server, browser, path, fields);
const check = (browser: Browser, path: string, fields: Record<string, string>): Promise<Response> =>
  checkAt(server, browser, path, fields);

describe("publishing with a browser", () => {
  it("turns a file into a dataset by its model and a check with errors", async () => {
    const ada = await signedIn(server, "ada");
    const [path, page] = await begin(ada, CSV);
    assert.match(page.text, /dates from 2014-01-13/);
    assert.match(page.text, /something else in 1 cell, such as n\/a/);
    const filled = fieldsIn(page);

    const checked = await check(ada, path, filled);
    assert.equal(checked.status, 200);
    assert.match(
      checked.text,
      /<th scope="row" dir="auto">Amount<\/th>[^]*?<td class="number">1<\/td>[^]*?line 8: <bdi>n\/a<\/bdi>/,
    );
    assert.match(checked.text, /<th scope="row">2014<\/th>\s*<td class="number">188\.75/);
    assert.equal(server.catalog.get("town-2014"), undefined);

    const loaded = await post(ada, path, { ...filled, do: "load", skip_invalid: "yes" });
    assert.equal(loaded.status, 303, loaded.text);
    assert.equal(new URL(loaded.headers.location!).pathname, "/town-2014/sources/1/runs/1");
    await waitUntil(() => server.catalog.get("town-2014") !== undefined, "the dataset is there");
    const dataset = server.catalog.get("town-2014")!;
    assert.deepEqual(
      [dataset.engine.numEntries, dataset.private, ownerNames(server.catalog, dataset.managers)],
      [19, false, ["ada"]],
    );
    // The draft is deleted together with its file.
    for (let gone = await ada.get(path); gone.status !== 404; gone = await ada.get(path));
  });

  it("warns in the check of rows that others replace, of names with several labels, and of names that are joined", async () => {
    const ada = await signedIn(server, "ada");
    const rows = Array.from(
      { length: 40 },
      (_, at) =>
        `P${at},2014-01-01,${at % 4},Office ${at % 4},${at % 2 === 0 ? "\u00e9" : "e\u0301"} ${(at % 4) >> 1},1.25`,
    );
    const [path, page] = await begin(ada, `Payment,Date,Code,Office,Place,Amount\n${rows.join("\n")}\n`, "Labels.csv");
    const [key, other] = ["P1", "P2"].map((id) => rows.findIndex((row) => row.startsWith(`${id},`)));
    rows[key!] = "P0,2014-01-01,1,Bureau 1,x,2.50";
    rows[other!] = "P3,2014-01-01,2,Office 2,x,4.00";
    const changed = `Payment,Date,Code,Office,Place,Amount\n${rows.join("\n")}\n`;
    const sent = await send(ada, changed, "Labels.csv", tokenIn(page));
    const next = new URL(sent.headers.location!).pathname;
    const draft = await whenDone(ada, next);
    const fields = { ...fieldsIn(page), token: tokenIn(draft) };
    const checked = await check(ada, next, fields);
    assert.match(checked.text, /40 rows read, 38 entries: 2 rows were replaced by a later row with the same key/);
    assert.match(checked.text, /: 19 rows have names in another Unicode form \(not NFC\)/);
    assert.match(checked.text, /1 name of &quot;code&quot; has several labels|1 name of "code" has several labels/);
    await post(ada, path, { ...fieldsIn(page), do: "drop" });
  });

  it("keeps a file that could not be loaded, and publishes privately", async () => {
    const ada = await signedIn(server, "ada");
    const [path, page] = await begin(ada, CSV, "Secret.csv");
    const fields = { ...fieldsIn(page), do: "load", private: "yes" };
    const run = await post(ada, path, fields);
    assert.equal(run.status, 303);
    let shown = await ada.get(new URL(run.headers.location!).pathname);
    while (/data-poll/.test(shown.text)) shown = await ada.get(new URL(run.headers.location!).pathname);
    assert.match(shown.text, /Nothing was loaded: 1 error\./);
    assert.ok(shown.text.includes(`href="${path}"`), "the run leads back to its draft");
    const admin = await signedIn(server, "root");
    const seen = await admin.get(new URL(run.headers.location!).pathname);
    assert.match(seen.text, /Nothing was loaded/);
    assert.ok(!seen.text.includes(path), "the draft is its owner's alone");
    const kept = await whenDone(ada, path);
    assert.match(kept.text, /could not be loaded/);
    assert.ok(kept.text.includes(new URL(run.headers.location!).pathname), "it leads to its run");
    assert.match(kept.text, /name="private" value="yes" checked/);
    const again = await post(ada, path, { ...fields, skip_invalid: "yes" });
    assert.equal(again.status, 303);
    await waitUntil(() => server.catalog.get("secret") !== undefined, "the dataset is there");
    assert.equal(server.catalog.get("secret")!.private, true);
  });

  it("shows every error of a model written as JSON, and keeps the text", async () => {
    const bob = await signedIn(server, "bob");
    const [path, page] = await begin(bob, CSV);
    assert.equal((await post(bob, path, { ...fieldsIn(page), do: "json" })).status, 303);
    const asJson = fieldsIn(await bob.get(path));
    assert.equal(asJson.as, "json");
    const model = '{"dataset": {"name": "login"}, "mapping": {"amount": {"column": "<b>"}}}';
    const refused = await post(bob, path, { ...asJson, model, do: "load" });
    assert.equal(refused.status, 400);
    for (const error of ["reserved", "dataset.label", "mapping.time", "no field is part of the key"]) {
      assert.ok(refused.text.includes(error), error);
    }
    assert.ok(refused.text.includes("&lt;b&gt;") && !refused.text.includes("<b>"));
    const broken = await post(bob, path, { ...asJson, model: "{", do: "form" });
    assert.equal(broken.status, 400);
    assert.equal(fieldsIn(broken).model, "{");
    assert.equal(fieldsIn(await bob.get(path)).model, "{");
    const taken = asJson.model!.replace("town-2014", "plans");
    assert.equal((await post(bob, path, { ...asJson, model: taken, do: "load" })).status, 403);
    // As a form again.
    assert.equal((await post(bob, path, { ...asJson, model: taken, do: "form" })).status, 303);
    assert.equal(fieldsIn(await bob.get(path))["dataset-name"], "plans");
    assert.equal((await post(bob, path, { ...fieldsIn(page), do: "discard" })).status, 303);
    assert.equal((await bob.get(path)).status, 404);
  });

  it("edits a model as a form, keeps everything typed, and shows errors beside the fields", async () => {
    const bob = await signedIn(server, "bob");
    const [path, page] = await begin(bob, CSV);
    const fields = fieldsIn(page);
    const of = (column: string, key: string): string => columnField(fields, column, key);
    const typed: Record<string, string> = {
      ...fields,
      [of("Department", "role")]: "amount",
      [of("Payment", "label")]: '<i>"Typed"',
      "dataset-description": "Two\r\nlines",
      private: "yes",
    };
    const refused = await post(bob, path, { ...typed, do: "check" });
    assert.equal(refused.status, 400);
    assert.match(refused.text, /Correct the marked fields/);
    assert.match(refused.text, /id="c2-role"[^>]*aria-invalid="true"\s+aria-describedby="c2-errors"/);
    assert.match(refused.text, /id="c2-errors"[^]*?Another column is the amount/);
    const kept: Record<string, string> = { ...typed, "dataset-description": "Two\nlines" };
    for (const shown of [refused, await bob.get(path)]) assert.deepEqual(fieldsIn(shown), kept);
    // Now the form makes a model, but one with errors.
    const mistyped = { ...typed, [of("Department", "role")]: "dimension", [of("Department", "name")]: "search" };
    const wrong = await post(bob, path, { ...mistyped, "dataset-currency": "EURO", do: "check" });
    assert.equal(wrong.status, 400);
    assert.match(wrong.text, /id="dataset-currency-errors"[^>]*>[^<]*EURO/);
    assert.match(wrong.text, /id="c2-errors"[^]*?reserved/);
    const right = {
      ...mistyped,
      [of("Department", "name")]: "dept",
      [of("Department", "key")]: "yes",
      "dataset-currency": "EUR",
    };
    const checked = await check(bob, path, right);
    assert.equal(checked.status, 200);
    assert.match(checked.text, /€188\.75/);
    assert.match(checked.text, /line 8: <bdi>n\/a<\/bdi>/);
    const model = JSON.parse(server.drafts.find(path.split("/").at(-1)!, OPERATOR).model);
    assert.deepEqual(model.mapping.dept, {
      type: "attribute",
      label: "Department",
      column: "Department",
      datatype: "string",
      key: true,
      facet: true,
    });
    assert.equal(model.dataset.description, "Two\nlines");
    assert.equal(model.mapping.payment.label, '<i>"Typed"');
    await post(bob, path, { ...fields, do: "discard" });
  });

  it("refuses a form that is too large, and keeps the last version", async () => {
    const bob = await signedIn(server, "bob");
    const [path, page] = await begin(bob, CSV);
    const fields = fieldsIn(page);
    // The limit is higher than for other calls.
    const large = { ...fields, "dataset-description": "é".repeat(2 ** 20) };
    assert.equal((await post(bob, path, { ...large, do: "json" })).status, 303);
    await post(bob, path, { ...fieldsIn(await bob.get(path)), do: "form" });
    const refused = await post(bob, path, { ...fields, "dataset-description": "x".repeat(33 * 2 ** 20), do: "check" });
    assert.equal(refused.status, 413);
    assert.match(refused.text, /go back in your browser/);
    assert.equal(fieldsIn(refused)["dataset-description"]!.length, 2 ** 20);
    await post(bob, path, { ...fields, do: "discard" });
  });

  it("needs a sign-in, and shows drafts only to their owner and to administrators", async () => {
    assert.equal((await request(`${server.url}/datasets/new`, { headers: { Accept: "text/html" } })).status, 401);
    const ada = await signedIn(server, "ada");
    const [path, page] = await begin(ada, CSV);
    const bob = await signedIn(server, "bob");
    assert.equal((await bob.get(path)).status, 404);
    assert.equal((await post(bob, path, { ...fieldsIn(page), do: "discard" })).status, 404);
    assert.equal((await post(ada, path, { ...fieldsIn(page), token: "x", do: "discard" })).status, 403);
    assert.equal((await send(ada, CSV, "x.csv", "x")).status, 403);
    assert.equal((await (await signedIn(server, "root")).get(path)).status, 200);
    assert.equal((await post(ada, path, { ...fieldsIn(page), do: "discard" })).status, 303);
  });

  it("names the setting that allows it on this machine, where it is refused without HTTPS", async () => {
    const strict = await startSignInServer({ loads: { allowHttp: false } });
    try {
      const { status, text } = await (await signedIn(strict, "ada")).get("/datasets/new");
      assert.equal(status, 403);
      assert.match(text, /on this machine, serve with <span class="option">--allow-http-loading<\/span>/);
    } finally {
      await strict.stop();
    }
  });

  it("reports the errors of any file, and keeps nothing of an unreadable one", async () => {
    const root = await signedIn(server, "root");
    for (const content of [
      "",
      "\n\n",
      Buffer.from("504b030414000000", "hex"),
      "<!doctype html><p>no</p>",
      '{"a": 1}',
    ]) {
      const refused = await send(root, content);
      const isRead = refused.status === 303;
      const shown = isRead ? await whenDone(root, new URL(refused.headers.location!).pathname) : refused;
      assert.equal(shown.status, isRead ? 200 : 400, shown.text);
      assert.match(shown.text, /class="error"/);
      assert.ok(!shown.text.includes("<textarea"), "nothing can be done with it");
    }
    // An unreadable file is replaced by the next one.
    assert.equal(server.drafts.of(accountOf(server.catalog, "root").id).length, 1);
    const hostile = [
      "one\n1\n",
      "a,a,a\n1,2,3\n",
      '"<script>alert(1)</script>","\u202eb"\n"</textarea><b>","\u0000"\n',
      `${"c,".repeat(9999)}c\n${"1,".repeat(9999)}1\n`,
      Buffer.from(Array.from({ length: 4000 }, (_, at) => (at * 7919) % 251)),
    ];
    for (const content of hostile) {
      const [path, page] = await begin(root, content, "odd.csv");
      assert.equal(page.status, 200);
      assert.ok(!page.text.includes("<script>alert") && !page.text.includes("</textarea><b>"));
      if (page.text.includes("<textarea")) {
        const checked = await check(root, path, fieldsIn(page));
        assert.ok([200, 400].includes(checked.status), checked.text);
      }
      assert.equal((await post(root, path, { token: tokenIn(page), do: "discard" })).status, 303);
    }
  });

  it("limits the number of files of each user", async () => {
    const root = await signedIn(server, "root");
    const paths = [];
    for (let at = 0; at < 5; at++) paths.push((await begin(root, CSV, `${at}.csv`))[0]);
    assert.equal((await send(root, CSV)).status, 409);
    assert.match((await root.get("/datasets/new")).text, /4\.csv/);
    for (const path of paths) {
      assert.equal((await post(root, path, { ...fieldsIn(await root.get(path)), do: "discard" })).status, 303);
    }
  });
});
