import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { DescribedRoute } from "#src/web/http/openapi/described-route.js";
import { makeRoutes } from "#src/features/features.js";
import { CALL_PARAMETERS, PARAMETERS_OF_PAGES } from "#src/core/query/call-parameters.js";
import { contextOf } from "../../fixtures.js";

type NamesByPath = Readonly<Partial<Record<string, readonly string[]>>>;

/** True for parameters of the explorer that only an address without a state may have. */
function isOfView(path: string, name: string): boolean {
  return /\/(explore|embed)$/.test(path) && ["_view", "year"].includes(name);
}

describe("the parameters that warnings know", () => {
  const routes = makeRoutes(contextOf([])).filter(({ about }) => about.screen === undefined);
  const namesOf = ({ about }: DescribedRoute): readonly string[] => (about.parameters ?? []).map(({ name }) => name);

  for (const path of new Set([...Object.keys(CALL_PARAMETERS), ...Object.keys(PARAMETERS_OF_PAGES)])) {
    const known = [...((CALL_PARAMETERS as NamesByPath)[path] ?? []), ...(PARAMETERS_OF_PAGES[path] ?? [])];
    it(`are those that OpenAPI describes for ${path}`, () => {
      const described = namesOf(routes.find((route) => route.path === path)!);
      const own = described.filter((name) => !isOfView(path, name));
      assert.deepEqual(new Set(own), new Set(known));
    });
  }

  it("leave no parameter of a call out", () => {
    const known = [...Object.values<readonly string[]>(CALL_PARAMETERS), ...Object.values(PARAMETERS_OF_PAGES)].flat();
    assert.deepEqual(new Set(known), new Set(routes.flatMap(namesOf)));
  });
});
