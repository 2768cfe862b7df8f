import assert from "node:assert/strict";
import { mkdir, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, it } from "node:test";
import { startBrowser } from "../http/pages/browser.js";
import { load, withFiles } from "./files.js";
import { endOf, inDirectory, type Outcome, run, start, startServing } from "./run.js";

/** Run a command with something on standard input. */
async function runWith(input: string, args: readonly string[]): Promise<Outcome> {
  const child = start(args);
  child.stdin!.end(input);
  return endOf(child);
}

function ask(url: string, key: string): Promise<Response> {
  return fetch(url, { headers: { Authorization: `ApiKey ${key}` } });
}

describe("spendcube user", () => {
  it("adds users, prints only their keys, and lists them", () =>
    inDirectory(async (directory) => {
      const data = join(directory, "data");
      await mkdir(data);
      const none = await run(["user", "list", "--data", data]);
      assert.deepEqual([none.status, none.out, none.err], [0, "", `there are no users in ${data}\n`]);
      const added = await run(["user", "add", "ada", "--data", data]);
      const note = `note: ${data} held nothing and is a new data directory now; if you meant another one, name it with --data\n`;
      const key =
        "note: the key is for programs; to sign in on pages, set a password: spendcube user set-password ada\n";
      assert.deepEqual([added.status, added.err], [0, key + note]);
      assert.match(added.out, /^ada\.[\w-]{43}\n$/);
      const more = ["--admin", "--fullname", "Eve Adams", "--email", "eve@town.example", "--password-stdin", "--json"];
      const eve = await runWith("a password\n", ["user", "add", "eve", ...more, "--data", data]);
      assert.match(JSON.parse(eve.out).key, /^eve\./);
      assert.doesNotMatch(eve.err, /key is for programs/);
      const listed = await run(["user", "list", "--data", data]);
      assert.match(listed.out, /^ada +user +none +\d{4}-\d\d-\d\d$/m);
      assert.match(listed.out, /^eve +administrator +set +\S+ +Eve Adams +eve@town\.example$/m);
      const json = JSON.parse((await run(["user", "list", "--json", "--data", data])).out);
      assert.deepEqual(json[0], {
        name: "ada",
        fullname: null,
        email: null,
        admin: false,
        has_password: false,
        created: json[0].created,
      });
      assert.equal((await stat(join(data, "secret"))).mode & 0o777, 0o600);
    }));

  it("makes a data directory that --data names, or with --create, as loads do", () =>
    inDirectory(async (directory) => {
      const refused = await run(["user", "add", "ada"], {}, directory);
      assert.equal(refused.status, 1);
      assert.match(
        refused.err,
        /no data directory "snapshots"; name the right one with --data, or let it be made with --create/,
      );
      assert.deepEqual(await readdir(directory), []);
      assert.equal((await run(["user", "add", "ada", "--create"], {}, directory)).status, 0);
      assert.equal((await run(["user", "add", "ada", "--data", join(directory, "named")])).status, 0);
      assert.deepEqual((await readdir(directory)).toSorted(), ["named", "snapshots"]);
    }));

  it("refuses invalid and taken names, and unknown users", () =>
    inDirectory(async (data) => {
      await run(["user", "add", "ada", "--data", data]);
      const before = await readdir(data);
      const cases: readonly (readonly [args: string[], said: RegExp])[] = [
        [["add", "Ada"], /There is a user with name "ada" already/],
        [["remove", "adaa"], /no user with name "adaa"; did you mean "ada"\?/],
      ];
      for (const [args, said] of cases) {
        const { status, out, err } = await run(["user", ...args, "--data", data]);
        assert.deepEqual([status, out], [1, ""], args.join(" "));
        assert.match(err, said);
      }
      const refused = await runWith("\n", ["user", "set-password", "ada", "--data", data]);
      assert.equal(refused.status, 1);
      assert.match(refused.err, /no password on standard input/);
      for (const args of [
        ["set-password", "ada"],
        ["add", "eve", "--password-stdin"],
      ]) {
        const short = await runWith("1234567\n", ["user", ...args, "--data", data]);
        assert.equal(short.err, "error: The password is too short; write 8 characters or more\n");
        assert.deepEqual([short.status, short.out], [1, ""]);
      }
      assert.deepEqual(await readdir(data), before);
    }));

  it("takes effect at once in a running server", () =>
    withFiles(async (files) => {
      const { data } = files;
      const server = await startServing(["--data", data]);
      const url = `${server.url}/town.json`;
      const user = (...args: string[]): Promise<Outcome> => run(["user", ...args, "--data", data]);
      const ada = (await user("add", "ada")).out.trim();
      const bob = (await user("add", "bob")).out.trim();
      const admin = (await user("add", "root", "--admin")).out.trim();
      assert.equal((await load(files, files.good, "--private", "--owner", "ada")).status, 0);
      const statuses = async (...keys: string[]): Promise<number[]> =>
        Promise.all(keys.map(async (key) => (await ask(url, key)).status));
      assert.deepEqual(await statuses(ada, bob, admin, "x.y"), [200, 403, 200, 401]);
      const next = (await user("rotate-key", "ada")).out.trim();
      assert.notEqual(next, ada);
      assert.deepEqual(await statuses(ada, next), [401, 200]);
      await run(["dataset", "managers", "town", "--add", "bob", "--data", data]);
      assert.deepEqual(await statuses(bob), [200]);
      assert.equal((await user("remove", "ada")).out, "removed ada, also from the managers of all datasets\n");
      assert.deepEqual(await statuses(next), [401]);
      assert.equal((await run(["dataset", "managers", "town", "--data", data])).out, "bob\n");
      const again = (await user("add", "ada")).out.trim();
      assert.deepEqual(await statuses(again, next, ada), [403, 401, 401]);
      assert.equal(await server.stop(), 0);
      const restarted = await startServing(["--data", data]);
      const after = await ask(`${restarted.url}/town.json`, bob);
      assert.equal(after.status, 200);
      await restarted.stop();
    }));

  it("sets a password with and without a server, and shows it nowhere", () =>
    inDirectory(async (data) => {
      await run(["user", "add", "ada", "--data", data]);
      const server = await startServing(["--data", data]);
      const logged = text(server.child.stderr!);
      const { status, out, err } = await runWith("quite a secret\r\nmore\n", [
        "user",
        "set-password",
        "ada",
        "--data",
        data,
      ]);
      assert.deepEqual([status, out, err], [0, "changed the password of ada and ended all sessions\n", ""]);
      assert.match((await run(["user", "list", "--data", data])).out, /^ada +user +set/m);
      const browser = startBrowser(server);
      await browser.get("/login?next=/settings");
      assert.equal((await browser.send("/login", { name: "ada", password: "quite a secret" })).status, 303);
      assert.match((await browser.get("/settings")).text, /<code id="api-key">ada\.[\w-]{43}<\/code>/);
      await browser.send("/settings/key");
      await server.stop();
      assert.doesNotMatch(await logged, /quite a secret/);
      const events = (await readFile(join(data, "audit.log"), "utf8")).trim().split("\n");
      assert.match(events.at(-1)!, /"user_id":"([\w-]+)","by_id":"\1","action":"user.key","user":"ada","by":"ada"\}$/);
    }));
});
