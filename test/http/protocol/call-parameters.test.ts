import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { DescribedRoute } from "#src/web/http/openapi/described-route.js";
import { FEATURES, makeRoutes } from "#src/features/features.js";
import { CALL_PARAMETERS, PARAMETERS_OF_PAGES } from "#src/core/query/call-parameters.js";
import { contextOf } from "../../fixtures.js";

/** True for parameters of the explorer that only an address without a state may have. */
function isOfView(path: string, name: string): boolean {
  return /\/(explore|embed)$/.test(path) && ["_view", "year"].includes(name);
}

describe("the parameters that warnings know", () => {
  const routes = makeRoutes(contextOf([])).filter(({ about }) => about.screen === undefined);
  const namesOf = ({ about }: DescribedRoute): readonly string[] => (about.parameters ?? []).map(({ name }) => name);

  const ofFeatures = FEATURES.flatMap(({ parameters = {} }) =>
    Object.entries(parameters).map(([path, { names }]) => [path, names] as const),
  );
  const entries = [
    ...Object.entries<readonly string[]>(CALL_PARAMETERS),
    ...Object.entries(PARAMETERS_OF_PAGES),
    ...ofFeatures,
  ];

  for (const path of new Set(entries.map(([each]) => each))) {
    const known = entries.filter(([each]) => each === path).flatMap(([, names]) => names);
    it(`are those that OpenAPI describes for ${path}`, () => {
      const described = namesOf(routes.find((route) => route.path === path)!);
      const own = described.filter((name) => !isOfView(path, name));
      assert.deepEqual(new Set(own), new Set(known));
    });
  }

  it("leave no parameter of a call out", () => {
    const known = entries.flatMap(([, names]) => names);
    assert.deepEqual(new Set(known), new Set(routes.flatMap(namesOf)));
  });
});
