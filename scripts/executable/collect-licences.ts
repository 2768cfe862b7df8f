import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

interface Package {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  /** Older form of `license`. */
  readonly licenses?: readonly { readonly type: string }[];
  readonly author?: string | { readonly name?: string };
  readonly repository?: string | { readonly url?: string };
}

/** Names of files with a licence, or with notices that must accompany it. */
const TEXTS = /^(licen[cs]e|copying|notice|copyright)/i;
const RULE = "=".repeat(80);

/**
 * Collect the licences of everything in a single executable in one text: the program's own, Node's, and those of the
 * packages to which the files belong, sorted by name.
 * @param root directory of the program
 * @param files files of the program, or of packages below a `node_modules`
 * @throws Error if Node's licence is in none of its usual places
 */
export function collectLicences(root: string, files: Iterable<string>): string {
  const packages = new Set<string>();
  for (const file of files) {
    const directory = packageOf(file);
    if (directory) packages.add(directory);
  }
  const others = describePackages(packages);
  const node = {
    title: `Node.js ${process.versions.node}`,
    text: readFileSync(findNodeLicence(process.execPath), "utf8"),
  };
  return joinLicences(root, "This executable also contains the following software", [node, ...others]);
}

/**
 * Collect the licences of the packages that the lock file installs with the program, as far as they are for this machine.
 * @param root directory of the program
 */
export function collectInstalledLicences(root: string): string {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as Lock;
  const places = Object.entries(packages).flatMap(([place, { dev }]) =>
    place === "" || dev ? [] : [join(root, place)],
  );
  const installed = places.filter((place) => existsSync(join(place, "package.json")));
  return joinLicences(root, "npm installs the following software with the program", describePackages(installed));
}

/** A lock file of npm: packages by their places. */
interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
}

/** The licence of a part, with its name. */
interface PartLicence {
  readonly title: string;
  readonly text: string;
}

function describePackages(directories: Iterable<string>): readonly PartLicence[] {
  return [...directories].map(describePackage).toSorted((a, b) => a.title.localeCompare(b.title, "en"));
}

function joinLicences(root: string, what: string, parts: readonly PartLicence[]): string {
  const own = readFileSync(join(root, "LICENSE"), "utf8").trim();
  const texts = parts.map(({ title, text }) => `${RULE}\n${title}\n${RULE}\n\n${text.trim()}\n`);
  return `${own}\n\n${what}, each part under its own licence.\n\n${texts.join("\n")}`;
}

/** Return the directory of a file's package; `undefined` for the program's own files. */
function packageOf(file: string): string | undefined {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0];
}

function describePackage(directory: string): PartLicence {
  const described = JSON.parse(readFileSync(join(directory, "package.json"), "utf8")) as Package;
  const { name, version, license, licenses = [], author, repository } = described;
  const texts = readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXTS.test(entry.name))
    .map((entry) => readFileSync(join(directory, entry.name), "utf8").trim());
  const holder = typeof author === "object" ? author.name : author;
  const terms = license ?? licenses.map(({ type }) => type).join(", ");
  const source = typeof repository === "object" ? repository.url : repository;
  const bare = `The package contains no licence text; it declares: ${[terms, holder, source].filter(Boolean).join(", ")}`;
  return { title: `${name} ${version} (${terms})`, text: texts.length > 0 ? texts.join("\n\n") : bare };
}

/** Find Node's licence: next to `bin` in Node's archives and images, or in the documentation of Debian's packages. */
function findNodeLicence(node: string): string {
  const prefix = dirname(dirname(node));
  const places = ["LICENSE", "share/doc/nodejs/LICENSE", "share/doc/nodejs/copyright"].map((path) =>
    join(prefix, path),
  );
  const found = places.find((path) => existsSync(path));
  if (found === undefined) {
    throw new Error(`Node's licence, which every copy must include, is at none of ${places.join(", ")}; put it there`);
  }
  return found;
}
