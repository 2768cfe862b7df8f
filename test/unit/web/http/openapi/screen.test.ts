import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { SHOW_SIGN_IN, SHOW_UPLOAD } from "#src/web/http/openapi/browser.js";
import { describeScreen } from "#src/web/http/openapi/screen.js";

describe("the description of a page with a form", () => {
  it("has the parameters of the page, and those of its path", () => {
    const queriesOf = (path: string, about: typeof SHOW_UPLOAD): unknown => {
      const route = {
        method: "GET",
        path,
        kind: "resource",
        formats: ["html"],
        about,
        call: () => assert.fail(),
      } as const;
      return describeScreen(route, {}).parameters;
    };
    const dataset = { name: "dataset", in: "query", example: "uk-spending" };
    const [described, ...others] = queriesOf("/datasets/new", SHOW_UPLOAD) as readonly Record<string, unknown>[];
    assert.deepEqual([{ ...described, ...dataset }, others], [described, []]);
    const [segment, next] = queriesOf("/{dataset}/login", SHOW_SIGN_IN) as readonly Record<string, unknown>[];
    assert.deepEqual([segment, next!.name], [{ $ref: "#/components/parameters/dataset" }, "next"]);
  });
});
