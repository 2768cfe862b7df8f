import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { auditedSource, createAuditLog } from "#src/access/audit-log.js";

async function inDirectory(use: (directory: string, path: string) => Promise<void>): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "spendcube-"));
  try {
    await use(directory, join(directory, "audit.log"));
  } finally {
    await rm(directory, { recursive: true });
  }
}

const fail = (error: string): void => assert.fail(error);

describe("the audit log", () => {
  it("has one line per event, in order, and only its owner can read it", () =>
    inDirectory(async (directory, path) => {
      const audit = createAuditLog(directory, fail);
      const users = Array.from({ length: 50 }, (_, at) => `user${at}`);
      await Promise.all(users.map((user) => audit.record({ action: "user.key", user, by: null })));
      await createAuditLog(directory, fail).record({ action: "dataset.drop", dataset: "town", by: "ada" });
      const lines = (await readFile(path, "utf8")).split("\n");
      assert.equal(lines.pop(), "");
      const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
      assert.deepEqual(
        events.slice(0, -1).map(({ user }) => user),
        users,
      );
      const { time, ...last } = events.at(-1)!;
      assert.deepEqual(last, { action: "dataset.drop", dataset: "town", by: "ada" });
      assert.equal(new Date(time as string).toISOString(), time);
      assert.equal((await stat(path)).mode & 0o777, 0o600);
    }));

  it("continues on a new line after a line that a crash cut short", () =>
    inDirectory(async (directory, path) => {
      await writeFile(path, '{"time":"20');
      await createAuditLog(directory, fail).record({ action: "user.remove", user: "ada", by: null });
      const [half, whole] = (await readFile(path, "utf8")).split("\n");
      assert.equal(half, '{"time":"20');
      assert.equal((JSON.parse(whole!) as { user: string }).user, "ada");
    }));

  it("reports the events that could not be written, and continues", () =>
    inDirectory(async (directory) => {
      const errors: string[] = [];
      const missing = join(directory, "missing");
      const audit = createAuditLog(missing, (error) => errors.push(error));
      await audit.record({ action: "user.remove", user: "ada", by: null });
      await audit.record({ action: "user.remove", user: "eve", by: null });
      assert.equal(errors.length, 2);
      assert.match(errors[1]!, /could not be written .*"user":"eve"/);
    }));

  it("names sources without their secrets", () => {
    const cases = {
      "https://ada:secret@money.example/rows.csv?token=secret#secret": "https://money.example/rows.csv",
      "https://money.example/a@b/rows.csv": "https://money.example/a@b/rows.csv",
      "/srv/rows?.csv": "/srv/rows?.csv",
      "upload:rows.csv": "upload:rows.csv",
    };
    for (const [url, shown] of Object.entries(cases)) assert.equal(auditedSource(url), shown);
  });
});
