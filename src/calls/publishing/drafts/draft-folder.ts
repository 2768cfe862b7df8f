import { errorText } from "../../../core/errors/error-text.js";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Unwritable } from "../../../core/errors/errors.js";
import type { AccountRecord } from "../../../store/disk/manifest.js";
import { type Draft, NEW_DRAFT } from "./draft.js";

const DRAFT = "draft.json";
const IDS = /^[0-9a-f]{32}$/;

/** Key of the errors in drafts of earlier versions. */
const EARLIER_ERRORS = "faults";

/** A draft as stored in JSON. */
interface DraftRecord extends Omit<Draft, "errors" | "owner"> {
  readonly errors?: readonly string[];
  readonly [EARLIER_ERRORS]?: readonly string[];
  /** Id of its owner; absent in drafts of earlier versions. */
  readonly ownerId?: string;
  /** Name of its owner, in drafts of earlier versions. */
  readonly owner?: string;
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

  /** Read the stored drafts of all users. Removes everything that is not a draft, is damaged, or has no owner. */
  async read(accounts: readonly AccountRecord[]): Promise<readonly Draft[]> {
    const names = await this.#list();
    const drafts = await Promise.all(
      names.map(async (name) => {
        const draft = await this.#readOne(name, accounts);
        if (!draft) await rm(join(this.#directory, name), { recursive: true, force: true });
        return draft;
      }),
    );
    return drafts.filter((draft) => draft !== null);
  }

  /** Remove the drafts of a user, and nothing else: a server may be writing other drafts. */
  async removeOf(owner: AccountRecord): Promise<void> {
    for (const name of await this.#list()) if (await this.#readOne(name, [owner])) await this.remove(name);
  }

  #list(): Promise<readonly string[]> {
    return readdir(this.#directory).catch(() => []);
  }

  /** Read a draft of one of the accounts; `null` if it is none, or damaged and of no use to its owner. */
  async #readOne(name: string, accounts: readonly AccountRecord[]): Promise<Draft | null> {
    if (!IDS.test(name)) return null;
    const path = join(this.folderOf(name), DRAFT);
    try {
      const { ownerId, owner, ...draft } = JSON.parse(await readFile(path, "utf8")) as DraftRecord;
      const account = findOwner({ ownerId, owner }, (await stat(path)).mtime, accounts);
      return draft.id === name && account ? draftOf(draft, account) : null;
    } catch {
      return null;
    }
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

function recordOf({ owner, ...draft }: Draft): DraftRecord {
  return { ...draft, ownerId: owner };
}

function draftOf({ [EARLIER_ERRORS]: errors = [], ...draft }: DraftRecord, { id: owner }: AccountRecord): Draft {
  return { ...NEW_DRAFT, errors, ...draft, owner };
}

/**
 * Find the account of a draft's owner. A draft of an earlier version has a name, which only means an account that is
 * older than the draft's last change: the owner may have been removed and another user may have the name.
 */
function findOwner(
  { ownerId, owner }: Record<"ownerId" | "owner", string | undefined>,
  changed: Date,
  accounts: readonly AccountRecord[],
): AccountRecord | undefined {
  if (ownerId !== undefined) return accounts.find(({ id }) => id === ownerId);
  return accounts.find(({ name, created }) => name === owner && Date.parse(created) <= changed.getTime());
}

async function explained(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Unwritable(errorText("file_not_stored", { code }), { cause });
  }
}
