import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { figureLinks, searchLink } from "#src/web/pages/parts/data-links.js";

const ORIGIN = "https://money.example";

describe("links to data", () => {
  for (const [count, formats] of [
    [1_048_575, ["JSON", "CSV", "XLSX"]],
    [1_048_576, ["JSON", "CSV"]],
  ] as const) {
    it(`lead to ${formats.join(", ")} of ${count} entries`, () => {
      const { urls } = searchLink("All entries", ORIGIN, "dataset=town", count);
      assert.deepEqual(
        urls,
        formats.map((format) => {
          const rest = format === "JSON" ? "" : `&format=${format.toLowerCase()}`;
          return [format, `${ORIGIN}/api/2/search?dataset=town${rest}`];
        }),
      );
    });
  }

  it("lead to a figure as a workbook", () => {
    const [link] = figureLinks("Totals", ORIGIN, { query: "dataset=town&drilldown=year", added: [] });
    const url = `${ORIGIN}/api/2/aggregate?dataset=town&drilldown=year&format=xlsx`;
    assert.ok(link!.urls.some(([format, each]) => format === "XLSX" && each === url));
  });
});
