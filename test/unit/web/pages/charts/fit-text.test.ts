import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fitLine, fitText, textWidth } from "#src/web/pages/charts/fit-text.js";

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
