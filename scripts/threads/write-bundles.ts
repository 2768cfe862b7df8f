import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { BUNDLES, bundleOf } from "#src/core/assets/assets.js";
import { WORKERS } from "#src/core/assets/list.js";

// Bundles the compiled programs of threads, because a thread takes longer to find hundreds of modules than to run them.
// What programs share stands in files of its own, and modules that are imported late are loaded late.

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const written = `${BUNDLES}.new`;

rmSync(join(ROOT, written), { recursive: true, force: true });
await build({
  absWorkingDir: ROOT,
  entryPoints: WORKERS.map((program) => ({
    in: program,
    out: bundleOf(program).slice(BUNDLES.length + 1, -".js".length),
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
rmSync(join(ROOT, BUNDLES), { recursive: true, force: true });
renameSync(join(ROOT, written), join(ROOT, BUNDLES));
