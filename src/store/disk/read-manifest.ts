import { join } from "node:path";
import { DamagedStore } from "../../core/errors/errors.js";
import { MANIFEST, readEnvelope } from "./envelope.js";
import { manifestName } from "./file-names.js";
import type { FileSystem } from "./file-system.js";
import type { Manifest } from "./manifest.js";
import { expectEnd, withFile } from "./read-bytes.js";
import { numberVersions, type UnnumberedState } from "./number-versions.js";
import { replaceNames } from "./replace-names.js";

/** Read the manifest of a generation. @throws DamagedStore, ForeignStore */
export async function readManifest(files: FileSystem, directory: string, generation: number): Promise<Manifest> {
  const name = manifestName(generation);
  return withFile(files, join(directory, name), name, async (file) => {
    const { value, length, format } = await readEnvelope(MANIFEST, file, name);
    await expectEnd(file, length, name);
    const manifest = value as Manifest;
    if (manifest.generation !== generation) throw new DamagedStore(`${name} holds another generation`);
    if (format >= 4) return manifest;
    const state = numberVersions(manifest.state as unknown as UnnumberedState);
    return { generation, state: format === 1 ? replaceNames(state) : state };
  });
}
