/** Files that take longest, which begin first: else one of them would keep one processor busy at the end. */
export const LONGEST: readonly string[] = [
  "cases.slow",
  "publishing.slow",
  "data-package.slow",
  "leaks.slow",
  "crawl.slow",
  "pages.slow",
  "binary.slow",
  "unions.random",
  "owner.slow",
  "proposals.slow",
  "crashes.slow",
  "backup.slow",
  "damage.slow",
  "write-errors.slow",
  "store-kill.slow",
  "loading.slow",
  "contents.slow",
  "package.slow",
  "soak.slow",
  "examples.slow",
  "load-in-thread.slow",
  "store-full-disk.slow",
  "fuzz.slow",
  "logs.slow",
  "engines.random",
  "cli/load.full",
  "executors.full",
  "serve.full",
  "openapi.full",
];
/** Files of tests that share a process: each loads the program, which takes as long as the tests of ten files. */
const SHARING = 40;

/** Part files of tests into groups that each run in a process, in the order in which they should begin. */
export function groupFiles(files: readonly string[]): readonly (readonly string[])[] {
  const first = LONGEST.flatMap((name) => files.filter((file) => file.endsWith(`/${name}.test.js`)));
  const rest = files.filter((file) => !first.includes(file));
  // Slow tests measure memory, fill disks and kill what they started.
  const isAlone = (file: string): boolean => file.endsWith(".slow.test.js");
  const others = rest.filter((file) => !isAlone(file)).toSorted();
  const shared = Array.from({ length: Math.ceil(others.length / SHARING) }, (_, at) =>
    others.slice(at * SHARING, (at + 1) * SHARING),
  );
  return [...first.map((file) => [file]), ...shared, ...rest.filter(isAlone).map((file) => [file])];
}
