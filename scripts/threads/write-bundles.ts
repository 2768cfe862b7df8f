import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { BUNDLES, bundleOf, MAIN_BUNDLES } from "#src/core/assets/package-files.js";
import { type BundledProgram, MAIN, WORKERS } from "#src/core/assets/list.js";

// Bundles the compiled programs of threads and of the command line: it takes longer to find hundreds of modules than to
// run them.
// What programs share stands in files of its own, and modules that are imported late are loaded late.

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
await Promise.all([bundle(BUNDLES, WORKERS), bundle(MAIN_BUNDLES, [MAIN])]);

/** Bundle programs into a folder. */
async function bundle(folder: string, programs: readonly BundledProgram[]): Promise<void> {
  const written = `${folder}.new`;
  rmSync(join(ROOT, written), { recursive: true, force: true });
  await build({
    absWorkingDir: ROOT,
    entryPoints: programs.map((program) => ({
      in: program,
      out: bundleOf(program).slice(folder.length + 1, -".js".length),
    })),
    outdir: written,
    bundle: true,
    splitting: true,
    // Constants of modules become variables in bundles, which is slower in loops unless their values are inserted.
    minifySyntax: true,
    platform: "node",
    format: "esm",
    // The oldest that the package supports.
    target: "node20.15",
    // Installed packages stay where they are, with their licences.
    packages: "external",
    logLevel: "warning",
  });
  rmSync(join(ROOT, folder), { recursive: true, force: true });
  renameSync(join(ROOT, written), join(ROOT, folder));
}
