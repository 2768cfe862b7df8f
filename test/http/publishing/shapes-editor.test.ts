import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { shapeDrawerInThread } from "#src/process/jobs/draw-shapes-in-thread.js";
import { createThreads, startLoadThread } from "#src/process/jobs/threads.js";
import { ShapeFolder } from "#src/store/shape-folder.js";
import { type Response, request } from "../client.js";
import {
  type Browser,
  checkScreens,
  fieldsOf,
  pairsOf,
  lookingAt,
  type OnResponse,
  signedIn,
  startBrowser,
} from "../pages/browser.js";
import { assertWellFormed, readText } from "../pages/markup.js";
import { type SignInServer, startSignInServer } from "../access/sign-in-server.js";
import { tokenIn } from "./draft-browser.js";

const PATH = "/shapes/editor";

let server: SignInServer;
let check: OnResponse;
let folder: ShapeFolder;
before(async () => {
  server = await startSignInServer();
  check = await checkScreens(server);
  folder = new ShapeFolder(server.directory);
});
after(() => server.stop());

const open = (path = PATH): Promise<Browser> => lookingAt(server, "root", path, check);
const namesOf = (): readonly string[] => folder.list().map(({ name }) => name);

/** Write a file with a square for each code. */
function squares(...codes: readonly string[]): string {
  const features = codes.map((code, at) => ({
    type: "Feature",
    properties: { code, name: `Place ${code}` },
    geometry: {
      type: "Polygon",
      coordinates: [
        [
          [at, 50],
          [at, 51],
          [at + 1, 51],
          [at + 1, 50],
          [at, 50],
        ],
      ],
    },
  }));
  return JSON.stringify({ type: "FeatureCollection", features });
}

/** Send the form of a page with a file, as browsers do. */
async function sendFile(
  browser: Browser,
  path: string,
  fields: Readonly<Record<string, string>>,
  file: string | null,
  token?: string,
  origin = server.url,
): Promise<Response> {
  const given = { token: token ?? tokenIn(await browser.get(path)), change: "check", ...fields };
  const parts = Object.entries(given).map(
    ([name, text]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  );
  const upload = `--b\r\nContent-Disposition: form-data; name="file"; filename="${file === null ? "" : "a.json"}"\r\n\r\n${file ?? ""}\r\n--b--\r\n`;
  return request(origin + path, {
    method: "POST",
    headers: { Accept: "text/html", Cookie: browser.cookie!, "Content-Type": "multipart/form-data; boundary=b" },
    body: parts.join("") + upload,
  });
}

/** List the errors beside fields, by the field. */
function errorsBeside(text: string): Record<string, string> {
  const beside = [...text.matchAll(/<span class="beside-field" id="shapes-(\w+)-error"[^>]*>([^]*?)<\/span/g)];
  return Object.fromEntries(beside.map(([, field, error]) => [field!, readText(error!).trim()]));
}

/** Check a file, and confirm it. */
async function keep(path: string, fields: Readonly<Record<string, string>>, file: string): Promise<Response> {
  const root = await open(path);
  return confirm(root, await sendFile(root, path, fields, file));
}

/** Press the button that keeps what was checked. */
async function confirm(browser: Browser, checked: Response): Promise<Response> {
  assert.equal(checked.status, 200);
  const form = checked.text.match(/<form[^]*?<\/form>/g)!.find((each) => each.includes('name="checked"'))!;
  return request(server.url + new URL(/action="([^"]*)"/.exec(form)![1]!, server.url).pathname, {
    method: "POST",
    headers: {
      Accept: "text/html",
      Cookie: browser.cookie!,
      "Content-Type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams(pairsOf(fieldsOf(form))).toString(),
  });
}

