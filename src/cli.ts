#!/usr/bin/env node
import { run } from "./cli/program.js";

// The single executable is a script, in which nothing can be awaited out here.
void run(process.argv.slice(2), process.env).then((status) => {
  process.exitCode = status;
});
