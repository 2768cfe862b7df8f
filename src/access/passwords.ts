import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from "node:crypto";
import { WorkQueue } from "../admission/work-queue.js";
import { InvalidQuery } from "../errors/errors.js";

/** scrypt parameters recommended by OWASP: one hash takes 16 MiB and some hundred milliseconds of one thread. */
const COST = { N: 2 ** 14, r: 8, p: 5 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const MIN_LENGTH = 8;
/** Longest password in characters; hashing longer texts would only cost time. */
const MAX_LENGTH = 1024;
const MAX_WAITING = 50;

/**
 * Hashing and checking of passwords. A stored hash is `scrypt`, N, r, p, salt and hash, joined by `$`; salt and hash
 * are base64url.
 */
export interface Passwords {
  /** @throws InvalidQuery if the password is too short or too long, OverCapacity if too many requests wait */
  hash(password: string): Promise<string>;
  /**
   * Check a password against a stored hash.
   * @param stored `null` if the account has no password: never matches, but takes equally long
   * @throws OverCapacity if too many requests wait
   */
  matches(password: string, stored: string | null): Promise<boolean>;
}

/** Hash outside the event loop, one password at a time: reading files needs the same threads. */
export function createPasswords(cost: typeof COST = COST): Passwords {
  const queue = new WorkQueue(MAX_WAITING);
  const derive = (password: string, salt: Buffer, length: number, options: ScryptOptions): Promise<Buffer> =>
    queue.run(() => deriveBytes(password, salt, length, options));
  const absent = randomBytes(HASH_BYTES);
  return {
    async hash(password) {
      const errors = passwordErrors(password);
      if (errors.length > 0) throw new InvalidQuery(errors);
      const salt = randomBytes(SALT_BYTES);
      const hash = await derive(password, salt, HASH_BYTES, cost);
      const { N, r, p } = cost;
      return ["scrypt", N, r, p, salt.toString("base64url"), hash.toString("base64url")].join("$");
    },
    async matches(password, stored) {
      const { salt, hash, ...options } = stored === null ? { ...cost, salt: absent, hash: absent } : parse(stored);
      const given = await derive(password.slice(0, MAX_LENGTH + 1), salt, hash.length, options);
      return timingSafeEqual(given, hash) && stored !== null;
    },
  };
}

/** Return the errors of a new password, wherever it was written. */
export function passwordErrors(password: string): readonly string[] {
  if ([...password].length < MIN_LENGTH) return [`The password is too short; write ${MIN_LENGTH} characters or more`];
  return password.length > MAX_LENGTH ? [`The password is longer than ${MAX_LENGTH} characters`] : [];
}

function deriveBytes(password: string, salt: Buffer, length: number, options: ScryptOptions): Promise<Buffer> {
  const { N = 0, r = 0 } = options;
  const maxmem = 256 * N * r;
  return new Promise((resolve, reject) => {
    // Keyboards may encode the same letter in different ways.
    scrypt(password.normalize("NFKC"), salt, length, { ...options, maxmem }, (error, bytes) => {
      if (error) reject(error);
      else resolve(bytes);
    });
  });
}

function parse(stored: string): typeof COST & { readonly salt: Buffer; readonly hash: Buffer } {
  const [, N, r, p, salt, hash] = stored.split("$");
  return {
    N: Number(N),
    r: Number(r),
    p: Number(p),
    salt: Buffer.from(salt!, "base64url"),
    hash: Buffer.from(hash!, "base64url"),
  };
}
