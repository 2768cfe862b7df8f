import { relative } from "node:path";
import type { TestEvent } from "node:test/reporters";

/** Results of the tests of one file. */
interface FileResult {
  passed: number;
  failed: number;
  skipped: number;
  milliseconds: number;
}

type Failure = Extract<TestEvent, { type: "test:fail" }>["data"];

const ROOT = ".build/test";

/** Maximum number of characters of a line of an error. */
const MAX_LINE = 500;

/**
 * Report a line for each file of tests, every failure with its error where it happens, and at the end the skipped
 * tests, the failed ones in short, the slowest files and the counts: `N passed, N failed, N skipped`.
 */
// oxlint-disable-next-line import/no-default-export -- the form that the test runner takes
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const files = new Map<string, FileResult>();
  const skipped: string[] = [];
  const failed: string[] = [];
  const titles: string[] = [];
  let current: string | undefined;
  for await (const { type, data } of events) {
    if (type === "test:stderr" || type === "test:stdout") yield data.message;
    if (type === "test:start") titles[data.nesting] = data.name;
    if (type !== "test:pass" && type !== "test:fail") continue;
    const isGrouped = titles[0]?.endsWith(".test.js") === true;
    const name = nameOf(isGrouped ? titles[0] : data.file);
    // Events of a file come together.
    if (current !== undefined && current !== name) yield describeFile(current, files.get(current)!);
    current = name;
    const isFile = data.nesting === 0 && nameOf(data.name) === name;
    const result = files.get(name) ?? { passed: 0, failed: 0, skipped: 0, milliseconds: 0 };
    files.set(name, result);
    const title = [...titles.slice(isGrouped ? 1 : 0, data.nesting), data.name].join(" › ");
    if (data.details.type !== "suite" && !isFile) {
      if (data.skip !== undefined && data.skip !== false) {
        result.skipped++;
        skipped.push(`${name}: ${title} (${String(data.skip)})`);
      } else if (type === "test:pass") result.passed++;
    }
    if (type === "test:fail" && !isOfParts(data)) {
      result.failed++;
      const error = explainError(data);
      failed.push(`${name}: ${title} (${cut(error.slice(0, error.indexOf("\n")))})`);
      yield `FAIL ${name}: ${title}\n${indent(error)}\n`;
    }
    if (data.nesting === 0) result.milliseconds += data.details.duration_ms;
  }
  if (current !== undefined) yield describeFile(current, files.get(current)!);
  yield summarize(files, skipped, failed);
}

/** True if a suite failed because of its tests, which were reported. */
function isOfParts({ details }: Failure): boolean {
  const { failureType } = details.error as Error & { readonly failureType?: string };
  return failureType === "subtestsFailed";
}

function explainError({ details, file, line }: Failure): string {
  const { cause, stack } = details.error;
  const error = cause instanceof Error ? (cause.stack ?? cause.message) : (stack ?? String(cause));
  // Of a random case, what is wrong with it.
  const reason = cause instanceof Error && cause.cause instanceof Error ? `\nbecause ${cause.cause.message}` : "";
  return `${error}${reason}\nat ${nameOf(file)}:${String(line)}`;
}

function describeFile(name: string, { passed, failed, skipped, milliseconds }: FileResult): string {
  const counts = [`${passed} passed`, failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`];
  return `${failed > 0 ? "FAIL" : "ok  "} ${name}: ${counts.filter(Boolean).join(", ")} (${seconds(milliseconds)})\n`;
}

function summarize(
  files: ReadonlyMap<string, FileResult>,
  skipped: readonly string[],
  failed: readonly string[],
): string {
  const results = [...files.values()];
  const sum = (key: "passed" | "failed" | "skipped"): number => results.reduce((total, each) => total + each[key], 0);
  const slowest = [...files].toSorted(([, a], [, b]) => b.milliseconds - a.milliseconds).slice(0, 5);
  const lines = [
    ...(skipped.length > 0 ? ["", "skipped:", ...skipped.map((each) => `  ${each}`)] : []),
    ...(failed.length > 0 ? ["", "failed:", ...failed.map((each) => `  ${each}`)] : []),
    "",
    `slowest: ${slowest.map(([name, { milliseconds }]) => `${name} ${seconds(milliseconds)}`).join(", ")}`,
    `${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped`,
  ];
  return `${lines.join("\n")}\n`;
}

function nameOf(file: string | undefined): string {
  return file === undefined ? "tests" : relative(ROOT, file).replace(/\.test\.js$/, "");
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

function indent(text: string): string {
  return text
    .split("\n")
    .map((line) => `  ${cut(line)}`)
    .join("\n");
}

function cut(line: string): string {
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line;
}
