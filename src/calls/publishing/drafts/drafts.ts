import { errorText } from "../../../core/errors/error-text.js";
import { randomBytes } from "node:crypto";
import type { Actor } from "../../../access/actor.js";
import type { Catalog } from "../../../store/catalog.js";
import { Conflict, NotFound } from "../../../core/errors/errors.js";
import type { Progress } from "../../../sources/ingest/progress.js";
import { type Draft, isUnreadable, NEW_DRAFT, type CurrentWork } from "./draft.js";
import { DraftFolder } from "./draft-folder.js";

/** Maximum number of drafts of one user, and of all users. */
const MAX_OF_USER = 5;
const MAX_OF_ALL = 100;
/** Milliseconds without a request after which a draft is removed. */
const IDLE_MS = 24 * 3600 * 1000;

interface Held {
  draft: Draft;
  until: number;
  /** Aborts the work that is running. */
  working: AbortController | null;
}

export type DraftChange = Partial<Omit<Draft, "id" | "owner" | "name" | "url" | "work">>;

/** The drafts of all users. They are stored on disk, survive a restart, and go with their users. */
export class Drafts {
  readonly folder: DraftFolder;
  readonly #catalog: Pick<Catalog, "accounts">;
  readonly #drafts = new Map<string, Held>();
  readonly #now: () => number;
  readonly #going = new Set<Promise<void>>();
  #isClosed = false;

  /** @param now the time in milliseconds */
  constructor(directory: string, catalog: Pick<Catalog, "accounts">, now: () => number = Date.now) {
    this.folder = new DraftFolder(directory);
    this.#catalog = catalog;
    this.#now = now;
  }

