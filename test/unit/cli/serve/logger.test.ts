import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createLogger } from "#src/cli/serve/logger.js";

function logged(format: string, log: (logger: ReturnType<typeof createLogger>) => void): string {
  let text = "";
  log(createLogger("info", format, { write: (line) => void (text += line) }));
  return text;
}

describe("the log as text", () => {
  it("has time, level, message and fields on a line", () => {
    const text = logged("text", (logger) => {
      logger.warn({ status: 200, target: "/a b", route: "/{dataset}", by: null }, "slow query");
    });
    assert.match(
      text,
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}Z warn  slow query status=200 target="\/a b" route=\/\{dataset\} by=null\n$/,
    );
  });

  it("has no keys, and nothing that steers a terminal or forges a line", () => {
    const key = `ada.${"x".repeat(43)}`;
    const text = logged("text", (logger) => logger.info({ q: `${key}\u001B[2J\nerror` }, `a\nb\u001B[2J`));
    assert.equal(text.split("\n").length, 2);
    assert.doesNotMatch(text, new RegExp(`${key}|\\u001B`));
  });

  it("shows where an error comes from", () => {
    const text = logged("text", (logger) => logger.fatal({ err: new Error("broken") }, "the server failed"));
    assert.match(text, /fatal the server failed\n {2}Error: broken\n {6}at /);
  });

  it("is JSON by default", () => {
    const { level, msg } = JSON.parse(logged("json", (logger) => logger.info("x"))) as { level: number; msg: string };
    assert.deepEqual([level, msg], [30, "x"]);
  });
});
