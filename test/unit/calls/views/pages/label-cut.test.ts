import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ANONYMOUS } from "#src/access/actor.js";
import type { Context } from "#src/calls/context.js";
import type { PageScope } from "#src/calls/views/pages/page-scope.js";
import { labelCut } from "#src/calls/views/pages/label-cut.js";
import { parseCuts } from "#src/core/query/syntax/cut-clause.js";
import { createLocale } from "#src/web/pages/parts/page-locale.js";
import { sayPhrase } from "#src/web/pages/parts/say-phrase.js";
import { spendingDataset } from "../../../../fixtures.js";

const dataset = spendingDataset([{ id: "a", paid: 1n, code: "1", function: "Health" }]);
const context = { maxCells: 10, maxSeconds: 60, maxAnonymousSeconds: 60 } as Context;
const scope: PageScope = { context, actor: ANONYMOUS, dataset, origin: "http://x.example" };

describe("labels of cuts", () => {
  for (const [cut, label] of [
    ["cofog1:1", "Function: Health"],
    ["!cofog1:1", "Function: not Health"],
    ["cofog1.label:Health", "Function: Health"],
    ["year:2009", "2009"],
    ["!year:2009", "not 2009"],
    ["year:[2005 TO 2007]", "2005 to 2007"],
    ["!year:[2005 TO 2007]", "not 2005 to 2007"],
    ["year:{2005 TO *]", "after 2005"],
    ["year:[2005 TO 2007}", "from 2005, before 2007"],
    ["rate:[* TO 9]", "rate: up to 9"],
    ["rate:[* TO *]", "rate: any value"],
    ["nothing:1", "nothing: 1"],
  ] as const) {
    it(`say ${label} of ${cut}`, async () => {
      const [clause] = parseCuts(cut, assert.fail);
      assert.equal(sayPhrase(createLocale("en", "http://x.example"), await labelCut(scope, clause!)), label);
    });
  }
});
