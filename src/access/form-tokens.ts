import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Tells forms of this server from those of others: only who can read the browser's cookie can make its token. */
export class FormTokens {
  /** Of this process: forms that were open over a restart are shown again. */
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
