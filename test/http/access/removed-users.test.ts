import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { setPassword } from "#src/access/set-password.js";
import { addUser } from "#src/access/users.js";
import { DraftFolder } from "#src/calls/publishing/drafts/draft-folder.js";
import { NotFound } from "#src/core/errors/errors.js";
import { accountOf } from "#src/store/accounts.js";
import { doneRun } from "../../fixtures.js";
import { startBrowser } from "../pages/browser.js";
import { request } from "../client.js";
import { beginDraft, sendTable } from "../publishing/draft-browser.js";
import { signedIn } from "../pages/browser.js";
import { PASSWORD, type SignInServer, startSignInServer } from "./sign-in-server.js";

const MARK = "hidden-cell";

let server: SignInServer;
before(async () => {
  server = await startSignInServer({ allowRegistration: true });
});
after(() => server.stop());

describe("a new user with the name of a removed one", () => {
  it("gets nothing that the removed one had: drafts, runs, datasets, session or key", async () => {
    const { catalog, drafts, directory } = server;
    const before = accountOf(catalog, "ada");
    const { id } = before;
    await catalog.changeRuns(() => [
      doneRun({ dataset: "coming", private: true, managers: [id], user: id, status: "failed", errors: [] }),
    ]);
    const ada = await signedIn(server, "ada");
    const [draft] = await beginDraft(server, ada, `Payment,Date,Amount\n${MARK},2014-03-02,1.25\n`, `${MARK}.csv`);
    assert.match((await ada.get("/dashboard")).text, /coming/);
    await catalog.removeAccount("ada");
    await new DraftFolder(join(directory, "drafts")).removeOf(before);

    const next = startBrowser(server);
    await next.get("/register");
    const registered = await next.send("/register", { name: "ada", password: "a new password" });
    assert.equal(registered.status, 303, registered.text);
    const pages = ["/dashboard", "/datasets/new", "/settings", draft, "/coming/sources", "/plans"];
    const seen = await Promise.all(pages.map((path) => next.get(path)));
    assert.deepEqual(
      seen.map(({ status }) => status),
      [200, 200, 200, 404, 404, 403],
    );
    for (const { text } of seen.slice(0, 3)) assert.doesNotMatch(text, new RegExp(`${MARK}|coming|plans`));
    assert.equal((await ada.get("/dashboard")).status, 401);
    const headers = { Authorization: `ApiKey ${server.keys["ada"]}` };
    assert.equal((await request(`${server.url}/town.json`, { headers })).status, 401);
    assert.deepEqual(drafts.of(id), []);
    assert.deepEqual(await readdir(join(directory, "drafts")), []);
    const [run] = catalog.runs;
    assert.deepEqual(run?.managers, []);
  });

  it("does not get the password that was being set for the removed one", async () => {
    const { catalog } = server;
    const bob = accountOf(catalog, "bob");
    const late = {
      matches: async () => false,
      async hash() {
        await catalog.removeAccount("bob");
        await addUser(catalog, { ...bob, password: "his own" });
        return "late";
      },
    };
    await assert.rejects(setPassword(catalog, late, bob, PASSWORD), NotFound);
    assert.equal(accountOf(catalog, "bob").password, "his own");
  });
});

describe("a removed user", () => {
  it("has no drafts left, even if their files could not be removed", async () => {
    const { catalog, drafts } = server;
    const root = await signedIn(server, "root");
    await sendTable(server, root, { file: ["root.csv", "Payment,Date,Amount\nP1,2014-03-02,1.25\n"] });
    const { id } = accountOf(catalog, "root");
    assert.equal(drafts.of(id).length, 1);
    await catalog.removeAccount("root");
    assert.deepEqual(drafts.of(id), []);
  });
});
