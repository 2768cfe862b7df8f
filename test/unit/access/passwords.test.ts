import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createPasswords } from "#src/access/passwords.js";
import { InvalidQuery, OverCapacity } from "#src/core/errors/errors.js";

/** Cheap scrypt parameters, because these tests do not measure the cost. */
const COST = { N: 16, r: 1, p: 1 };

describe("passwords", () => {
  const passwords = createPasswords(COST);

  it("are stored as salted scrypt hashes that do not contain them", async () => {
    const [first, second] = [await passwords.hash("open sesame", "ada"), await passwords.hash("open sesame", "ada")];
    assert.match(first, /^scrypt\$16\$1\$1\$[\w-]{22}\$[\w-]{43}$/);
    assert.notEqual(first, second);
    assert.equal(await passwords.matches("open sesame", first), true);
    assert.equal(await passwords.matches("open sesame", second), true);
  });

  it("match only themselves", async () => {
    const kept = await passwords.hash("open sesame", "ada");
    for (const wrong of ["", "open sesam", "open sesame ", "Open sesame", "x".repeat(5000)]) {
      assert.equal(await passwords.matches(wrong, kept), false, wrong);
    }
    assert.equal(await passwords.matches("open sesame", null), false);
    assert.equal(await passwords.matches("", null), false);
  });

  it("match in any Unicode composition of their letters", async () => {
    assert.equal(
      await passwords.matches("Stra\u00dfe \u00e4", await passwords.hash("Stra\u00dfe a\u0308", "ada")),
      true,
    );
  });

  it("match with the cost parameters of their stored hash", async () => {
    const kept = await createPasswords({ N: 32, r: 2, p: 2 }).hash("open sesame", "ada");
    assert.match(kept, /^scrypt\$32\$2\$2\$/);
    assert.equal(await passwords.matches("open sesame", kept), true);
  });

  it("are refused when they are too short or too long", async () => {
    await assert.rejects(passwords.hash("", "ada"), InvalidQuery);
    await assert.rejects(passwords.hash("1234567", "ada"), /too short; write 8 characters or more/);
    await assert.rejects(passwords.hash("\u{1f4b6}".repeat(7), "ada"), InvalidQuery);
    await assert.rejects(passwords.hash("x".repeat(1025), "ada"), InvalidQuery);
    const longest = "long ".repeat(204) + "last";
    const kept = await passwords.hash(longest, "ada");
    assert.equal(await passwords.matches(longest, kept), true);
    assert.equal(await passwords.matches(`${longest}x`, kept), false);
  });

  it("are refused when they are tried first by others, or the user's own name", async () => {
    for (const common of [
      "password",
      "Password1",
      "12345678",
      "QWERTYUI",
      "aaaaaaaa",
      "abcabcabc",
      "\u{1f4b6}".repeat(8),
    ]) {
      await assert.rejects(passwords.hash(common, "ada"), /one of those that are tried first/, common);
    }
    for (const own of ["ada-lovelace", "ADA-LOVELACE", "ada-lovelace1", "Ada-Lovelace2026!"]) {
      await assert.rejects(passwords.hash(own, "ada-lovelace"), /is the name of the user/, own);
    }
    await assert.rejects(passwords.hash("clerk2024", "clerk7"), /is the name of the user/);
    await assert.rejects(passwords.hash("20240101", "20240101"), /is the name of the user/);
    assert.ok(await passwords.hash("9051-7342", "2024"));
    for (const good of ["ada-lovelace writes", "passwords are long", "12345678 steps"]) {
      assert.ok(await passwords.hash(good, "ada-lovelace"));
    }
  });

  it("are hashed one at a time, and refused when too many wait", async () => {
    const busy = createPasswords(COST);
    const all = await Promise.allSettled(Array.from({ length: 60 }, () => busy.matches("x", null)));
    const refused = all.filter((each) => each.status === "rejected");
    assert.ok(refused.length > 0 && refused.length < 15, `${refused.length} were refused`);
    assert.ok(refused.every(({ reason }) => reason instanceof OverCapacity));
  });

  it("are hashed at the recommended cost", async () => {
    assert.match(await createPasswords().hash("open sesame", "ada"), /^scrypt\$16384\$8\$5\$/);
  });
});
