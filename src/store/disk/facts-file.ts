import { FILE_FACTS, packEnvelope, readEnvelope } from "./envelope.js";
import { factsName, SEGMENTS, segmentPath } from "./file-names.js";
import { nodeFileSystem } from "./file-system.js";
import { withFile } from "./read-bytes.js";
import { writeWithoutFsync } from "./write-without-fsync.js";

/** Length and SHA-256 of the files of a version, by their extensions. */
export type KnownFiles = Readonly<Record<string, { readonly bytes: number; readonly sha256: string }>>;

interface FactsHeader {
  /** Entries and model that the files are of. */
  readonly contents: string;
  readonly files: KnownFiles;
}

/** The version of a dataset that files are of. */
export interface MeasuredVersion {
  readonly contents: string;
  /** Name of its segment. */
  readonly segment: string;
}

/**
 * Files beside segments with the lengths and digests of the files that versions are downloaded as. Errors are ignored,
 * because all of it can be computed again.
 */
export class FactsFiles {
  readonly #directory: string;
  readonly #program: string;

  /**
   * @param directory the data directory
   * @param program its version: another one may write the same entries differently
   */
  constructor(directory: string, program: string) {
    this.#directory = directory;
    this.#program = program;
  }

  /** Add facts to those that are known of a version. */
  async write(version: MeasuredVersion, files: KnownFiles): Promise<void> {
    const contents = this.#nameContents(version);
    const header: FactsHeader = { contents, files: { ...(await this.read(version)), ...files } };
    const path = segmentPath(this.#directory, factsName(version.segment));
    await writeWithoutFsync(nodeFileSystem, path, [packEnvelope(FILE_FACTS, header)]).catch(() => {});
  }

  /** Return what is known of a version. */
  async read(version: MeasuredVersion): Promise<KnownFiles> {
    const contents = this.#nameContents(version);
    const file = factsName(version.segment);
    const name = `${SEGMENTS}/${file}`;
    try {
      return await withFile(nodeFileSystem, segmentPath(this.#directory, file), name, async (opened) => {
        const header = (await readEnvelope(FILE_FACTS, opened, name)).value as FactsHeader;
        return header.contents === contents ? header.files : {};
      });
    } catch {
      // It may be missing, damaged or of another version.
      return {};
    }
  }

  #nameContents({ contents }: MeasuredVersion): string {
    return `${this.#program} ${contents}`;
  }
}
