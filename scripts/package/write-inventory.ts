import { writeFileSync } from "node:fs";
import { collectInstalledLicences } from "../executable/collect-licences.js";
import { makeSbom } from "./make-sbom.js";

// Writes what is in the published package and what it installs: an inventory, and the licences. Before the shrinkwrap, which npm
// would read instead of the lock file.

writeFileSync("dist/sbom.cdx.json", `${JSON.stringify(makeSbom("."), null, 2)}\n`);
writeFileSync("dist/licences.txt", collectInstalledLicences("."));