describe("the page of shapes for administrators", () => {
  it("is only for administrators, who find it from their settings and their dashboard", async () => {
    assert.equal((await startBrowser(server, {}, check).get(PATH)).status, 401);
    const ada = await signedIn(server, "ada", check);
    for (const path of [PATH, `${PATH}/nothing`]) assert.equal((await ada.get(path)).status, 403);
    const root = await open();
    for (const path of ["/settings", "/dashboard"]) {
      assert.match((await root.get(path)).text, /href="[^"]*\/shapes\/editor"/);
      assert.doesNotMatch((await ada.get(path)).text, /shapes\/editor/);
    }
    assert.equal((await root.get(`${PATH}/nothing`)).status, 404);
  });

  it("shows what a file would be, and adds it once that is confirmed", async () => {
    const root = await open();
    const typed = { name: "some", label: "Some <places>", id: "code", taxonomy: "cofog", licence: "CC0", source: "" };
    const checked = await sendFile(root, PATH, typed, squares("1", "3", "4"));
    assert.equal(checked.status, 200);
    assertWellFormed(checked.text);
    assert.match(readText(checked.text), /Some <places>[^]*Number\s*3\s*Size\s*1 of 200 kB/);
    assert.match(readText(checked.text).replaceAll(/\s+/g, " "), /Function \( ?Label of town ?\): 1 of 2/);
    assert.match(checked.text, /value="Some &lt;places&gt;"/);
    assert.deepEqual(namesOf(), []);
    const added = await confirm(root, checked);
    assert.deepEqual([added.status, added.headers["location"]], [303, `${server.url}${PATH}/some`]);
    const { added: _, ...facts } = folder.list()[0]!;
    assert.deepEqual(facts, { ...typed, source: null, numShapes: 3 });
    assert.deepEqual(server.events.at(-1), { action: "shapes.add", shapes: "some", by: "root" });
    const list = await startBrowser(server).get("/shapes");
    assert.match(list.text, /Some &lt;places&gt;/);
    assert.match((await root.get(PATH)).text, /href="[^"]*\/shapes\/editor\/some"[^>]*>Some &lt;places&gt;</);
    const again = await confirm(root, checked);
    assert.equal(again.status, 409);
    assert.match(readText(again.text), /no longer kept/);
  });

  it("shows each error beside its field, with what was typed", async () => {
    const root = await open();
    const refused = await sendFile(root, PATH, { name: "A b", label: '">', source: "here" }, null);
    assert.equal(refused.status, 400);
    assertWellFormed(refused.text);
    assert.deepEqual(Object.keys(errorsBeside(refused.text)).toSorted(), ["file", "id", "name", "source"]);
    assert.match(refused.text, /value="A b"/);
    const fine = { name: "fine", id: "code" };
    const wrong = await sendFile(root, PATH, { ...fine, id: "cod" }, squares("1"));
    assert.equal(wrong.status, 400);
    assert.match(errorsBeside(wrong.text)["id"]!, /No shape has the property "cod".*did you mean "code"/);
    assert.match(errorsBeside((await sendFile(root, PATH, fine, "{")).text)["file"]!, /is not JSON/);
    const point = squares("1").replace("Polygon", "Point");
    assert.match(errorsBeside((await sendFile(root, PATH, fine, point)).text)["file"]!, /a Point/);
    const large = squares("1").replaceAll("Place 1", "x".repeat(200_000));
    const refusedSize = await sendFile(root, PATH, fine, large);
    assert.equal(refusedSize.status, 409);
    assert.match(errorsBeside(refusedSize.text)["file"]!, /at most 200000 fit|at most 200,000 fit/);
    await keep(PATH, { name: "taken", id: "code" }, squares("1"));
    const taken = await sendFile(root, PATH, { ...fine, name: "taken" }, squares("1"));
    assert.equal(taken.status, 409);
    assert.match(errorsBeside(taken.text)["name"]!, /There are shapes with name "taken"/);
    assert.ok(!namesOf().includes("fine"));
  });

  it("checks a file in another thread: small questions are answered meanwhile", async () => {
    const started: string[] = [];
    const threads = createThreads({
      start: (order, heap) => {
        started.push(order.kind);
        return startLoadThread(order, heap);
      },
    });
    const drawer = shapeDrawerInThread(threads);
    let begin = (): void => {};
    const drawing = new Promise<void>((resolve) => (begin = resolve));
    const drawn: string[] = [];
    const busy = await startSignInServer({
      shapeDrawer: {
        async drawShapes(request) {
          const shapes = drawer.drawShapes(request);
          begin();
          return shapes.finally(() => drawn.push("shapes"));
        },
      },
    });
    try {
      const root = await signedIn(busy, "root");
      const token = tokenIn(await root.get(PATH));
      const given = { name: "busy", id: "code" };
      const checked = sendFile(
        root,
        PATH,
        given,
        squares(...Array.from({ length: 1500 }, (_, at) => `c${at % 170}`)),
        token,
        busy.url,
      );
      await drawing;
      assert.equal((await request(`${busy.url}/api/2/aggregate?dataset=town`)).status, 200);
      drawn.push("question");
      await checked;
      assert.deepEqual(started, ["shapes"]);
      assert.deepEqual(drawn, ["question", "shapes"]);
    } finally {
      await busy.stop();
    }
  });

  it("replaces shapes once that is confirmed, and none that another has changed meanwhile", async () => {
    await keep(PATH, { name: "old", id: "code" }, squares("1"));
    const path = `${PATH}/old`;
    const late = await open(path);
    const lateChecked = await sendFile(late, path, { id: "code" }, squares("1", "2", "3"));
    assert.equal(folder.get("old").shapes.length, 1);
    assert.equal((await keep(path, { id: "code", label: "New" }, squares("1", "2"))).status, 303);
    assert.deepEqual([folder.get("old").label, folder.get("old").shapes.length], ["New", 2]);
    // Each administrator has what was checked last.
    const other = await sendFile(late, path, { id: "code" }, squares("5", "6", "7"));
    assert.equal((await confirm(late, lateChecked)).status, 409);
    await folder.add({ ...folder.get("old"), added: new Date(0).toISOString() });
    const refused = await confirm(late, other);
    assert.equal(refused.status, 409);
    assert.match(readText(refused.text), /changed meanwhile/);
    assert.equal(folder.get("old").shapes.length, 2);
  });

  it("drops shapes only if their name is typed", async () => {
    await keep(PATH, { name: "brief", id: "code" }, squares("1"));
    const path = `${PATH}/brief`;
    const root = await open(path);
    const refused = await root.send(path, { change: "drop", confirmation: "brie" });
    assert.equal(refused.status, 400);
    assert.match(readText(refused.text), /to delete them, type: brief/);
    const done = await root.send(path, { change: "drop", confirmation: "brief" });
    assert.deepEqual([done.status, done.headers["location"]], [303, server.url + PATH]);
    assert.ok(!namesOf().includes("brief"));
    assert.deepEqual(server.events.at(-1), { action: "shapes.drop", shapes: "brief", by: "root" });
    assert.equal((await root.get(path)).status, 404);
  });

  it("changes nothing for others, without a session, or without the token of the form", async () => {
    await keep(PATH, { name: "guarded", id: "code" }, squares("1"));
    const root = await open();
    const ada = await signedIn(server, "ada", check);
    const post = (path: string, headers: Record<string, string>) =>
      request(server.url + path, {
        method: "POST",
        body: "change=drop&confirmation=guarded",
        headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
      });
    for (const path of [PATH, `${PATH}/guarded`]) {
      assert.equal((await post(path, {})).status, 401);
      assert.equal((await post(path, { Authorization: `ApiKey ${server.keys["root"]}` })).status, 401);
      assert.equal((await post(path, { Cookie: ada.cookie! })).status, 403);
      const forged = await post(path, { Cookie: root.cookie! });
      assert.equal(forged.status, 403);
      assert.match(readText(forged.text), /out of date/);
      assert.equal((await sendFile(root, path, { name: "x", id: "code" }, squares("1"), "wrong")).status, 403);
    }
    assert.ok(namesOf().includes("guarded") && !namesOf().includes("x"));
  });
});
