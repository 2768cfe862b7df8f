import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from "node:crypto";
import { WorkQueue } from "../admission/work-queue.js";
import { InvalidQuery } from "../errors/errors.js";

/** Cost as OWASP recommends it: 16 MiB and some hundred milliseconds of a thread. */
const COST = { N: 2 ** 14, r: 8, p: 5 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Longer texts are no passwords, and would only cost time. */
const LONGEST = 1024;
const MAX_WAITING = 50;

/** A password as it is kept: `scrypt`, N, r, p, salt and hash, joined by `$`; the last two as base64url. */
export interface Passwords {
  /** @throws InvalidQuery for a password that is none, OverCapacity when too many wait */
  hash(password: string): Promise<string>;
  /**
   * Whether it is the password.
   * @param kept `null` where there is none: that takes as long
   * @throws OverCapacity when too many wait
   */
  matches(password: string, kept: string | null): Promise<boolean>;
}

/** Hashing outside the event loop, one after the other: it shares its threads with the reading of files. */
export function createPasswords(cost: typeof COST = COST): Passwords {
  const queue = new WorkQueue(MAX_WAITING);
  const derive = (password: string, salt: Buffer, length: number, options: ScryptOptions): Promise<Buffer> =>
    queue.run(() => deriveBytes(password, salt, length, options));
  const absent = randomBytes(HASH_BYTES);
  return {
    async hash(password) {
      const error = passwordError(password);
      if (error) throw new InvalidQuery(`The password ${error}`);
      const salt = randomBytes(SALT_BYTES);
      const hash = await derive(password, salt, HASH_BYTES, cost);
      const { N, r, p } = cost;
      return ["scrypt", N, r, p, salt.toString("base64url"), hash.toString("base64url")].join("$");
    },
    async matches(password, kept) {
      const { salt, hash, ...options } = kept === null ? { ...cost, salt: absent, hash: absent } : parse(kept);
      const given = await derive(password.slice(0, LONGEST + 1), salt, hash.length, options);
      return timingSafeEqual(given, hash) && kept !== null;
    },
  };
}

/** What is wrong with a password, or `null`. */
function passwordError(password: string): string | null {
  if (password === "") return "is empty";
  return password.length > LONGEST ? `is longer than ${LONGEST} characters` : null;
}

function deriveBytes(password: string, salt: Buffer, length: number, options: ScryptOptions): Promise<Buffer> {
  const { N = 0, r = 0 } = options;
  const maxmem = 256 * N * r;
  return new Promise((resolve, reject) => {
    // The same letters may be typed as different characters.
    scrypt(password.normalize("NFKC"), salt, length, { ...options, maxmem }, (error, bytes) => {
      if (error) reject(error);
      else resolve(bytes);
    });
  });
}

function parse(kept: string): typeof COST & { readonly salt: Buffer; readonly hash: Buffer } {
  const [, N, r, p, salt, hash] = kept.split("$");
  return {
    N: Number(N),
    r: Number(r),
    p: Number(p),
    salt: Buffer.from(salt!, "base64url"),
    hash: Buffer.from(hash!, "base64url"),
  };
}
