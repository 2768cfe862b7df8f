import { errorText } from "../core/errors/error-text.js";
import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from "node:crypto";
import { WorkQueue } from "../core/admission/work-queue.js";
import { InvalidQuery } from "../core/errors/errors.js";

/** scrypt parameters recommended by OWASP: one hash takes 16 MiB and some hundred milliseconds of one thread. */
const COST = { N: 2 ** 14, r: 8, p: 5 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const MIN_LENGTH = 8;
/** Longest password in characters; hashing longer texts would only cost time. */
const MAX_LENGTH = 1024;
const MAX_WAITING = 50;

/** Passwords of that length which lists of stolen ones have most often, in lower case; those that repeat are left out. */
const COMMON: ReadonlySet<string> = new Set(
  `12345678 123456789 1234567890 12345678910 87654321 987654321 0987654321 01234567 0123456789 123456789a a123456789
  a12345678 a1234567 aa123456 aa12345678 123456aa 12345678a 1234qwer qwer1234 qwerty12 qwerty123 qwerty1234 qwertyui
  qwertyuiop qwertz123 qwertzui qwertzuiop azertyui azertyuiop asdfghjk asdfghjkl asdf1234 zxcvbnm1 zxcvbnm123 zaq12wsx
  1q2w3e4r 1q2w3e4r5t q1w2e3r4 1qaz2wsx 1qaz@wsx qazwsxedc 123qweasd 123qwe123 147258369 147852369 159753456 abcdefgh
  abcd1234 abc12345 abc123456 password password1 password12 password123 password1234 passw0rd p@ssword p@ssw0rd
  passwort passwort1 motdepasse contrasena kennwort hallo123 welcome1 welcome123 willkommen bienvenue letmein1
  letmein123 changeme changeme1 changeme123 changeit admin123 admin1234 administrator root1234 test1234
  default1 secret123 topsecret iloveyou iloveyou1 sunshine princess football baseball superman starwars trustno1
  computer internet whatever michelle jennifer jessica1 charlie1 liverpool pokemon1 monkey123 dragon123 master123
  shadow123 butterfly samsung1 facebook google123 spendcube spendcube1 spendcube123`.split(/\s+/),
);

/**
 * Hashing and checking of passwords. A stored hash is `scrypt`, N, r, p, salt and hash, joined by `$`; salt and hash
 * are base64url.
 */
export interface Passwords {
  /**
   * @param user name of the user
   * @throws InvalidQuery if the password is unacceptable, OverCapacity if too many requests wait
   */
  hash(password: string, user: string): Promise<string>;
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
    async hash(password, user) {
      const errors = passwordErrors(password, user);
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

/** Return the errors of a new password, wherever it was written. @param user name of the user */
export function passwordErrors(password: string, user: string): readonly string[] {
  if ([...password].length < MIN_LENGTH) return [errorText("password_too_short", { minimum: MIN_LENGTH })];
  if (password.length > MAX_LENGTH) return [errorText("password_too_long", { maximum: MAX_LENGTH })];
  const folded = password.toLowerCase();
  if (COMMON.has(folded) || /^(.{1,4})\1+$/u.test(folded)) {
    return [errorText("password_too_common")];
  }
  const name = user.toLowerCase();
  const isName = folded === name || (stemOf(name) !== "" && stemOf(folded) === stemOf(name));
  return isName ? [errorText("password_is_name")] : [];
}

/** Return a text without the digits and signs at its end. */
function stemOf(text: string): string {
  return text.replace(/[\d\W_]+$/, "");
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
