import { randomBytes } from "node:crypto";
import type { Actor } from "../../access/actor.js";
import type { TableAnalysis } from "../../analysis/table-analysis.js";
import { Conflict, NotFound } from "../../errors/errors.js";

/** A table that somebody has sent to be published, and what is to become of it. */
export interface Draft {
  /** Nobody guesses it. */
  readonly id: string;
  /** Name of the user whose it is. */
  readonly owner: string;
  /** As its owner calls the file, without a path. */
  readonly fileName: string;
  readonly path: string;
  readonly analysis: TableAnalysis;
  /** The model as JSON text, as it was last written. */
  readonly model: string;
  /** Whether a load holds it. */
  readonly isLoading: boolean;
  /** Deletes the file. */
  readonly release: () => Promise<void>;
}

/** Drafts of one user, and of all. */
const MOST_OF_ONE = 5;
const MOST = 100;
/** What nobody has touched for so long is forgotten. */
const IDLE_MS = 24 * 3600 * 1000;

/** The drafts of all users. They end with the process, and what is left of their files goes with the directory. */
export class Drafts {
  readonly #drafts = new Map<string, { draft: Draft; until: number }>();
  readonly #now: () => number;

  /** @param now the time in milliseconds */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** @throws Conflict when the user has too many already */
  checkRoom(owner: string): void {
    this.#forgetOld();
    const own = [...this.#drafts.values()].filter(({ draft }) => draft.owner === owner).length;
    if (own >= MOST_OF_ONE) {
      throw new Conflict(`You have ${MOST_OF_ONE} files here that are not published yet: publish or discard one first`);
    }
    if (this.#drafts.size >= MOST) throw new Conflict("Too many files wait to be published here; try again later");
  }

  /** @throws Conflict */
  add(draft: Omit<Draft, "id" | "isLoading">): Draft {
    this.checkRoom(draft.owner);
    const added: Draft = { ...draft, id: randomBytes(16).toString("hex"), isLoading: false };
    this.#drafts.set(added.id, { draft: added, until: this.#now() + IDLE_MS });
    return added;
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
      throw new NotFound("There is no such file to be published; it may have been discarded: send it again");
    }
    found.until = this.#now() + IDLE_MS;
    return found.draft;
  }

  change(id: string, change: Partial<Pick<Draft, "model" | "isLoading">>): void {
    const found = this.#drafts.get(id);
    if (found) found.draft = { ...found.draft, ...change };
  }

  async drop(id: string): Promise<void> {
    const found = this.#drafts.get(id);
    this.#drafts.delete(id);
    await found?.draft.release();
  }

  #forgetOld(): void {
    const now = this.#now();
    for (const [id, { draft, until }] of this.#drafts) {
      if (until <= now && !draft.isLoading) void this.drop(id).catch(() => {});
    }
  }
}
