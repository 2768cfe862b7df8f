import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { describe, it } from "node:test";
import { ANONYMOUS } from "#src/access/actor.js";
import { authenticate } from "#src/access/authenticate.js";
import { deriveKey, type KeyRing } from "#src/access/keys.js";
import { Unauthenticated } from "#src/core/errors/errors.js";
import { accountCalled } from "../store/accounts.js";

const SECRET = Buffer.alloc(32, 7);
const ADA = accountCalled("ada");
const EVE = accountCalled("eve.x", { admin: true, keyVersion: 3 });
const RING: KeyRing = { accounts: [ADA, EVE], secret: SECRET };
const [KEY, ADMIN_KEY] = [deriveKey(SECRET, ADA), deriveKey(SECRET, EVE)];

describe("a key", () => {
  it("is the name and the HMAC of id and key version, in characters that a header may hold", () => {
    const hmac = createHmac("sha256", SECRET).update("id of eve.x 3").digest("base64url");
    assert.equal(ADMIN_KEY, `eve.x.${hmac}`);
    assert.match(KEY, /^ada\.[\w-]{43}$/);
  });

  it("differs for another version, another user of the same name and another secret", () => {
    const keys = [
      KEY,
      deriveKey(SECRET, { ...ADA, keyVersion: 2 }),
      deriveKey(SECRET, { ...ADA, id: "another" }),
      deriveKey(Buffer.alloc(32, 8), ADA),
    ];
    assert.equal(new Set(keys).size, keys.length);
  });
});

describe("authenticate", () => {
  it("finds users by their keys, ignoring the scheme's letter case", () => {
    for (const scheme of ["ApiKey", "apikey", "APIKEY", "aPiKeY"]) {
      assert.deepEqual(authenticate(RING, `${scheme} ${KEY}`), { id: "id of ada", name: "ada", admin: false });
    }
    assert.deepEqual(authenticate(RING, `ApiKey   ${ADMIN_KEY} `), { id: "id of eve.x", name: "eve.x", admin: true });
  });

  it("returns the anonymous caller without a header", () => {
    assert.equal(authenticate(RING, undefined), ANONYMOUS);
  });

  const wrong: readonly (readonly [name: string, header: string])[] = [
    ["an empty header", ""],
    ["a scheme alone", "ApiKey"],
    ["a scheme and spaces", "ApiKey   "],
    ["a key alone", KEY],
    ["another scheme", `Bearer ${KEY}`],
    ["Basic", `Basic ${Buffer.from("ada:x").toString("base64")}`],
    ["two keys", `ApiKey ${KEY} ${KEY}`],
    ["two headers joined", `ApiKey ${KEY}, ApiKey ${KEY}`],
    ["a key in quotes", `ApiKey "${KEY}"`],
    ["a key that goes on", `ApiKey ${KEY}A`],
    ["a key cut short", `ApiKey ${KEY.slice(0, -1)}`],
    ["a key in another letter case", `ApiKey ${KEY.toUpperCase()}`],
    ["a name alone", "ApiKey ada"],
    ["a name and a dot", "ApiKey ada."],
    ["the signature of another user", `ApiKey ada.${ADMIN_KEY.split(".").at(-1)}`],
    ["a name in another letter case", `ApiKey Ada${KEY.slice(3)}`],
    ["a name that nobody has", `ApiKey bob${KEY.slice(3)}`],
    ["a key without a name", `ApiKey ${KEY.slice(3)}`],
    ["a property of objects", `ApiKey __proto__${KEY.slice(3)}`],
    ["letters of other scripts as long as a signature", `ApiKey ada.${"ä".repeat(43)}`],
    ["a base64url of the same bytes in other letters", `ApiKey ${KEY.replace(/.$/, nextLetter)}`],
  ];
  for (const [name, header] of wrong) {
    it(`refuses ${name}`, () => {
      assert.throws(() => authenticate(RING, header), Unauthenticated);
    });
  }

  it("refuses a replaced key, a removed user's key, and every key once the secret is lost", () => {
    const header = `ApiKey ${KEY}`;
    assert.throws(() => authenticate({ ...RING, accounts: [{ ...ADA, keyVersion: 2 }] }, header), Unauthenticated);
    assert.throws(() => authenticate({ ...RING, accounts: [{ ...ADA, id: "later" }] }, header), Unauthenticated);
    assert.throws(() => authenticate({ ...RING, accounts: [EVE] }, header), Unauthenticated);
    const lost = deriveKey(Buffer.alloc(32), ADA);
    assert.throws(() => authenticate({ ...RING, secret: null }, `ApiKey ${lost}`), Unauthenticated);
  });
});

/** Return the letter with the same four upper bits: the last of 43 base64url letters carries no others. */
function nextLetter(letter: string): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const at = letters.indexOf(letter);
  return letters[at ^ 1]!;
}
