#!/usr/bin/env node
// Versions of Node that cannot run the program must be able to read this file: it imports nothing before the check, and
// uses no recent syntax.
const [major, minor] = process.versions.node.split(".").map(Number) as [number, number];

if ((major === 20 && minor >= 15) || major === 22 || major === 24) {
  // The single executable is a CommonJS script, which allows no top-level await.
  void import("./cli/load-program.js")
    .then(({ loadProgram }) => loadProgram())
    .then(({ run }) => run(process.argv.slice(2), process.env))
    .then((status) => {
      process.exitCode = status;
    });
} else {
  process.stderr.write(
    `error: spendcube needs Node 20 (20.15 or newer), 22 or 24, and this is Node ${process.versions.node}; ` +
      "install one of those, or use the single executable\n",
  );
  process.exitCode = 1;
}
