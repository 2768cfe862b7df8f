import { createHash, randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Catalog } from "../store/catalog.js";
import type { AccountRecord } from "../store/disk/manifest.js";

const MOST = 10_000;
/** After its last use a session lasts this long. */
const IDLE_MS = 12 * 3600 * 1000;

interface Session {
  /** Of the user. */
  readonly id: string;
  /** What the password was kept as: with another one the session is over. */
  readonly password: string | null;
  until: number;
}

/** Who is signed in with which browser. Sessions end with the process, and the longest unused ones when there are many. */
export class Sessions {
  readonly #catalog: Pick<Catalog, "accounts">;
  readonly #now: () => number;
  /** By a hash of the token: what is in memory signs nobody in. */
  readonly #sessions = new LRUCache<string, Session>({ max: MOST });

  constructor(catalog: Pick<Catalog, "accounts">, now: () => number) {
    this.#catalog = catalog;
    this.#now = now;
  }

  /** @returns the token that the session is known by */
  begin({ id, password }: AccountRecord): string {
    const token = randomToken();
    this.#sessions.set(hash(token), { id, password, until: this.#now() + IDLE_MS });
    return token;
  }

  /** The user as they are now; `undefined` for what is no session, or none any more. */
  find(token: string | undefined): AccountRecord | undefined {
    if (token === undefined) return undefined;
    const session = this.#sessions.get(hash(token));
    if (!session) return undefined;
    const account = this.#catalog.accounts.find(({ id }) => id === session.id);
    if (!account || account.password !== session.password || session.until <= this.#now()) {
      this.end(token);
      return undefined;
    }
    session.until = this.#now() + IDLE_MS;
    return account;
  }

  end(token: string): void {
    this.#sessions.delete(hash(token));
  }
}

/** 256 bits that nobody can guess, in letters that a cookie holds. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

function hash(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
