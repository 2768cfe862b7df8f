#!/usr/bin/env node
import { run } from "./cli/program.js";

// The single executable is a CommonJS script, which allows no top-level await.
void run(process.argv.slice(2), process.env).then((status) => {
  process.exitCode = status;
});
