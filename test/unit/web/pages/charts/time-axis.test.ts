import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { chooseTicks, fillGaps, namePeriod } from "#src/web/pages/charts/time-axis.js";

describe("the axis of time", () => {
  const cases: readonly (readonly [labels: readonly string[], filled: readonly string[]])[] = [
    [
      ["2009", "2011"],
      ["2009", "2010", "2011"],
    ],
    [
      ["2009/10", "2011/12"],
      ["2009/10", "2010/11", "2011/12"],
    ],
    [
      ["1998/99", "2000/01"],
      ["1998/99", "1999/00", "2000/01"],
    ],
    [
      ["200911", "201002"],
      ["200911", "200912", "201001", "201002"],
    ],
    [
      ["2012-02-28", "2012-03-01"],
      ["2012-02-28", "2012-02-29", "2012-03-01"],
    ],
    [
      ["North", "South"],
      ["North", "South"],
    ],
    [
      ["0001-01-01", "9999-12-31"],
      ["0001-01-01", "9999-12-31"],
    ],
    [[], []],
  ];
  for (const [labels, filled] of cases) {
    it(`from ${labels.join(" to ")} has every period between`, () => assert.deepEqual(fillGaps(labels), filled));
  }

  it("has labels at beginnings of years if there is no room for all months or days", () => {
    const months = fillGaps(["200907", "201206"]);
    assert.deepEqual(chooseTicks(months, 8, namePeriod), [
      { at: "201001", text: "2010" },
      { at: "201101", text: "2011" },
      { at: "201201", text: "2012" },
    ]);
    const days = fillGaps(["2009-12-30", "2013-01-02"]);
    assert.deepEqual(
      chooseTicks(days, 2, namePeriod).map(({ at }) => at),
      ["2010-01-01", "2012-01-01"],
    );
    assert.deepEqual(chooseTicks(["200907"], 8, namePeriod), [{ at: "200907", text: "2009-07" }]);
  });
});
