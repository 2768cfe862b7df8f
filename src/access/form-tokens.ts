import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Tokens against forged forms (CSRF): computing one takes the browser's cookie and this process's secret key. */
export class FormTokens {
  /** New in each process, so a form opened before a restart is shown again with a new token. */
  readonly #key = randomBytes(32);

  /** @param cookie value of the browser's cookie */
  make(cookie: string): string {
    return createHmac("sha256", this.#key).update(cookie).digest("base64url");
  }

  isRight(cookie: string | undefined, token: string): boolean {
    if (cookie === undefined) return false;
    const [expected, given] = [Buffer.from(this.make(cookie)), Buffer.from(token)];
    return expected.length === given.length && timingSafeEqual(expected, given);
  }
}
