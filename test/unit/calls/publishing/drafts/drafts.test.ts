import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, it } from "node:test";
import { accountCalled } from "../../../store/accounts.js";
import { Drafts } from "#src/calls/publishing/drafts/drafts.js";

const ADA = { id: "ada", name: "ada", admin: false };
const users = { accounts: ["ada", "bob"].map((name) => accountCalled(name, { id: name })) };
const SOURCE = { url: "upload:a.csv", from: null, layout: null };

let directory: string;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), "spendcube-"));
});
after(() => rm(directory, { recursive: true }));

async function startDrafts(name: string, now?: () => number): Promise<Drafts> {
  const drafts = new Drafts(join(directory, name), users, now);
  await drafts.restore();
  return drafts;
}

async function add(drafts: Drafts, name: string): Promise<string> {
  const table = join(directory, `upload-${name}`);
  await writeFile(table, "a,b\n1,2\n");
  const { id } = await drafts.add({ owner: "ada", name, url: null }, table);
  await drafts.change(id, { sources: [SOURCE] });
  return id;
}

function namesOf(drafts: Drafts): readonly string[] {
  return drafts.of("ada").map(({ name }) => name);
}

it("removes a draft and its file after a day without requests, unless it is being loaded", async () => {
  let now = 0;
  const drafts = await startDrafts("idle", () => now);
  const [old, loading, used] = [await add(drafts, "old"), await add(drafts, "loading"), await add(drafts, "used")];
  drafts.beginWork(loading, "load");
  now = 20 * 3600 * 1000;
  drafts.find(used, ADA);
  now = 25 * 3600 * 1000;
  assert.deepEqual(namesOf(drafts), ["used", "loading"]);
  assert.throws(() => drafts.find(old, ADA));
  await drafts.drop(old);
  assert.deepEqual((await readdir(join(directory, "idle"))).toSorted(), [loading, used].toSorted());
});

it("restores drafts after a restart, with an error for work that was interrupted", async () => {
  const before = await startDrafts("restart");
  const ids = [await add(before, "idle"), await add(before, "checked"), await add(before, "loaded")];
  await before.change(ids[0]!, { model: "{}", isPrivate: true });
  before.beginWork(ids[1]!, "check");
  before.beginWork(ids[2]!, "load");
  await before.change(ids[2]!, { run: "/town/sources/1/runs/1" });
  await before.close();
  await writeFile(join(directory, "restart", "foreign"), "");

  const restored = await startDrafts("restart");
  const [idle, checked, loaded] = ids.map((id) => restored.find(id, ADA));
  assert.deepEqual([idle!.model, idle!.isPrivate, idle!.errors], ["{}", true, []]);
  assert.match(checked!.errors.join(), /stopped before the check was done/);
  assert.match(loaded!.errors.join(), /its run shows/);
  assert.equal(loaded!.run, "/town/sources/1/runs/1");
  assert.deepEqual([checked!.work, loaded!.work], [null, null]);
  assert.deepEqual((await readdir(join(directory, "restart"))).toSorted(), ids.toSorted());
});

it("analyses a file again whose analysis was interrupted, once, and keeps it for its owner", async () => {
  const first = await startDrafts("again");
  const table = join(directory, "upload-again");
  await writeFile(table, "a,b\n1,2\n");
  const { id } = await first.add({ owner: "ada", name: "again", url: null }, table);
  first.beginWork(id, "read");
  await first.change(id, {});
  await first.close();

  const second = new Drafts(join(directory, "again"), users);
  assert.deepEqual(
    (await second.restore()).map((draft) => draft.id),
    [id],
  );
  await add(second, "next");
  assert.deepEqual(namesOf(second), ["next", "again"]);
  second.beginWork(id, "read");
  await second.change(id, {});
  await second.close();

  const third = new Drafts(join(directory, "again"), users);
  assert.deepEqual(await third.restore(), []);
  assert.match(third.find(id, ADA).errors.join(), /start the analysis again/);
  await third.endWork(id, third.beginWork(id, "read"), { errors: ["It is not a table"] });
  await add(third, "last");
  assert.deepEqual(namesOf(third).toSorted(), ["last", "next"]);
});

it("runs one piece of work on a draft at a time, and ignores the results of stopped work", async () => {
  const drafts = await startDrafts("stopped");
  const id = await add(drafts, "a.csv");
  const signal = drafts.beginWork(id, "check");
  assert.throws(() => drafts.beginWork(id, "load"), /Other work on this file is running/);
  await drafts.stopWork(id);
  assert.ok(signal.aborted);
  const next = drafts.beginWork(id, "check");
  await drafts.endWork(id, signal, { model: "late" });
  drafts.noteProgress(id, signal, { rows: 1, bytesRead: 1, bytesTotal: 1 });
  assert.deepEqual([drafts.find(id, ADA).model, drafts.find(id, ADA).work?.isWaiting], ["", true]);
  await drafts.endWork(id, next, { model: "{}" });
  assert.deepEqual([drafts.find(id, ADA).model, drafts.find(id, ADA).work], ["{}", null]);
});

it("discards a draft with its file and stops its work, unless it is being loaded", async () => {
  const drafts = await startDrafts("discarded");
  const [checked, loaded] = [await add(drafts, "a.csv"), await add(drafts, "b.csv")];
  const signal = drafts.beginWork(checked, "check");
  drafts.beginWork(loaded, "load");
  await drafts.discard(checked);
  assert.ok(signal.aborted);
  await drafts.endWork(checked, signal, { model: "late" });
  await assert.rejects(drafts.discard(loaded), /Other work on this file is running/);
  assert.deepEqual(await readdir(join(directory, "discarded")), [loaded]);
});

it("removes drafts that could not be read to make room for the next", async () => {
  const drafts = await startDrafts("unreadable");
  for (const name of ["1", "2", "3", "4"]) await add(drafts, name);
  for (const name of ["x", "y", "z"]) await drafts.add({ owner: "ada", name, url: "https://a.example/" }, null);
  assert.deepEqual(namesOf(drafts), ["z", "4", "3", "2", "1"]);
  await add(drafts, "5");
  assert.throws(() => drafts.checkCapacity("ada"), /publish or discard one/);
});

it("gives a draft of an earlier version to the account of its owner's name, unless that is younger", async () => {
  for (const [name, created, isKept] of [
    ["old", "2020-01-01T00:00:00.000Z", true],
    ["young", "2999-01-01T00:00:00.000Z", false],
  ] as const) {
    const first = await startDrafts(name);
    const id = await add(first, "a.csv");
    const path = join(directory, name, id, "draft.json");
    const { ownerId, ...record } = JSON.parse(await readFile(path, "utf8"));
    assert.equal(ownerId, "ada");
    await writeFile(path, JSON.stringify({ ...record, owner: "Ada" }));
    const next = new Drafts(join(directory, name), { accounts: [accountCalled("Ada", { id: "new", created })] });
    await next.restore();
    assert.deepEqual(
      next.of("new").map((draft) => draft.id),
      isKept ? [id] : [],
    );
    assert.deepEqual(await readdir(join(directory, name)), isKept ? [id] : []);
  }
});
