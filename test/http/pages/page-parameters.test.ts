import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ANONYMOUS } from "#src/access/actor.js";
import { CROSSTAB_FORMS } from "#src/calls/views/pages/crosstab.js";
import { InvalidQuery } from "#src/core/errors/errors.js";
import { Cancel } from "#src/web/http/message/cancel.js";
import type { CallInput } from "#src/web/http/message/route.js";
import type { DescribedRoute } from "#src/web/http/openapi/described-route.js";
import { makeRoutes } from "#src/features/features.js";
import { COMMON_PARAMETERS } from "#src/core/query/call-parameters.js";
import { type Parameters, parameters } from "#src/core/query/parameters.js";
import { contextOf, spendingDataset } from "../../fixtures.js";
import { ROWS } from "./explore-town.js";

/** Values of the segments of paths. */
const SEGMENTS: Readonly<Record<string, string>> = {
  dataset: "town",
  dimension: "region",
  name: "North",
  taxonomy: "region",
  file: "model",
};

/** Parameters that make others be read. */
const GIVEN: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  "/{dataset}/explore": [["above", "1"]],
  "/{dataset}/embed": [["above", "1"]],
  "/{dataset}/entries": [["min", "1"]],
  "/{dataset}/{dimension}/{name}/entries": [["min", "1"]],
  "/explore/tax": [["income", "much"]],
  "/reconcile/preview": [["id", "region/North"]],
  ...Object.fromEntries(
    CROSSTAB_FORMS.map((format) => [
      `/{dataset}/explore.${format}`,
      [
        ["drilldown", "region|cofog1"],
        ["chart", "pivot"],
      ],
    ]),
  ),
};

/** Parameters that are read with others and have no effect. */
const WITHOUT_EFFECT: Readonly<Record<string, readonly string[]>> = {
  "/search": ["pagesize"],
  "/{dataset}/{dimension}": ["pagesize"],
};

/** Collect the names that are asked for. */
function recordParameters(pairs: readonly (readonly [string, string])[], read: Set<string>): Parameters {
  const given = parameters(pairs);
  const noting =
    <Result>(ask: (name: string) => Result) =>
    (name: string): Result => {
      read.add(name);
      return ask(name);
    };
  return { ...given, get: noting(given.get), all: noting(given.all), has: noting(given.has) };
}

/** Call a route as a browser does, and return the names of the parameters that it reads. */
async function readBy(route: DescribedRoute): Promise<ReadonlySet<string>> {
  const read = new Set<string>();
  const pairs = GIVEN[route.path] ?? [];
  const format = route.formats[0]!;
  const input = {
    parameters: recordParameters(pairs, read),
    pairs,
    segments: new Map(Object.entries(SEGMENTS)),
    actor: ANONYMOUS,
    origin: "https://money.example",
    language: "en",
    format,
    cancel: new Cancel(),
  };
  try {
    const outcome = await route.call(input as unknown as CallInput);
    if ("formats" in outcome) await outcome.formats[format]!();
  } catch (error) {
    // A page of errors has read everything, too.
    if (!(error instanceof InvalidQuery)) throw error;
  }
  return read;
}

describe("the parameters that OpenAPI lists", () => {
  const routes = makeRoutes(contextOf([spendingDataset(ROWS)]));
  const ofPages = routes.filter(
    ({ method, about, path, formats }) =>
      method === "GET" &&
      about.screen === undefined &&
      (formats.includes("html") || path.includes("/explore.")) &&
      !/\{(id|source|row|run|draft)\}|changes$/.test(path),
  );
  for (const route of ofPages) {
    it(`are those that the page ${route.path} reads`, async () => {
      const listed = (route.about.parameters ?? []).map(({ name }) => name);
      const others = new Set([...COMMON_PARAMETERS, ...(WITHOUT_EFFECT[route.path] ?? [])]);
      const read = [...(await readBy(route))].filter((name) => !others.has(name));
      assert.deepEqual(read.toSorted(), listed.toSorted());
    });
  }
});
