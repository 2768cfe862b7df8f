import assert from "node:assert/strict";

/**
 * Assert that JSON is as it is shown; `…` stands for any value, as a key for any other keys, and at the end of an array for
 * any further elements.
 */
export function assertShown(actual: unknown, shown: unknown, place: string): void {
  if (shown === "…") return;
  if (typeof shown !== "object" || shown === null) {
    assert.equal(actual, shown, place);
    return;
  }
  const [all, some] = [Object.entries(actual as object), Object.entries(shown)];
  const isWhole = !("…" in shown || (Array.isArray(shown) && shown.at(-1) === "…"));
  if (isWhole)
    assert.deepEqual(
      all.map(([key]) => key),
      some.map(([key]) => key),
      place,
    );
  const found = new Map(all);
  for (const [key, value] of some) if (key !== "…") assertShown(found.get(key), value, `${place}.${key}`);
}

/** Assert that a text begins with the lines that are shown; a line may end in `…`. */
export function assertLines(text: string, shown: string): void {
  const lines = text.split(/\r?\n/);
  for (const [at, line] of shown.trimEnd().split("\n").entries()) {
    if (line.endsWith("…")) assert.ok(lines[at]?.startsWith(line.slice(0, -1).trimEnd()), line);
    else assert.equal(lines[at], line);
  }
}

/** Assert that an output is what is shown; `…` stands for any text in a line, and alone in a line for any lines. */
export function assertOutput(output: string, shown: string): void {
  const pattern = shown
    .trimEnd()
    .split("\n")
    .map((line) => (line === "…" ? "(?:.*\n)*?" : `${escape(line.trimEnd()).replaceAll("…", ".*")}[ \t]*\n`))
    .join("");
  const isShown = new RegExp(`^${shown.trim() === "" ? "" : pattern}$`).test(ended(output));
  if (!isShown) assert.equal(output.trimEnd(), shown.trimEnd());
}

function ended(output: string): string {
  const trimmed = output.replaceAll("\r\n", "\n").trimEnd();
  return trimmed === "" ? "" : `${trimmed}\n`;
}

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
