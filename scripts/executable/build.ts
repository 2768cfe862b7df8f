import { writeFileSync } from "node:fs";
import { makeSbom } from "../package/make-sbom.js";
import { makeBinary } from "./make-executable.js";

const path = process.argv[2] ?? "dist/spendcube";
const size = await makeBinary(path);
writeFileSync(`${path}.cdx.json`, `${JSON.stringify(makeSbom(".", process.versions.node), null, 2)}\n`);
process.stderr.write(`${path}: ${(size / 1e6).toFixed(0)} MB, with Node ${process.versions.node}\n`);
