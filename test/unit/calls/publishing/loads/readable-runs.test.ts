import assert from "node:assert/strict";
import { it } from "node:test";
import { withoutFolder } from "#src/calls/reading/describe/loaded-from.js";
import { readableRuns } from "#src/calls/publishing/loads/readable-runs.js";
import { type Run, wholeError } from "#src/calls/publishing/loads/run.js";
import { NO_COUNTS } from "#src/sources/ingest/counts.js";
import type { Actor } from "#src/access/actor.js";

const PATH = "/srv/hidden/payments.csv";

function runOf(url: string): Run {
  const error = wholeError(`${url} could not be read: see /srv/hidden/log`);
  return {
    dataset: "town",
    id: 1,
    user: "ada",
    managers: ["ada"],
    queued: "2024-01-02T00:00:00.000Z",
    source: { id: 1, url },
    operation: "load",
    status: "failed",
    private: false,
    started: null,
    ended: null,
    counts: NO_COUNTS,
    numErrors: 1,
    errors: [error],
    groups: [{ count: 1, first: [error] }],
    notes: [`Read ${url}`],
    warnings: [`${url} has no totals`],
    outcome: null,
  };
}

function actorCalled(id: string | null): Actor {
  return { id, name: id, admin: false };
}

it("strangers read the names of files of runs, managers their paths", () => {
  const run = runOf(PATH);
  assert.deepEqual(readableRuns([run], actorCalled("ada"), undefined), [run]);
  const [read] = readableRuns([run], actorCalled(null), undefined);
  assert.deepEqual(read!.source, { id: 1, url: "payments.csv" });
  assert.deepEqual(read!.notes, ["Read payments.csv"]);
  assert.doesNotMatch(JSON.stringify(read), /hidden/);
  assert.match(read!.groups![0]!.first[0]!.message, /^payments\.csv could not be read/);
});

it("addresses and names of uploads are read by everybody", () => {
  for (const url of ["https://town.example/a/payments.csv", "upload:payments.csv"]) {
    assert.equal(withoutFolder(url), url);
    const run = runOf(url);
    assert.deepEqual(readableRuns([run], actorCalled("bob"), undefined), [run]);
  }
});
