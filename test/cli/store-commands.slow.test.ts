import assert from "node:assert/strict";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { GOOD, HEADER, load, withFiles } from "./files.js";
import { runHere } from "./run.js";

describe("spendcube dataset", () => {
  it("lists and drops", () =>
    withFiles(async (files) => {
      await load(files, files.good);
      assert.match((await runHere(["dataset", "list", "--data", files.data])).out, /^town +2 +public/m);
      assert.equal((await runHere(["dataset", "drop", "town", "--data", files.data])).out, "dropped town: 2 entries\n");
      assert.equal((await runHere(["dataset", "drop", "town", "--data", files.data])).status, 1);
      assert.equal((await runHere(["dataset", "list", "--data", files.data, "--json"])).out, "[]\n");
    }));

  it("lets everyone read a dataset, or only its managers", () =>
    withFiles(async (files) => {
      await load(files, files.good);
      const state = async (): Promise<unknown> => {
        const [town] = JSON.parse((await runHere(["dataset", "list", "--data", files.data, "--json"])).out);
        return [town.private, town.managers];
      };
      const retracted = await runHere(["dataset", "retract", "town", "--data", files.data]);
      assert.equal(retracted.out, "retracted town: only administrators and its managers may read it\n");
      const none = await runHere(["dataset", "managers", "town", "--data", files.data]);
      assert.deepEqual([none.out, none.err], ["", "town has no managers; only administrators can change it\n"]);
      await runHere(["dataset", "managers", "town", "--add", "ada", "--data", files.data]);
      const managers = await runHere([
        "dataset",
        "managers",
        "town",
        "--add",
        "eve",
        "--remove",
        "ada",
        "--data",
        files.data,
      ]);
      assert.equal(managers.out, "eve\n");
      assert.deepEqual(await state(), [true, ["eve"]]);
      const published = await runHere(["dataset", "publish", "town", "--data", files.data, "--json"]);
      assert.deepEqual(JSON.parse(published.out), { published: "town" });
      assert.deepEqual(await state(), [false, ["eve"]]);
      const missing = await runHere(["dataset", "retract", "tow", "--data", files.data]);
      assert.deepEqual([missing.status, missing.err], [1, 'error: no dataset with name "tow"; did you mean "town"?\n']);
    }));

  it("rolls back to the state before the last load, once", () =>
    withFiles(async (files) => {
      await load(files, files.good);
      const before = await runHere(["export", "town", "--data", files.data]);
      await writeFile(files.good, `${HEADER}7,,2009,,b,North,,1,Police,,\n`);
      await load(files, files.good);
      const { out } = await runHere(["dataset", "rollback", "town", "--data", files.data]);
      assert.equal(out, "restored town as it was before its last load: 2 entries\n");
      assert.equal((await runHere(["export", "town", "--data", files.data])).out, before.out);
      const again = await runHere(["dataset", "rollback", "town", "--data", files.data]);
      assert.deepEqual([again.status, again.err], [1, 'error: No earlier version of "town" is kept\n']);
    }));
});

