import { build } from "esbuild";

/** Put a compiled program and everything that it imports into one CommonJS file, the form of a single executable. */
export async function bundle(program: string, file: string): Promise<void> {
  await build({
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
  });
}
