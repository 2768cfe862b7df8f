import { fileURLToPath } from "node:url";
import { join, relative } from "node:path";

/** A report of coverage as V8 writes it to `NODE_V8_COVERAGE`. */
export interface CoverageReport {
  readonly result: readonly CoveredScript[];
}

interface CoveredScript {
  readonly url: string;
  /** The first is the module itself. */
  readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
}

/**
 * List the files of `src` that ran: of which a function was called. Of a file without functions, it is enough that it was
 * read.
 * @param root folder of the program
 */
export function listCovered(reports: readonly CoverageReport[], root: string): readonly string[] {
  const dist = join(root, "dist");
  const found = reports.flatMap(({ result }) => result.filter(hasRun).map(({ url }) => url));
  const files = found.filter((url) => url.startsWith("file:")).map((url) => relative(dist, fileURLToPath(url)));
  const own = files.filter((file) => !file.startsWith("..") && !file.startsWith("bundles") && file.endsWith(".js"));
  return [...new Set(own)].map((file) => `src/${file.replace(/js$/, "ts")}`).toSorted();
}

function hasRun({ functions }: CoveredScript): boolean {
  const [module, ...others] = functions.map(({ ranges }) => ranges[0]?.count ?? 0);
  return others.length === 0 ? (module ?? 0) > 0 : others.some((count) => count > 0);
}
