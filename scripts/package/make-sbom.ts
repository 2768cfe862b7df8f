import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A part of an inventory of software. */
interface Component {
  readonly "bom-ref": string;
  readonly name: string;
  readonly version: string;
  readonly [key: string]: unknown;
}

/** An inventory of software in CycloneDX 1.5, as `npm sbom` writes it. */
interface Sbom {
  readonly metadata: { readonly component: Component; readonly [key: string]: unknown };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
  readonly [key: string]: unknown;
}

/** Packages for development of which parts are in the program: fonts, HarfBuzz, and the library of the kernel. */
const CONTAINED = /^(?:@fontsource-variable\/.+|assemblyscript|harfbuzzjs)$/;

/**
 * Make the inventory of a release: every package of the lock file that the program needs or contains, with its digest and
 * its licence.
 * @param root directory of the program
 * @param node version of Node that is in the release; absent for none
 */
export function makeSbom(root: string, node?: string): Sbom {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), "utf8"));
  const command = ["sbom", "--sbom-format=cyclonedx", "--package-lock-only"];
  const all = JSON.parse(execFileSync("npm", command, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 })) as Sbom;
  // npm itself would leave out a package that is also one for development.
  const { packages } = read("package-lock.json") as Lock;
  const needed = new Set(
    Object.entries(packages).flatMap(([place, { name, version, dev }]) =>
      // An alias is listed by either name.
      dev ? [] : [name, place.replace(/^.*node_modules\//, "")].map((each) => `${each}@${version}`),
    ),
  );
  const components: readonly Component[] = [
    ...all.components.flatMap((each) => {
      if (needed.has(`${each.name}@${each.version}`)) return ["licenses" in each ? each : withLicences(root, each)];
      return CONTAINED.test(each.name) ? [{ ...each, scope: "required" }] : [];
    }),
    ...(node === undefined ? [] : [{ "bom-ref": `node@${node}`, type: "platform", name: "node", version: node }]),
  ];
  const { metadata, dependencies } = all;
  const own = metadata.component;
  const refs = new Set([own["bom-ref"], ...components.map((each) => each["bom-ref"])]);
  const kept = dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }));
  const described = new Set(kept.map(({ ref }) => ref));
  // npm names the project after its folder.
  const { name } = read("package.json") as { readonly name: string };
  return {
    ...all,
    metadata: { ...metadata, component: { ...own, type: "application", name } },
    components,
    dependencies: [...kept, ...[...refs].filter((ref) => !described.has(ref)).map((ref) => ({ ref, dependsOn: [] }))],
  };
}

/** Add the licences of a package that declares them in the older form, which npm does not read. */
function withLicences(root: string, component: Component): Component {
  const file = join(root, "node_modules", component.name, "package.json");
  if (!existsSync(file)) return component;
  const { licenses = [] } = JSON.parse(readFileSync(file, "utf8")) as { readonly licenses?: readonly OlderLicence[] };
  return { ...component, licenses: licenses.map(({ type }) => ({ license: { name: type } })) };
}

interface OlderLicence {
  readonly type: string;
}

/** A lock file of npm: packages by their places. */
interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly name?: string; readonly version: string; readonly dev?: boolean }>
  >;
}
