import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { DescribedRoute } from "#src/http/openapi/described-route.js";
import { makeRoutes } from "#src/http/routes/routes.js";
import { CALL_PARAMETERS } from "#src/query/call-parameters.js";
import { contextOf } from "../fixtures.js";

describe("the parameters that warnings know", () => {
  const routes = makeRoutes(contextOf([])).filter(({ about }) => about.screen === undefined);
  const namesOf = ({ about }: DescribedRoute): readonly string[] => (about.parameters ?? []).map(({ name }) => name);

  for (const [path, names] of Object.entries(CALL_PARAMETERS)) {
    it(`are those that OpenAPI describes for ${path}`, () =>
      assert.deepEqual(namesOf(routes.find((route) => route.path === path)!).toSorted(), names.toSorted()));
  }

  it("leave no parameter of a call out", () => {
    const known = Object.values<readonly string[]>(CALL_PARAMETERS).flat();
    assert.deepEqual(new Set(known), new Set(routes.flatMap(namesOf)));
  });
});
