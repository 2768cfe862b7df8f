import { createHash, randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Catalog } from "../store/catalog.js";
import type { AccountRecord } from "../store/disk/manifest.js";

const MAX_SESSIONS = 10_000;
/** Time after its last use at which a session ends. */
const IDLE_MS = 12 * 3600 * 1000;

interface Session {
  /** The user's id. */
  readonly id: string;
  /** Stored hash of the password at sign-in; the session ends when it changes. */
  readonly password: string | null;
  until: number;
}

/** Signed-in browsers. Sessions end with the process; beyond `MAX_SESSIONS` the longest unused one ends. */
export class Sessions {
  readonly #catalog: Pick<Catalog, "accounts">;
  readonly #now: () => number;
  /** Sessions by the hash of their token, so that a memory dump does not reveal a token. */
  readonly #sessions = new LRUCache<string, Session>({ max: MAX_SESSIONS });

  /** @param now the time in milliseconds, by a clock that is never set back */
  constructor(catalog: Pick<Catalog, "accounts">, now: () => number) {
    this.#catalog = catalog;
    this.#now = now;
  }

  /** Start a session. @returns its token */
  begin({ id, password }: AccountRecord): string {
    const token = randomToken();
    this.#sessions.set(hash(token), { id, password, until: this.#now() + IDLE_MS });
    return token;
  }

  /** Find a session's current account, and extend the session; `undefined` if the token is unknown or expired. */
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

/** Return 256 random bits as text that a cookie may hold. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

function hash(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
