import { readFileSync, writeFileSync } from "node:fs";

/** A lock file of npm: packages by their places, that of the project itself at `""`. */
interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: true; readonly devDependencies?: unknown }>>;
}

// Writes the part of the lock file that users install into the published package: npm then installs what was tested,
// the HTTP addon included, and checks its SHA-512. npm would install packages for development, too.

const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as Lock;
const packages = Object.entries(lock.packages)
  .filter(([, { dev }]) => dev !== true)
  .map(([place, described]) => [place, { ...described, devDependencies: undefined }]);
const written = { ...lock, packages: Object.fromEntries(packages) };
writeFileSync("npm-shrinkwrap.json", `${JSON.stringify(written, null, 2)}\n`);