describe("versions of a dataset", () => {
  it("are listed, noted, restored and published", () =>
    withFiles(async (files) => {
      const dataset = (...args: readonly string[]) => runHere(["dataset", ...args, "--data", files.data]);
      const states = async (): Promise<unknown> =>
        JSON.parse((await dataset("versions", "town", "--json")).out).map((each: Record<string, unknown>) => [
          each["version"],
          each["num_entries"],
          each["note"],
          each["withheld"],
        ]);
      await load(files, files.good, "--private");
      await writeFile(files.good, `${HEADER}7,,2009,,b,North,,1,Police,,\n`);
      await load(files, files.good);
      const noted = await dataset("note", "town@1", "Budget as passed");
      assert.equal(noted.out, "noted on town@1: Budget as passed\n");
      assert.match((await dataset("versions", "town")).out, /^town@1 +2 +withheld +20\S+ \S+ +Budget as passed$/m);
      const published = await dataset("publish", "town");
      assert.equal(
        published.out,
        "published town: everyone may read it; version 1 stays with its managers until you add --versions\n",
      );
      assert.deepEqual(await states(), [
        [2, 1, null, false],
        [1, 2, "Budget as passed", true],
      ]);
      await dataset("publish", "town", "--versions");
      assert.equal((await dataset("rollback", "town@1")).out, "restored town as of version 1: 2 entries\n");
      await dataset("note", "town@1");
      assert.deepEqual(await states(), [
        [3, 2, null, false],
        [2, 1, null, false],
        [1, 2, null, false],
      ]);
      for (const [args, error] of [
        [["note", "town", "text"], 'error: "town" is not a version; write it as in town@3\n'],
        [["note", "town@9", "text"], 'error: "town" has no version 9\n'],
        [["rollback", "town@9"], 'error: "town" has no version 9\n'],
        [["versions", "tow"], 'error: no dataset with name "tow"; did you mean "town"?\n'],
      ] as const) {
        const { status, err } = await dataset(...args);
        assert.deepEqual([status, err], [1, error]);
      }
    }));
});

describe("spendcube load --purge-replaced", () => {
  it("purges the version that it replaces, and names those that are kept", () =>
    withFiles(async (files) => {
      const second = GOOD.replace("North", "Mr Jones");
      const third = GOOD.replace("North", "Mrs Smith");
      for (const text of [GOOD, second, third]) {
        await writeFile(files.good, text);
        await load(files, files.good);
      }
      await writeFile(files.good, GOOD.replace("North", "West"));
      const { status, out, err } = await load(files, files.good, "--purge-replaced");
      assert.deepEqual([status, err], [0, ""]);
      assert.match(
        out,
        /^purged town@3: no file has any of its data; town@2, town@1 are kept and may have the same: spendcube dataset purge town@2 town@1$/m,
      );
      const versions = (await runHere(["dataset", "versions", "town", "--data", files.data])).out;
      assert.match(versions, /^town@3 +\d +purged /m);
      assert.match(await readFile(join(files.data, "audit.log"), "utf8"), /"action":"dataset.purge"/);
      const again = await load(files, files.good, "--purge-replaced", "--json");
      assert.deepEqual(JSON.parse(again.out).purged, []);
    }));

  it("is only for local loads", async () => {
    const { status, err } = await runHere(["load", "--server", "http://127.0.0.1:1", "--key", "k", "--purge-replaced"]);
    assert.deepEqual([status, /only for local loads; there, its operator purges versions/.test(err)], [2, true]);
  });
});

describe("spendcube dataset purge", () => {
  it("leaves no byte of a version, and says in the audit log who did it", () =>
    withFiles(async (files) => {
      await writeFile(files.good, GOOD.replace("North", "Mrs Smith").replace("1.5", "abc"));
      await load(files, files.good, "--skip-invalid");
      await writeFile(files.good, GOOD.replace("North", "Mrs Smith"));
      await load(files, files.good);
      await writeFile(files.good, GOOD);
      await load(files, files.good);
      const dataset = (...args: string[]) => runHere(["dataset", ...args, "--data", files.data]);
      const holdsText = async (text: string): Promise<boolean> => {
        const names = await readdir(files.data, { recursive: true, withFileTypes: true });
        const found = names.filter((each) => each.isFile()).map((each) => readFile(join(each.parentPath, each.name)));
        return (await Promise.all(found)).some((bytes) => bytes.includes(text));
      };
      assert.ok(await holdsText("Mrs Smith"));
      const { versions } = { versions: (await dataset("versions", "town", "--json")).out };
      const numbers = (JSON.parse(versions) as { version: number }[]).map(({ version }) => version);
      const earlier = numbers.slice(1).map((number) => `town@${number}`);
      assert.ok(earlier.length > 0);
      const purged = await dataset("purge", ...earlier);
      assert.deepEqual([purged.err, purged.out], ["", `purged ${earlier.join(", ")}: no file has any of their data\n`]);
      assert.ok(!(await holdsText("Mrs Smith")));
      assert.match((await dataset("versions", "town")).out, /^town@1 +\d +purged /m);
      assert.match(await readFile(join(files.data, "audit.log"), "utf8"), /"action":"dataset.purge"/);
      const verified = await runHere(["verify", "--data", files.data]);
      assert.match(verified.out, /nothing is damaged/);
      for (const [args, error] of [
        [["purge", `town@${numbers[0]}`], /is the current version: load another one or roll back first/],
        [["purge", "town"], /"town" is not a version; write it as in town@3/],
        [["purge", "town@1", "city@1"], /Purge the versions of one dataset at a time/],
      ] as const) {
        const { status, err } = await dataset(...args);
        assert.equal(status, 1);
        assert.match(err, error);
      }
    }));
});

