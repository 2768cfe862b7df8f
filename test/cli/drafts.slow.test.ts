import assert from "node:assert/strict";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { it } from "node:test";
import { text } from "node:stream/consumers";
import { signedIn } from "../http/pages/browser.js";
import { beginDraft, check, discard, fieldsIn, post, sendTable, whenDone } from "../http/publishing/draft-browser.js";
import { PASSWORD } from "../http/access/sign-in-server.js";
import { inDirectory, start, startServing } from "./run.js";

/** A table that takes some seconds to be looked through. */
function wideTable(): string {
  const cells = Array.from({ length: 400 }, (_, at) => `${at}.5`).join(",");
  const header = Array.from({ length: 400 }, (_, at) => `c${at}`).join(",");
  return `${header}\n${`${cells}\n`.repeat(8000)}`;
}

it("drafts survive a restart, and an analysis that was interrupted begins again, once", () =>
  inDirectory(async (data) => {
    const adding = start(["user", "add", "ada", "--password-stdin", "--data", data]);
    adding.stdin!.end(`${PASSWORD}\n`);
    await Promise.all([text(adding.stdout!), once(adding, "close")]);
    const serving = ["--data", data, "--allow-http-loading"];
    const first = await startServing(serving);
    let ada = await signedIn(first, "ada");
    const [path, page] = await beginDraft(first, ada, "Payment,Date,Amount\nP1,2014-03-02,1.25\nP2,2015-03-02,2\n");
    assert.match(page.text, /2 rows/);
    const sent = await sendTable(first, ada, { file: ["wide.csv", wideTable()] });
    const wide = new URL(sent.headers.location!).pathname;
    assert.match((await ada.get(wide)).text, /Analysing the file/);
    first.child.kill("SIGKILL");
    await once(first.child, "exit");

    const second = await startServing(serving);
    ada = await signedIn(second, "ada");
    assert.match((await ada.get(wide)).text, /Analysing the file/);
    // The server is asked to end meanwhile: it does not wait.
    assert.equal(await second.stop(), 0);

    const third = await startServing(serving);
    ada = await signedIn(third, "ada");
    const cut = await ada.get(wide);
    assert.match(cut.text, /The server was stopped before the file was analysed/);
    assert.ok(!cut.text.includes("data-poll"));
    await discard(third, ada, wide);
    const waiting = await whenDone(ada, path);
    const fields = fieldsIn(waiting);
    const checked = await check(third, ada, path, fields);
    assert.match(checked.text, /The file can be published/);
    const loading = await post(third, ada, path, { ...fields, do: "load" });
    assert.equal(loading.status, 303, loading.text);
    for (let run = ""; !run.includes("Published:");)
      run = (await ada.get(new URL(loading.headers.location!).pathname)).text;
    for (let gone = await ada.get(path); gone.status !== 404; gone = await ada.get(path));
    assert.equal(await third.stop(), 0);
    assert.deepEqual(await readdir(join(data, "drafts")), []);
  }));
