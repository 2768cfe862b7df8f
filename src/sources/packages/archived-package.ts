import { errorText } from "../../core/errors/error-text.js";
import { phraseText } from "../../core/errors/phrase-text.js";
import { posix } from "node:path";
import { InvalidModel } from "../../core/errors/errors.js";
import { openZip } from "../ingest/decode/zip.js";
import type { Address } from "../ingest/fetch/address.js";
import type { UnpackBounds } from "../ingest/fetch/bounds.js";
import type { OpenSource } from "../ingest/fetch/source.js";
import { MAX_JSON_BYTES, readJson } from "../../core/model/parse/read-json.js";

/** A ZIP archive with a data package. */
export interface PackageArchive {
  readonly address: Address;
  /** Names of its files. */
  readonly names: readonly string[];
  /** Name of the descriptor. */
  readonly descriptor: string;
}

/** The place of an archived descriptor: paths in it cannot leave the archive. */
export function addressWithin({ descriptor }: PackageArchive): Address {
  return { kind: "file", path: posix.join(ROOT, descriptor) };
}

/** Return the name of an archived file by the address that its path became; `null` for a URL. */
export function nameWithin(address: Address): string | null {
  return address.kind === "file" ? posix.relative(ROOT, address.path) : null;
}

const ROOT = "/";

/**
 * Read the descriptor of a data package from a ZIP archive: in its top folder, or in the only folder there.
 * @param address of the archive
 * @returns `null` if it has none
 * @throws BadSource for a damaged archive, InvalidModel if the descriptor is not JSON or too large
 */
export async function readArchivedDescriptor(
  source: OpenSource,
  address: Address,
  bounds: UnpackBounds,
): Promise<{ readonly json: unknown; readonly archive: PackageArchive } | null> {
  const zip = await openZip(source, bounds);
  try {
    const found = zip.names.filter((name) => /^(?:[^/]+\/)?datapackage\.json$/.test(name));
    const descriptor = found.find((name) => !name.includes("/")) ?? found[0];
    if (descriptor === undefined) return null;
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of zip.read(descriptor)) {
      bytes += chunk.length;
      if (bytes > MAX_JSON_BYTES) {
        throw new InvalidModel(
          errorText("descriptor_too_large", { descriptor, name: source.name, maximum: MAX_JSON_BYTES }),
        );
      }
      chunks.push(chunk);
    }
    const json = readJson(Buffer.concat(chunks), phraseText("the_package"));
    return { json, archive: { address, names: zip.names, descriptor } };
  } finally {
    zip.close();
  }
}