describe("spendcube verify", () => {
  it("finds no damage in a good directory", () =>
    withFiles(async (files) => {
      await load(files, files.good);
      const { status, out } = await runHere(["verify", "--data", files.data]);
      assert.equal(status, 0);
      assert.match(out, /^3 files and 0\.\d MB read: nothing is damaged\n$/);
      const empty = join(files.data, "empty");
      await mkdir(empty);
      const { err, ...ended } = await runHere(["verify", "--data", empty]);
      assert.deepEqual([ended, err], [{ status: 1, out: "" }, `error: ${empty} holds no data to verify\n`]);
    }));

  it("names damaged files, even if nothing can be served, and a rollback repairs the dataset", () =>
    withFiles(async (files) => {
      await load(files, files.good);
      const segments = join(files.data, "segments");
      const list = async (): Promise<readonly string[]> =>
        (await readdir(segments)).filter((name) => name.endsWith(".segment"));
      const [first] = await list();
      await writeFile(files.good, GOOD.replace("10.10", "10.20"));
      await load(files, files.good);
      await runHere(["dataset", "retract", "town", "--data", files.data]);
      const damaged = (await list()).find((name) => name !== first)!;
      const bytes = await readFile(join(segments, damaged));
      bytes[bytes.length - 1]! ^= 1;
      await writeFile(join(segments, damaged), bytes);
      const { status, out } = await runHere(["verify", "--data", files.data]);
      assert.equal(status, 1);
      assert.match(out, new RegExp(`^segments/${damaged} is damaged between byte .*; it holds town\n$`));
      const json = JSON.parse((await runHere(["verify", "--data", files.data, "--json"])).out);
      assert.deepEqual(
        json.damages.map(({ file, datasets }: Record<string, unknown>) => [file, datasets]),
        [[`segments/${damaged}`, ["town"]]],
      );
      const refused = await runHere(["serve", "--data", files.data, "--port", "0"]);
      assert.equal(refused.status, 1);
      assert.match(
        refused.err,
        new RegExp(`Generation 4 of .* is damaged: segments/${damaged}[^]*nothing was changed`),
      );
      assert.equal((await runHere(["dataset", "rollback", "town", "--data", files.data])).status, 0);
      assert.match((await runHere(["dataset", "list", "--data", files.data])).out, /^town +2 +private/m);
    }));

  for (const [what, at] of [
    ["table", -1],
    ["header", 100],
  ] as const) {
    it(`is clean again once the dataset with a damaged ${what} is dropped`, () =>
      withFiles(async (files) => {
        await load(files, files.good);
        // No generation before it is without the dataset then.
        await runHere(["user", "add", "somebody", "--data", files.data]);
        const segments = join(files.data, "segments");
        const name = (await readdir(segments)).find((file) => file.endsWith(".segment"));
        const bytes = await readFile(join(segments, name!));
        bytes[at < 0 ? bytes.length + at : at]! ^= 1;
        await writeFile(join(segments, name!), bytes);
        assert.equal((await runHere(["dataset", "list", "--data", files.data])).status, 1);
        const dropped = await runHere(["dataset", "drop", "town", "--data", files.data]);
        assert.deepEqual(dropped, { status: 0, out: "dropped town: 2 entries\n", err: "" });
        assert.equal((await runHere(["dataset", "list", "--data", files.data, "--json"])).out, "[]\n");
      }));
  }
});