  /**
   * Read the drafts of an earlier process. A draft whose work was interrupted gets an error that says so.
   * @returns those to analyse again: not those whose analysis was interrupted twice, which may be why processes end
   */
  async restore(): Promise<readonly Draft[]> {
    const again: Draft[] = [];
    for (const stored of await this.folder.read(this.#catalog.accounts)) {
      const { work } = stored;
      const interrupted = stored.interrupted || work?.what === "read";
      const draft = work === null ? stored : { ...stored, work: null, interrupted, errors: [INTERRUPTED[work.what]] };
      this.#drafts.set(draft.id, { draft, until: this.#now() + IDLE_MS, working: null });
      if (interrupted && !stored.interrupted) again.push(draft);
    }
    return again;
  }

  /** Check that one more draft is allowed. @throws Conflict when the user, or all users, have too many */
  checkCapacity(owner: string): void {
    this.#forgetOld();
    if (this.#isClosed) throw new Conflict(errorText("server_shutting_down"));
    const own = [...this.#drafts.values()].filter(({ draft }) => draft.owner === owner && !isUseless(draft));
    if (own.length >= MAX_OF_USER) {
      throw new Conflict(errorText("too_many_own_drafts", { maximum: MAX_OF_USER }));
    }
    if (this.#drafts.size >= MAX_OF_ALL) {
      throw new Conflict(errorText("too_many_drafts"));
    }
  }

  /**
   * Add a draft. Removes the user's drafts that could not be read.
   * @param table path of the file, which is moved; `null` if the file is still to be fetched
   * @throws Conflict, Unwritable
   */
  async add(
    begun: Pick<Draft, "owner" | "name" | "url"> & Partial<Pick<Draft, "into">>,
    table: string | null,
  ): Promise<Draft> {
    this.checkCapacity(begun.owner);
    for (const draft of this.of(begun.owner)) if (isUseless(draft)) await this.drop(draft.id);
    const draft: Draft = { ...NEW_DRAFT, ...begun, id: randomBytes(16).toString("hex") };
    this.#drafts.set(draft.id, { draft, until: this.#now() + IDLE_MS, working: null });
    try {
      await this.folder.create(draft.id, table);
      await this.folder.keep(draft);
    } catch (error) {
      await this.drop(draft.id);
      throw error;
    }
    return draft;
  }

  /** List the drafts of a user, the newest first. */
  of(owner: string): readonly Draft[] {
    this.#forgetOld();
    return [...this.#drafts.values()].flatMap(({ draft }) => (draft.owner === owner ? [draft] : [])).toReversed();
  }

  /** Find a draft of the actor; administrators find those of all users. @throws NotFound */
  find(id: string, { id: user, admin }: Actor): Draft {
    this.#forgetOld();
    const found = this.#drafts.get(id);
    if (!found || (found.draft.owner !== user && !admin)) {
      throw new NotFound(errorText("no_such_draft"));
    }
    found.until = this.#now() + IDLE_MS;
    return found.draft;
  }

  /** Change a draft, if it still exists. @throws Unwritable; the change then lasts until the process ends */
  async change(id: string, change: DraftChange): Promise<void> {
    await this.#put(id, change);
  }

  /**
   * Start work on a draft. Only one piece of work on a draft runs at a time.
   * @returns a signal that is aborted to stop the work
   * @throws Conflict when other work is running, or the process is ending
   */
  beginWork(id: string, what: CurrentWork["what"]): AbortSignal {
    const found = this.#drafts.get(id);
    if (!found || found.draft.work !== null || this.#isClosed) throw new Conflict(BUSY);
    const working = new AbortController();
    found.working = working;
    // If this is not written, then after a restart the work simply has not started.
    void this.#put(id, { work: { what, isWaiting: true, progress: null }, errors: [] }).catch(() => {});
    return working.signal;
  }

  /** Record the progress of work; `null` when it has just left the queue. */
  noteProgress(id: string, signal: AbortSignal, progress: Progress | null): void {
    const found = this.#drafts.get(id);
    if (!found?.draft.work || found.working?.signal !== signal) return;
    found.draft = { ...found.draft, work: { ...found.draft.work, isWaiting: false, progress } };
  }

  /** End work and change the draft, unless the work was stopped before. */
  async endWork(id: string, signal: AbortSignal, change: DraftChange): Promise<void> {
    const found = this.#drafts.get(id);
    if (!found || found.working?.signal !== signal) return;
    found.working = null;
    await this.#put(id, { ...change, work: null, interrupted: false });
  }

  /** Stop the work on a draft. A load cannot be stopped. */
  async stopWork(id: string): Promise<void> {
    const found = this.#drafts.get(id);
    if (!found?.draft.work || found.draft.work.what === "load") return;
    found.working?.abort(new Stopped());
    found.working = null;
    await this.#put(id, { work: null, errors: [STOPPED[found.draft.work.what]] });
  }

  /** Remove a draft and stop its work. @throws Conflict when it is being loaded */
  async discard(id: string): Promise<void> {
    if (this.#drafts.get(id)?.draft.work?.what === "load") throw new Conflict(BUSY);
    await this.drop(id);
  }

  async drop(id: string): Promise<void> {
    const found = this.#drafts.get(id);
    this.#drafts.delete(id);
    found?.working?.abort(new Stopped());
    await this.folder.remove(id);
  }

  /** Register work that `close` waits for. */
  follow(work: Promise<void>): void {
    this.#going.add(work);
    void work.finally(() => this.#going.delete(work));
  }

  /** Stop all work except loads and wait for its end. After a restart the drafts say that it was interrupted. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const found of this.#drafts.values()) {
      if (found.draft.work?.what === "load") continue;
      found.working?.abort(new Stopped());
      found.working = null;
    }
    await Promise.all(this.#going);
  }

  async #put(id: string, change: Partial<Draft>): Promise<void> {
    const found = this.#drafts.get(id);
    if (!found) return;
    found.draft = { ...found.draft, ...change };
    await this.folder.keep(found.draft);
  }

  #forgetOld(): void {
    const now = this.#now();
    const users = new Set(this.#catalog.accounts.map((account) => account.id));
    for (const [id, { draft, until }] of this.#drafts) {
      if ((until <= now && draft.work === null) || !users.has(draft.owner)) void this.drop(id).catch(() => {});
    }
  }
}

/** True if a draft has only errors, and not because a process ended. */
function isUseless(draft: Draft): boolean {
  return isUnreadable(draft) && !draft.interrupted;
}

/** The reason of work that was stopped on purpose. */
class Stopped extends Error {}

export const BUSY = "Other work on this file is running; wait until it is done, or stop it";

const STOPPED: Readonly<Record<"read" | "check", string>> = {
  read: "The analysis was stopped",
  check: "The check was stopped before its end, so it has no result",
};

const INTERRUPTED: Readonly<Record<CurrentWork["what"], string>> = {
  read: "The server was stopped before the file was analysed; start the analysis again",
  check: "The server was stopped before the check was done; check again",
  load: "The server was stopped before this file was loaded; its run shows the result",
};
