import { makeBinary } from "./make-executable.js";

const path = process.argv[2] ?? "dist/spendcube";
const size = await makeBinary(path);
process.stderr.write(`${path}: ${(size / 1e6).toFixed(0)} MB, with Node ${process.versions.node}\n`);
