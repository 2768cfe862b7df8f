import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { OPERATOR } from "#src/access/actor.js";
import { signedIn } from "../pages/browser.js";
import { request, waitUntil } from "../client.js";
import { beginDraft, fieldsIn, post, tokenIn, whenDone } from "./draft-browser.js";
import { type SignInServer, startSignInServer } from "../access/sign-in-server.js";

let server: SignInServer;
before(async () => {
  server = await startSignInServer();
});
after(() => server.stop());

const year = (of: number): string =>
  `Report\n\nNo,Area,Year,Amount\n${of}-1,Roads,${of},10.50\n${of}-2,Parks,${of},4\n`;

describe("a dataset that one manages", () => {
  it("gets a further file under its model, by which the file is read, too", async () => {
    const ada = await signedIn(server, "ada");
    const [path, page] = await beginDraft(server, ada, year(2020), "Place.csv");
    await post(server, ada, path, { ...fieldsIn(page), "dataset-label": "Our town", do: "load" });
    await waitUntil(() => server.catalog.get("place") !== undefined, "the dataset is there");

    assert.match((await ada.get("/place/editor")).text, /href="\/datasets\/new\?dataset=place"[^>]*>Add a file</);
    const form = await ada.get("/datasets/new?dataset=place");
    assert.match(form.text, /<h1 dir="auto">Add a file to place<\/h1>/);
    const fields = { token: tokenIn(form), dataset: /name="dataset" value="([^"]*)"/.exec(form.text)![1]! };
    const sent = await request(`${server.url}/datasets/new`, {
      method: "POST",
      headers: { Accept: "text/html", Cookie: ada.cookie!, "Content-Type": "multipart/form-data; boundary=b" },
      body: [
        ...Object.entries(fields).map(
          ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
        ),
        `--b\r\nContent-Disposition: form-data; name="csv_file"; filename="More.csv"\r\n\r\n${year(2021)}\r\n--b--\r\n`,
      ].join(""),
    });
    assert.equal(sent.status, 303, sent.text);
    const added = new URL(sent.headers.location!).pathname;
    const draft = await whenDone(ada, added);
    const { dataset } = JSON.parse(server.drafts.find(added.split("/").at(-1)!, OPERATOR).model);
    assert.deepEqual([dataset.name, dataset.label, dataset.table], ["place", "Our town", { header_row: 3 }]);
    await post(server, ada, added, { ...fieldsIn(draft), do: "check" });
    const checked = await whenDone(ada, added);
    const { text } = checked;
    for (const line of [
      "the file has 2021, the dataset 2020: no period is in both",
      "no entry of another file has a key (time, no) of this one",
      "compared with the file upload:Place.csv: 2 entries, as the 2 there",
      "compared with the file upload:Place.csv: amount 14.5, as the 14.5 there",
    ]) {
      assert.ok(text.includes(line), `${line}: ${/Compared with[^]*?<\/ul>/.exec(text)?.[0]}`);
    }
    assert.doesNotMatch(page.text, /purge_replaced/);
    assert.match(checked.text, /<input id="purge_replaced" type="checkbox"/);
    const ticked = { ...fieldsIn(checked), purge_replaced: "yes" };
    assert.equal((await post(server, ada, added, { ...ticked, do: "load" })).status, 303);
    await waitUntil(() => server.catalog.get("place")!.engine.numEntries === 4, "both files are there");
    const record = () => server.catalog.records.find(({ name }) => name === "place")!;
    await waitUntil(() => record().earlier[0]!.purged === true, "the version before is purged");
    assert.equal((await request(`${server.url}/place@1.json`)).status, 410);
  });

  it("is of no use to others: they cannot add to it, and do not see its model", async () => {
    const ada = await signedIn(server, "ada");
    const [path, page] = await beginDraft(server, ada, year(2020), "Unseen.csv");
    await post(server, ada, path, { ...fieldsIn(page), private: "yes", do: "load" });
    await waitUntil(() => server.catalog.get("unseen") !== undefined, "the dataset is there");
    const bob = await signedIn(server, "bob");
    const refused = await bob.get("/datasets/new?dataset=unseen");
    assert.equal(refused.status, 403);
    assert.doesNotMatch(refused.text, /csv_file|Area/);
    assert.equal((await bob.get("/datasets/new?dataset=nothing")).status, 404);
  });
});

describe("the header of a page", () => {
  it("says who is signed in, also where everybody else reads the same page", async () => {
    const ada = await signedIn(server, "ada");
    const shared = ["/", "/datasets", "/search?q=a", "/place", "/place?q=", "/api"];
    for (const path of ["/dashboard", "/datasets/new", "/settings", "/no-such-page", ...shared]) {
      const { text, headers } = await ada.get(path);
      assert.match(text, /<a href="\/dashboard" data-plain=""\s*>Signed in as\u00a0<bdi>ada<\/bdi><\/a\s*>/, path);
      assert.doesNotMatch(text, />Sign in<\/a/, path);
      assert.match(headers["cache-control"]!, /no-store/, path);
    }
    for (const path of ["/login", ...shared]) {
      const { text } = await request(server.url + path, { headers: { Accept: "text/html" } });
      assert.doesNotMatch(text, /Signed in as/, path);
    }
  });
});
