import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Runs } from "#src/calls/publishing/loads/runs.js";
import { trimRuns } from "#src/calls/publishing/loads/trim-runs.js";
import { wholeError } from "#src/calls/publishing/loads/run.js";
import { Unwritable } from "#src/core/errors/errors.js";
import type { Catalog } from "#src/store/catalog.js";
import { doneRun, memoryCatalog } from "../../../../fixtures.js";

const queued = (id: number, dataset = "town") =>
  doneRun({ id, dataset, status: "queued", started: null, ended: null, errors: [], numErrors: 0, outcome: null });

const errors = (count: number) => Array.from({ length: count }, (_, at) => wholeError(`error ${at}`));

describe("runs", () => {
  it("are listed with their progress, the most recent first", async () => {
    const runs = new Runs(memoryCatalog());
    await runs.begin([queued(1), queued(2)]);
    await runs.begin([queued(1, "city")]);
    runs.update({ ...queued(1), status: "running" });
    assert.deepEqual(
      runs.of("town").map(({ id, status }) => [id, status]),
      [
        [2, "queued"],
        [1, "running"],
      ],
    );
    await runs.end([doneRun({ id: 1 })]);
    assert.equal(runs.find("town", 1)!.status, "running", "its dataset is not free yet");
    runs.showEnd([queued(1)]);
    assert.deepEqual([runs.find("town", 1)!.status, runs.find("city", 1)!.status], ["complete", "queued"]);
    assert.equal(runs.find("city", 2), undefined);
  });

  it("that an earlier process left unfinished are shown as failed, before and after that is stored", async () => {
    const catalog = memoryCatalog();
    await new Runs(catalog).begin([queued(1), queued(2)]);
    const runs = new Runs(catalog);
    await runs.begin([queued(3)]);
    const check = (): void => {
      assert.deepEqual(
        runs.of("town").map(({ status }) => status),
        ["queued", "failed", "failed"],
      );
      assert.match(runs.find("town", 1)!.errors[0]!.message, /^The server was stopped before this run was done/);
    };
    check();
    await runs.settle();
    check();
    const kept = new Runs(catalog).find("town", 2)!;
    assert.ok(kept.status === "failed" && kept.ended !== null);
  });

  it("that cannot be stored do not start, but do end", async () => {
    const catalog = memoryCatalog();
    let isFull = false;
    const advisor: Pick<Catalog, "runs" | "changeRuns"> = {
      get runs() {
        return catalog.runs;
      },
      changeRuns: (change) => (isFull ? Promise.reject(new Unwritable("no space")) : catalog.changeRuns(change)),
    };
    const runs = new Runs(advisor);
    await runs.begin([queued(1)]);
    isFull = true;
    await assert.rejects(runs.begin([queued(2)]), Unwritable);
    assert.equal(runs.find("town", 2), undefined);
    const failed = doneRun({ id: 1, status: "failed" });
    await assert.rejects(runs.fail([failed]), Unwritable);
    runs.showEnd([failed]);
    assert.equal(runs.find("town", 1)!.status, "failed");
  });
});

describe("trimmed runs", () => {
  it("are the last fifty of a dataset, and every one that is not over", () => {
    const runs = [
      queued(1),
      ...Array.from({ length: 60 }, (_, at) => doneRun({ id: at + 2 })),
      doneRun({ dataset: "city" }),
    ];
    const kept = trimRuns(runs);
    assert.deepEqual(
      kept.filter(({ dataset }) => dataset === "town").map(({ id }) => id),
      [1, ...Array.from({ length: 50 }, (_, at) => at + 12)],
    );
    assert.equal(kept.at(-1)!.dataset, "city");
  });

  it("have all errors in the last runs of a dataset, and the first few in the others", () => {
    const runs = Array.from({ length: 5 }, (_, at) => doneRun({ id: at + 1, numErrors: 1500, errors: errors(900) }));
    assert.deepEqual(
      trimRuns(runs).map(({ errors: kept, numErrors }) => [kept.length, numErrors]),
      [10, 10, 10, 900, 900].map((length) => [length, 1500]),
    );
  });

  it("fit into a manifest, for any number of datasets", () => {
    const runs = Array.from({ length: 3000 }, (_, at) =>
      doneRun({ id: 1, dataset: `town${at}`, numErrors: 1000, errors: errors(1000) }),
    );
    const kept = trimRuns(runs);
    assert.equal(kept.length, 2000);
    assert.equal(kept.at(-1)!.dataset, "town2999");
    const whole = kept.filter((run) => run.errors.length === 1000);
    assert.equal(whole.length, 20);
  });
});
