import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Unwritable } from "../../errors/errors.js";
import { type Draft, NEW_DRAFT } from "./draft.js";

const DRAFT = "draft.json";
const IDS = /^[0-9a-f]{32}$/;

/** A draft as stored in JSON; its errors have the name that earlier versions gave them. */
interface DraftRecord extends Omit<Draft, "errors"> {
  readonly faults?: readonly string[];
}

/**
 * The directory of drafts: one folder for each, with its table and a JSON file. Writes are not fsynced: a draft may be
 * lost in a crash.
 */
export class DraftFolder {
  readonly #directory: string;
  /** The last write of each draft; writes of one draft run one after the other. */
  readonly #writing = new Map<string, Promise<void>>();

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Return the path of the draft's table. The file may not exist yet. */
  tableOf(id: string): string {
    return join(this.folderOf(id), "table");
  }

  folderOf(id: string): string {
    return join(this.#directory, id);
  }

  /** Create a draft's folder and move its table there. @throws Unwritable */
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

  /** Read all stored drafts. Removes everything that is not a draft or is damaged. */
  async read(): Promise<readonly Draft[]> {
    const names = await readdir(this.#directory).catch(() => []);
    const drafts = await Promise.all(names.map((name) => this.#readOne(name)));
    return drafts.filter((draft) => draft !== null);
  }

  async #readOne(name: string): Promise<Draft | null> {
    const path = join(this.#directory, name);
    try {
      const record = JSON.parse(await readFile(join(path, DRAFT), "utf8")) as DraftRecord;
      if (IDS.test(name) && record.id === name) return draftOf(record);
    } catch {
      // A draft that cannot be read is of no use to its owner.
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

function draftOf({ faults: errors = [], ...draft }: DraftRecord): Draft {
  return { ...NEW_DRAFT, errors, ...draft };
}

async function explained(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Unwritable(`The file could not be stored on the server's disk (${code}); try again later`, { cause });
  }
}
