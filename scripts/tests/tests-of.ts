import { relative } from "node:path";
import { findTests, readTestMap } from "./test-map.js";

// Prints the files of tests that run a file of src, the nearest first.

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error("Usage: npm run tests-of src/FILE.ts");
  process.exitCode = 2;
} else {
  try {
    const tests = findTests(readTestMap(), relative(".", file));
    for (const test of tests) console.log(test);
    if (tests.length === 0) console.error(`No test runs ${file}`);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
