import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

interface Checked {
  readonly valid: boolean;
  readonly errors: readonly Error[];
}

interface Resource extends Checked {
  readonly name: string;
  readonly tabular: boolean;
  read(options: { readonly keyed: true }): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/** The used part of Frictionless Data's reader of data packages: it need not be installed. */
interface Reader {
  readonly Package: {
    load(
      descriptor: string | object,
      options?: { readonly basePath: string },
    ): Promise<Checked & { readonly resources: readonly Resource[] }>;
  };
}

const READERS = resolve("test/readers/package.json");

/** @returns why there is no reader of data packages; `false` if there is one */
export function explainNoReader(): string | false {
  return !existsSync("test/readers/node_modules/datapackage") && "Its packages are not installed in test/readers";
}

/** Open a data package, by a descriptor or its address. @param options base of the paths in a descriptor */
export function openPackage(...of: Parameters<Reader["Package"]["load"]>): ReturnType<Reader["Package"]["load"]> {
  return (createRequire(READERS)("datapackage") as Reader).Package.load(...of);
}
