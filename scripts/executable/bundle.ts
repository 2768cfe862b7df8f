import { resolve } from "node:path";
import { build } from "esbuild";

/**
 * Bundle a compiled program and all its imports into one CommonJS file, the form that a single executable needs.
 * @returns the paths of the bundled files
 */
export async function bundle(program: string, file: string): Promise<readonly string[]> {
  const { metafile } = await build({
    entryPoints: [program],
    outfile: file,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: `node${process.versions.node}`,
    define: {
      // It would locate files next to the program; a single executable has none.
      "import.meta.url": "undefined",
      "process.env.MSGPACKR_NATIVE_ACCELERATION_DISABLED": '"true"',
    },
    // An optional addon of msgpackr for more speed.
    external: ["msgpackr-extract"],
    logLevel: "warning",
    metafile: true,
  });
  return Object.keys(metafile.inputs).map((path) => resolve(path));
}
