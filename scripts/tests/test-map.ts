import { readFileSync } from "node:fs";

/** Files of `src` that each file of tests runs. */
export type TestMap = Readonly<Record<string, readonly string[]>>;

/** Where the map is kept. */
export const TEST_MAP = ".build/coverage.json";

/** Read the map that `npm run test:coverage` wrote. @throws if there is none */
export function readTestMap(): TestMap {
  try {
    return JSON.parse(readFileSync(TEST_MAP, "utf8")) as TestMap;
  } catch (cause) {
    throw new Error(`There is no ${TEST_MAP}: npm run test:coverage writes it`, { cause });
  }
}

/**
 * List the tests that run a file, the nearest first: the test at its own path, then those that run the fewest files.
 * @param file path of a file of `src`
 */
export function findTests(map: TestMap, file: string): readonly string[] {
  const own = file.replace(/^src\//, "test/unit/").replace(/\.ts$/, "");
  const isOwn = (test: string): boolean => test.startsWith(`${own}.`);
  const size = (test: string): number => map[test]!.length;
  return Object.keys(map)
    .filter((test) => map[test]!.includes(file))
    .toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)) || size(a) - size(b) || (a < b ? -1 : 1));
}
