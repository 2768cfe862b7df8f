import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fitLine, fitLines, fitText, textWidth } from "#src/web/pages/charts/fit-text.js";

const NAMES = [
  "Health",
  "NOT IDENTIFIABLE · Running Government",
  "x".repeat(500),
  "word ".repeat(100),
  "النقل والمواصلات في العاصمة والمحافظات الشمالية",
  "財務省 予算".repeat(20),
  "😀".repeat(200),
  "\ud800 alone",
  "",
];

describe("a name in a chart", () => {
  for (const name of NAMES) {
    const title = JSON.stringify(name.slice(0, 20));

    it(`${title} always fits its box`, () => {
      for (const width of [30, 45, 80, 200, 900]) {
        for (const size of [11, 13, 16]) {
          assert.ok(textWidth(fitLine(name, width, size), size) <= width, `a line on ${width}`);
          const lines = fitText(name, width, 100, size);
          assert.ok(lines.length * size * 1.2 <= 100, `${lines.length} lines`);
          for (const line of lines) {
            assert.ok(textWidth(line, size) <= width, `${line} on ${width}`);
            assert.ok(line.isWellFormed());
          }
        }
      }
    });
  }

  it("is complete if it fits", () => {
    assert.equal(fitLine(" Running   Government ", 400, 13), "Running Government");
    assert.deepEqual(fitText("Running Government", 400, 30, 13), ["Running Government"]);
  });

  it("ends in an ellipsis if shortened, and fills its line", () => {
    const line = fitLine("NOT IDENTIFIABLE · Running Government", 140, 13);
    assert.match(line, /^NOT IDENTIF.*…$/);
    assert.deepEqual(fitText("Helping Others administration", 80, 40, 13), ["Helping", "Others…"]);
  });

  it("is omitted if not even its beginning fits", () => {
    assert.deepEqual(fitText("Health", 20, 100, 13), []);
    assert.deepEqual(fitText("Health", 200, 10, 13), []);
  });
});

describe("names side by side", () => {
  const WIDTH = 120;
  const LONG = "Refunds and clawbacks of programmes";

  it("differ after they are shortened, if the names differ at an end", () => {
    const lines = fitLines([`${LONG}, part 1`, `${LONG}, part 2`, `${LONG}, part 2`, "Health"], WIDTH, 13);
    assert.match(lines[0]!, /^Refunds.*….*part 1$/);
    assert.match(lines[1]!, /^Refunds.*….*part 2$/);
    assert.equal(lines[3], "Health");
    for (const line of lines) assert.ok(textWidth(line, 13) <= WIDTH, line);
  });

  it("lose their ends where that tells them apart", () => {
    assert.deepEqual(fitLines([LONG, "Health"], WIDTH, 13), [fitLine(LONG, WIDTH, 13), "Health"]);
  });

  it("fit as any name does", () => {
    for (const name of NAMES) {
      for (const width of [45, 80, 200]) {
        for (const line of fitLines([name, `${name} 1`], width, 13)) {
          assert.ok(textWidth(line, 13) <= width && line.isWellFormed(), line);
        }
      }
    }
  });
});
