import assert from "node:assert/strict";
import { it } from "node:test";
import { errorText, readErrorSentence } from "#src/core/errors/error-text.js";
import { describeRun } from "#src/calls/publishing/loads/describe-run.js";
import { completeRun } from "#src/calls/publishing/loads/end-runs.js";
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

it("warnings of runs keep their codes and values, and are said in the words of today", () => {
  const warning = `cut: ${errorText("series_with_gap", { places: `${PATH} 2009` })}`;
  const ended = completeRun({ ...runOf(PATH), warnings: [warning, "Something else"] }, { numEntries: 1, totals: [] });
  assert.deepEqual(ended.warningCodes, [readErrorSentence(warning), null]);
  const stored = JSON.parse(JSON.stringify(ended)) as Run;
  const codes = [
    { code: "series_with_gap", values: { places: `${PATH} 2009` } },
    { code: "other", values: {} },
  ];
  const described = describeRun(stored, "http://town.example");
  assert.deepEqual([described.warnings, described.warning_codes], [ended.warnings, codes]);
  // As an earlier version, whose words were others, wrote it.
  const reworded = { ...stored, warnings: ["cut: a gap in 2009", "Something else"] };
  assert.deepEqual(describeRun(reworded, "http://town.example").warnings, ended.warnings);
  const unknown = {
    ...reworded,
    warningCodes: [{ ...ended.warningCodes![0]!, code: "of_later" as "other_site" }, null],
  };
  assert.deepEqual(describeRun(unknown, "http://town.example").warnings, reworded.warnings);
  // Before there were codes.
  const { warningCodes: _, ...plain } = stored;
  assert.deepEqual(describeRun(plain, "http://town.example").warning_codes, codes);
  const [read] = readableRuns([{ ...stored, managers: [] }], actorCalled(null), undefined);
  assert.doesNotMatch(JSON.stringify(read), /hidden/);
});
