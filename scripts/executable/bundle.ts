import { resolve } from "node:path";
import { build } from "esbuild";

/**
 * Put a compiled program and everything that it imports into one CommonJS file, the form of a single executable.
 * @returns the files that it is made of
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
      // By it files are found beside the program, where a single executable has none.
      "import.meta.url": "undefined",
      "process.env.MSGPACKR_NATIVE_ACCELERATION_DISABLED": '"true"',
    },
    // The acceleration: an addon that msgpackr does without.
    external: ["msgpackr-extract"],
    logLevel: "warning",
    metafile: true,
  });
  return Object.keys(metafile.inputs).map((path) => resolve(path));
}
