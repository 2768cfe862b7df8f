import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { countSheetRows } from "#src/calls/reading/describe/about-sheet.js";
import { InvalidQuery } from "#src/core/errors/errors.js";

describe("the rows of a sheet", () => {
  it("may be as many as a sheet has below its header", () => {
    countSheetRows(1_048_575, { first: 0, pagesize: 2_000_000 });
    countSheetRows(5_000_000, { first: 0, pagesize: 1_048_575 });
    countSheetRows(2_000_000, { first: 1_000_000, pagesize: 2_000_000 });
  });

  it("are refused if they are more, with the way out", () => {
    const refused = (error: unknown): boolean => error instanceof InvalidQuery && /format=csv/.test(error.message);
    assert.throws(() => countSheetRows(1_048_576, { first: 0, pagesize: 2_000_000 }), refused);
    assert.throws(() => countSheetRows(5_000_000, { first: 1, pagesize: 1_048_576 }), refused);
  });
});
