import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

interface Package {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  /** An older form. */
  readonly licenses?: readonly { readonly type: string }[];
  readonly author?: string | { readonly name?: string };
}

/** Files that hold a licence, or what it asks to be passed on with it. */
const TEXTS = /^(licen[cs]e|copying|notice|copyright)/i;
const RULE = "=".repeat(80);

/**
 * The licences of everything that a single executable contains, as one text: the program's own, Node's, and by name
 * those of the packages that the files are from.
 * @param root of the program
 * @param files in it, or in packages below a `node_modules`
 * @throws Error when Node's licence is not where its distributions have it
 */
export function collectLicences(root: string, files: Iterable<string>): string {
  const packages = new Set<string>();
  for (const file of files) {
    const directory = packageOf(file);
    if (directory) packages.add(directory);
  }
  const others = [...packages].map(describePackage).toSorted((a, b) => a.title.localeCompare(b.title, "en"));
  const node = {
    title: `Node.js ${process.versions.node}`,
    text: readFileSync(findNodeLicence(process.execPath), "utf8"),
  };
  const parts = [node, ...others].map(({ title, text }) => `${RULE}\n${title}\n${RULE}\n\n${text.trim()}\n`);
  const own = readFileSync(join(root, "LICENSE"), "utf8").trim();
  return `${own}\n\nThis executable also contains what follows, each under its own licence.\n\n${parts.join("\n")}`;
}

/** The directory of the package that a file belongs to; `undefined` for the program's own. */
function packageOf(file: string): string | undefined {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0];
}

function describePackage(directory: string): { readonly title: string; readonly text: string } {
  const described = JSON.parse(readFileSync(join(directory, "package.json"), "utf8")) as Package;
  const { name, version, license, licenses = [], author } = described;
  const texts = readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXTS.test(entry.name))
    .map((entry) => readFileSync(join(directory, entry.name), "utf8").trim());
  const holder = typeof author === "object" ? author.name : author;
  const terms = license ?? licenses.map(({ type }) => type).join(", ");
  const bare = `The package has no text of its licence; it says: ${terms}${holder ? `, ${holder}` : ""}`;
  return { title: `${name} ${version} (${terms})`, text: texts.length > 0 ? texts.join("\n\n") : bare };
}

/** Beside `bin` in Node's archives and images, in the documentation of Debian's packages. */
function findNodeLicence(node: string): string {
  const prefix = dirname(dirname(node));
  const places = ["LICENSE", "share/doc/nodejs/LICENSE", "share/doc/nodejs/copyright"].map((path) =>
    join(prefix, path),
  );
  const found = places.find((path) => existsSync(path));
  if (found === undefined) {
    throw new Error(`Node's licence, which goes with its copies, is at none of ${places.join(", ")}; put it there`);
  }
  return found;
}
