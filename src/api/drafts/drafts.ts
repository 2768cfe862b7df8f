import { randomBytes } from "node:crypto";
import type { Actor } from "../../access/actor.js";
import { Conflict, NotFound } from "../../errors/errors.js";
import type { Progress } from "../../ingest/progress.js";
import { type Draft, isUnreadable, NEW_DRAFT, type CurrentWork } from "./draft.js";
import { DraftFolder } from "./draft-folder.js";

/** Drafts of one user, and of all. */
const MOST_OF_ONE = 5;
const MOST = 100;
/** What nobody has touched for so long is forgotten. */
const IDLE_MS = 24 * 3600 * 1000;

interface Held {
  draft: Draft;
  until: number;
  /** Ends the work that is being done. */
  working: AbortController | null;
}

export type DraftChange = Partial<Omit<Draft, "id" | "owner" | "name" | "url" | "work">>;

/** The drafts of all users. They are on the disk, too, and there again after a restart. */
export class Drafts {
  readonly folder: DraftFolder;
  readonly #drafts = new Map<string, Held>();
  readonly #now: () => number;
  readonly #going = new Set<Promise<void>>();
  #isClosed = false;

  /** @param now the time in milliseconds */
  constructor(directory: string, now: () => number = Date.now) {
    this.folder = new DraftFolder(directory);
    this.#now = now;
  }

  /** Take up the drafts of a process that is gone. What it was doing with one was not done, and the draft says so. */
  async restore(): Promise<void> {
    for (const kept of await this.folder.read()) {
      const { work } = kept;
      const draft = work === null ? kept : { ...kept, work: null, errors: [INTERRUPTED[work.what]] };
      this.#drafts.set(draft.id, { draft, until: this.#now() + IDLE_MS, working: null });
    }
  }

  /** @throws Conflict when the user has too many already */
  checkRoom(owner: string): void {
    this.#forgetOld();
    if (this.#isClosed) throw new Conflict("The server ends; send the file again when it is there again");
    const own = [...this.#drafts.values()].filter(({ draft }) => draft.owner === owner && !isUnreadable(draft));
    if (own.length >= MOST_OF_ONE) {
      throw new Conflict(`You have ${MOST_OF_ONE} files here that are not published yet: publish or discard one first`);
    }
    if (this.#drafts.size >= MOST) throw new Conflict("Too many files wait to be published here; try again later");
  }

  /**
   * Begin a draft. Those of the same user of which nothing could be read make room for it.
   * @param table the file, which is moved; `null` when it is still to be fetched
   * @throws Conflict, Unwritable
   */
  async add(begun: Pick<Draft, "owner" | "name" | "url">, table: string | null): Promise<Draft> {
    this.checkRoom(begun.owner);
    for (const draft of this.of(begun.owner)) if (isUnreadable(draft)) await this.drop(draft.id);
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

  /** Those of a user, the newest first. */
  of(owner: string): readonly Draft[] {
    this.#forgetOld();
    return [...this.#drafts.values()].flatMap(({ draft }) => (draft.owner === owner ? [draft] : [])).toReversed();
  }

  /** @throws NotFound for one that is not the actor's, too, unless an administrator asks */
  find(id: string, { name, admin }: Actor): Draft {
    this.#forgetOld();
    const found = this.#drafts.get(id);
    if (!found || (found.draft.owner !== name && !admin)) {
      throw new NotFound("There is no such file to be published; it may have been published or discarded: look there");
    }
    found.until = this.#now() + IDLE_MS;
    return found.draft;
  }

  /** Change one; one that is gone stays gone. @throws Unwritable; for as long as the process lives it is changed */
  async change(id: string, change: DraftChange): Promise<void> {
    await this.#put(id, change);
  }

  /**
   * Begin to do something with one: nothing else is done with it meanwhile.
   * @returns aborted when it is to stop
   * @throws Conflict
   */
  beginWork(id: string, what: CurrentWork["what"]): AbortSignal {
    const found = this.#drafts.get(id);
    if (!found || found.draft.work !== null || this.#isClosed) throw new Conflict(BUSY);
    const working = new AbortController();
    found.working = working;
    // Not on the disk by itself means that it has never begun.
    void this.#put(id, { work: { what, isWaiting: true, progress: null }, errors: [] }).catch(() => {});
    return working.signal;
  }

  /** Say how far work has come; `null` when it has just begun. */
  noteProgress(id: string, signal: AbortSignal, progress: Progress | null): void {
    const found = this.#drafts.get(id);
    if (!found?.draft.work || found.working?.signal !== signal) return;
    found.draft = { ...found.draft, work: { ...found.draft.work, isWaiting: false, progress } };
  }

  /** End work, unless it was stopped before. */
  async endWork(id: string, signal: AbortSignal, change: DraftChange): Promise<void> {
    const found = this.#drafts.get(id);
    if (!found || found.working?.signal !== signal) return;
    found.working = null;
    await this.#put(id, { ...change, work: null });
  }

  /** Stop what is being done with one; a load is none of this. */
  async stopWork(id: string): Promise<void> {
    const found = this.#drafts.get(id);
    if (!found?.draft.work || found.draft.work.what === "load") return;
    found.working?.abort(new Stopped());
    found.working = null;
    await this.#put(id, { work: null, errors: [STOPPED[found.draft.work.what]] });
  }

  /** @throws Conflict when it is being loaded */
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

  /** Wait for work when the process ends. */
  follow(work: Promise<void>): void {
    this.#going.add(work);
    void work.finally(() => this.#going.delete(work));
  }

  /** End all work but loads, as the process ends; the next one says that it was interrupted. */
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
    for (const [id, { draft, until }] of this.#drafts) {
      if (until <= now && draft.work === null) void this.drop(id).catch(() => {});
    }
  }
}

/** Why work ended: nobody wants it any more. */
export class Stopped extends Error {}

const BUSY = "Something is being done with the file already; wait until that is done, or stop it";

const STOPPED: Readonly<Record<"read" | "check", string>> = {
  read: "Looking through it was stopped",
  check: "The check was stopped before its end: nothing is known of the whole file",
};

const INTERRUPTED: Readonly<Record<CurrentWork["what"], string>> = {
  read: "The server was ended before it had been looked through; look through it again",
  check: "The server was ended before the check was done; check again",
  load: "The server was ended before this file was loaded; its run says what became of it",
};
