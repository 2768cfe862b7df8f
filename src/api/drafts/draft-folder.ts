import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Unwritable } from "../../errors/errors.js";
import { type Draft, NEW_DRAFT } from "./draft.js";

const DRAFT = "draft.json";
const IDS = /^[0-9a-f]{32}$/;

/** A draft as it is written; its errors have the name that earlier versions gave them. */
interface DraftRecord extends Omit<Draft, "errors"> {
  readonly faults?: readonly string[];
}

/**
 * Where drafts are kept: a folder for each, with its table and all else as JSON. A draft is nothing that anybody was
 * promised would be there after a crash, so nothing is fsynced.
 */
export class DraftFolder {
  readonly #directory: string;
  /** Writes of one draft, one after the other. */
  readonly #writing = new Map<string, Promise<void>>();

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Where the copy of a draft's table is, once there is one. */
  tableOf(id: string): string {
    return join(this.folderOf(id), "table");
  }

  folderOf(id: string): string {
    return join(this.#directory, id);
  }

  /** Make a draft's folder, with its table in it, which is moved there. @throws Unwritable */
  async create(id: string, table: string | null): Promise<void> {
    await explained(async () => {
      await mkdir(this.folderOf(id), { recursive: true, mode: 0o700 });
      if (table !== null) await rename(table, this.tableOf(id));
    });
  }

  /** @throws Unwritable */
  async keep(draft: Draft): Promise<void> {
    const { id } = draft;
    const path = join(this.folderOf(id), DRAFT);
    await this.#afterOthers(id, () =>
      explained(async () => {
        await writeFile(`${path}.tmp`, JSON.stringify(recordOf(draft)), { mode: 0o600 });
        await rename(`${path}.tmp`, path);
      }),
    );
  }

  async remove(id: string): Promise<void> {
    await this.#afterOthers(id, () => rm(this.folderOf(id), { recursive: true, force: true }));
  }

  /** All drafts that are there, as they were kept; what is none, or damaged, is removed. */
  async read(): Promise<readonly Draft[]> {
    const names = await readdir(this.#directory).catch(() => []);
    const drafts = await Promise.all(names.map((name) => this.#readOne(name)));
    return drafts.filter((draft) => draft !== null);
  }

  async #readOne(name: string): Promise<Draft | null> {
    const path = join(this.#directory, name);
    try {
      const { faults, ...kept } = JSON.parse(await readFile(join(path, DRAFT), "utf8")) as DraftRecord;
      if (IDS.test(name) && kept.id === name) return { ...NEW_DRAFT, errors: faults ?? [], ...kept };
    } catch {
      // Whatever it is, nobody can go on with it.
    }
    await rm(path, { recursive: true, force: true });
    return null;
  }

  async #afterOthers(id: string, write: () => Promise<void>): Promise<void> {
    const before = this.#writing.get(id) ?? Promise.resolve();
    const own = before.catch(() => {}).then(write);
    this.#writing.set(id, own);
    try {
      await own;
    } finally {
      if (this.#writing.get(id) === own) this.#writing.delete(id);
    }
  }
}

function recordOf({ errors, ...draft }: Draft): DraftRecord {
  return { ...draft, faults: errors };
}

async function explained(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Unwritable(`The file could not be kept on the server's disk (${code}); try again later`, { cause });
  }
}
