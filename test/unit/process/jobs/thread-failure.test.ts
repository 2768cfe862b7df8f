import assert from "node:assert/strict";
import { stat } from "node:fs/promises";
import { describe, it } from "node:test";
import {
  BadSource,
  ClusterFailure,
  DamagedStore,
  EngineUnreachable,
  InvalidModel,
  InvalidQuery,
  NotFound,
  OverCapacity,
  TooManyCells,
  UserError,
} from "#src/core/errors/errors.js";
import { ServerError, unreachable } from "#src/engines/clickhouse/client/failures.js";
import { InvalidForm } from "#src/calls/views/pages/invalid-form.js";
import { parameters } from "#src/core/query/parameters.js";
import { NO_QUERY_MEMORY } from "#src/process/executors/messages.js";
import { LoadFailed, type LoadReport } from "#src/sources/ingest/report.js";
import { OutOfMemory } from "#src/engines/kernel/memory/errors.js";
import { describeFailure, reviveFailure } from "#src/process/jobs/thread-failure.js";

function sendAcross(error: unknown): Error {
  return reviveFailure(structuredClone(describeFailure(error)));
}

describe("an error from the thread of a load", () => {
  it("has its family again, with all messages", () => {
    for (const Family of [BadSource, DamagedStore, InvalidModel, OverCapacity]) {
      const revived = sendAcross(new Family(["one", "two"]));
      assert.ok(revived instanceof Family);
      assert.deepEqual([revived.name, revived.errors], [Family.name, ["one", "two"]]);
    }
  });

  it("keeps what a cluster said", () => {
    const failed = sendAcross(new ServerError(48, "Code: 48. DB::Exception: no"));
    assert.ok(failed instanceof ClusterFailure);
    assert.equal(failed.message, "Code: 48. DB::Exception: no");
    const lost = sendAcross(unreachable(new Error("connect ECONNREFUSED 10.0.0.1:8123")));
    assert.ok(lost instanceof EngineUnreachable);
    assert.equal((lost.cause as Error).message, "connect ECONNREFUSED 10.0.0.1:8123");
  });

  it("has the closest family that all threads know, without what cannot be sent", () => {
    const invalid = new InvalidForm(["page: is not a number"], parameters([]), () => assert.fail("shown"));
    const revived = sendAcross(invalid);
    assert.ok(revived instanceof InvalidQuery);
    assert.deepEqual((revived as InvalidQuery).errors, invalid.errors);
  });

  it("has the report of rows that cannot be loaded", () => {
    const report: LoadReport = {
      rowsRead: 2,
      rowsBlank: 0,
      entriesCreated: 0,
      entriesUpdated: 0,
      rowsRepeated: 0,
      rowsRejected: 1,
      bytesRead: 9,
      bytesTotal: 9,
      numErrors: 1,
      groups: [],
      warnings: [],
      control: [],
      errors: [{ row: 2, column: "a", attribute: "b", datatype: "float", value: "x", message: "No" }],
      encoding: "utf-8",
      delimiter: ";",
    };
    const revived = sendAcross(new LoadFailed(report));
    assert.ok(revived instanceof LoadFailed);
    assert.deepEqual(revived.report, report);
  });

  it("is one of the operating system again, which a command explains", async () => {
    const lost = await stat("/nowhere").catch((error: NodeJS.ErrnoException) => error);
    const revived = sendAcross(lost) as NodeJS.ErrnoException;
    assert.deepEqual({ ...revived }, { ...lost });
    assert.equal(revived.syscall, "stat");
  });

  it("says that there was not enough memory, wherever memory ran out", () => {
    const ofThread = Object.assign(new Error("Worker terminated"), { code: "ERR_WORKER_OUT_OF_MEMORY" });
    const errors = [new OutOfMemory(1), new RangeError("Array buffer allocation failed"), ofThread];
    for (const error of errors) assert.ok(sendAcross(error) instanceof OverCapacity);
  });

  it("stays an internal error if it was one, with its stack", () => {
    for (const bug of [new TypeError("x is not a function"), new RangeError("Invalid time value")]) {
      const revived = sendAcross(bug);
      assert.ok(!(revived instanceof UserError));
      assert.deepEqual([revived.message, revived.stack], [bug.message, bug.stack]);
    }
    const system = sendAcross(Object.assign(new Error("no space"), { code: "ENOSPC" }));
    assert.equal((system as NodeJS.ErrnoException).code, "ENOSPC");
  });
});

/** An error as it arrives in another thread. */
function pass(error: unknown): Error {
  return reviveFailure(structuredClone(describeFailure(error, NO_QUERY_MEMORY)));
}

describe("the failure of a call that passes between threads", () => {
  it("keeps the class, every sentence and the fields of an error", () => {
    const near = [{ label: "Town", path: "/town" }];
    const missing = pass(new NotFound(["no", "nothing"], { near })) as NotFound;
    assert.ok(missing instanceof NotFound && missing instanceof UserError);
    assert.deepEqual([missing.name, missing.message, missing.errors], ["NotFound", "no\nnothing", ["no", "nothing"]]);
    assert.deepEqual([missing.near, missing.above], [near, null]);
    const many = pass(new TooManyCells(7));
    assert.ok(many instanceof TooManyCells && many instanceof InvalidQuery);
    assert.match(many.message, /more than 7 cells/);
  });

  it("is a refusal if memory was short, and else what it was", () => {
    assert.match(pass(new OutOfMemory(5)).message, /not enough memory for this query/);
    const bug = pass(Object.assign(new TypeError("a bug"), { code: "EX" })) as NodeJS.ErrnoException;
    assert.ok(!(bug instanceof UserError));
    assert.deepEqual([bug.message, bug.code], ["a bug", "EX"]);
  });
});
