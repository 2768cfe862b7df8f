import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { sortFeatured } from "#src/calls/views/pages/featured-datasets.js";
import type { DatasetOverview } from "#src/calls/views/pages/dataset-overview.js";

interface Given {
  readonly name: string;
  readonly years: readonly number[];
  /** Years of which only some months are there. */
  readonly partial?: readonly number[];
  readonly entries?: number;
  readonly languages?: readonly string[];
}

function namesInOrder(given: readonly Given[], language = "en-GB"): string {
  const candidates = given.map(({ name, years, partial = [], entries = 1, languages = [] }) => ({
    dataset: { name, num_entries: entries, languages },
    figures: {
      year: { years: years.map(String), parts: new Map(partial.map((year) => [String(year), {}])) },
    } as unknown as DatasetOverview,
  }));
  return sortFeatured(candidates, language)
    .map(({ dataset }) => dataset.name)
    .join(" ");
}

const THIS_YEAR = new Date().getFullYear();

describe("the dataset that is featured", () => {
  it("is the one with the newest whole year, then with the most years, then with the most entries", () => {
    assert.equal(
      namesInOrder([
        { name: "old", years: [2001, 2002, 2003], entries: 99 },
        { name: "few", years: [2009, 2010, 2011], entries: 7 },
        { name: "part", years: [2008, 2009, 2010, 2012], partial: [2012] },
        { name: "many", years: [2008, 2009, 2010, 2011] },
        { name: "large", years: [2009, 2010, 2011], entries: 8 },
      ]),
      "many large few part old",
    );
  });

  it("is none of less than three whole years, nor in a language of others, if there is another", () => {
    const given = [
      { name: "french", years: [2021, 2022, 2023], languages: ["fr"] },
      { name: "short", years: [2022, 2023] },
      { name: "parts", years: [2018, 2019, 2020], partial: [2018], languages: ["en"] },
      { name: "both", years: [2001, 2002, 2003], languages: ["fr", "en"] },
    ];
    assert.equal(namesInOrder(given), "both parts short french");
    assert.equal(namesInOrder(given, "fr"), "french both short parts");
  });

  it("is not one whose plans only reach farther than this year", () => {
    assert.equal(
      namesInOrder([
        { name: "plan", years: [THIS_YEAR - 1, THIS_YEAR, THIS_YEAR + 9] },
        { name: "now", years: [THIS_YEAR - 3, THIS_YEAR - 2, THIS_YEAR - 1, THIS_YEAR] },
      ]),
      "now plan",
    );
  });

  it("does not depend on the order in which they are given, nor on figures that could not be read", () => {
    const given = [
      { name: "b", years: [2011] },
      { name: "a", years: [2011] },
    ];
    assert.equal(namesInOrder(given), "a b");
    assert.equal(namesInOrder(given.toReversed()), "a b");
    const unread = sortFeatured([{ dataset: { name: "x", num_entries: 1, languages: [] }, figures: null }], "en");
    assert.equal(unread.length, 1);
  });
});
