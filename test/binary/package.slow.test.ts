import assert from "node:assert/strict";
import { type ExecFileException, execFile, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { after, before, describe, it, type TestContext } from "node:test";
import { promisify } from "node:util";
import { startServing } from "../cli/run.js";

const run = promisify(execFile);

/** Bytes that no file of the package comes near to. */
const LIMIT = 7_000_000;

describe("the package that npm packs", { skip: !existsSync(".git") && "this is not a clone" }, () => {
  let home: string;
  let file: string;
  let paths: readonly string[];

  before(async () => {
    home = await mkdtemp(join(tmpdir(), "spendcube-package-"));
    const clone = join(home, "clone");
    await copyProject(clone);
    // What earlier builds leave behind.
    await mkdir(join(clone, "dist/removed"), { recursive: true });
    await writeFile(join(clone, "dist/removed/module.js"), "");
    await writeFile(join(clone, "dist/spendcube"), randomBytes(2 * LIMIT));
    await run("npm", ["pack", "--pack-destination", home], { cwd: clone });
    assert.ok(existsSync(join(clone, "dist/spendcube")), "the executable is kept");
    assert.ok(!existsSync(join(clone, "npm-shrinkwrap.json")), "the lock file alone is in force");
    file = join(
      home,
      (await readdir(home)).find((name) => name.endsWith(".tgz"))!,
    );
    paths = (await run("tar", ["-tzf", file])).stdout.trimEnd().split("\n");
  });

  after(() => rm(home, { recursive: true }));

  it("is small, with the program, its documents and licences alone", async () => {
    assert.ok((await stat(file)).size < LIMIT);
    for (const path of [
      "dist/cli.js",
      "demo/model.json",
      "docs/tutorial.md",
      "man/spendcube.1",
      "CHANGELOG.md",
      "README.md",
      "LICENSE",
      "dist/sbom.cdx.json",
      "dist/licences.txt",
    ]) {
      assert.ok(paths.includes(`package/${path}`), path);
    }
    for (const name of ["engines/kernel/assemblyscript", "fonts/inter", "fonts/source-serif-4"]) {
      assert.ok(paths.includes(`package/dist/${name}.LICENSE`), name);
    }
    const others =
      /\.ts$|\.map$|tsbuildinfo|\/(test|bench|scripts|assembly|removed|node_modules|bundles\/main)\/|dist\/spendcube$/;
    assert.deepEqual(
      paths.filter((path) => others.test(path)),
      [],
    );
  });

  it("pins what it installs to the digests of the lock file, without packages for development", async () => {
    const { stdout } = await run("tar", ["-xzOf", file, "package/npm-shrinkwrap.json"]);
    const pinned = JSON.parse(stdout).packages as Record<string, Record<string, unknown>>;
    const { packages } = JSON.parse(await readFile("package-lock.json", "utf8"));
    const { devDependencies: _, ...project } = packages[""];
    assert.deepEqual(pinned[""], project);
    const addon = `node_modules/@uwsjs/linux-x64-22`;
    assert.match(String(pinned[addon]!["integrity"]), /^sha512-/);
    for (const [place, { dev }] of Object.entries<{ readonly dev?: boolean }>(packages)) {
      if (place !== "") assert.deepEqual(pinned[place], dev ? undefined : packages[place]);
    }
  });

  it("installs into an empty folder, and serves the demo dataset from there", async (test) => {
    const cwd = join(home, "user");
    await mkdir(cwd);
    await writeFile(join(cwd, "package.json"), "{}");
    if (!(await installs(test, cwd))) return;
    const server = await startServing(["--demo"], {}, (args, environment) =>
      spawn(process.execPath, [join(cwd, "node_modules/.bin/spendcube"), ...args], {
        cwd,
        env: { ...process.env, ...environment },
        stdio: ["ignore", "pipe", "ignore"],
      }),
    );
    try {
      const answer = await fetch(`${server.url}/api/2/aggregate?dataset=uk-spending`);
      assert.match(await answer.text(), /"summary": ?\{"amount": ?3798556378094.27,/);
      const page = await fetch(`${server.url}/uk-spending`, { headers: { Accept: "text/html" } });
      const style = /href="([^"]+\.css[^"]*)"/.exec(await page.text())![1]!;
      assert.equal((await fetch(new URL(style, server.url))).status, 200);
    } finally {
      assert.equal(await server.stop(), 0);
    }
  });

  /** Install the package with what npm has in its cache; skip the test where that is not enough. */
  async function installs(test: TestContext, cwd: string): Promise<boolean> {
    try {
      // A silent `npm run`, which runs the tests, would silence the code of the error, too.
      await run("npm", ["install", "--offline", "--no-audit", "--loglevel=error", file], { cwd });
      return true;
    } catch (error) {
      if (!/ENOTCACHED/.test((error as ExecFileException).stderr ?? "")) throw error;
      test.skip("npm's cache does not have all packages");
      return false;
    }
  }
});

/** Copy the files of this working tree that git does not ignore. */
async function copyProject(directory: string): Promise<void> {
  const list = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
  });
  for (const path of list.split("\0").filter((each) => each !== "" && existsSync(each))) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await cp(path, join(directory, path));
  }
  await symlink(resolve("node_modules"), join(directory, "node_modules"));
}
