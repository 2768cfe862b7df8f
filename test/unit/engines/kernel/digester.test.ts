import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  DIGEST_BATCH,
  digesterHere,
  type KeyField,
  type KeyTexts,
  MAX_DIGESTED_BYTES,
  type StoredKeyTexts,
} from "#src/engines/kernel/ids/digester.js";

const sha1 = (bytes: string | Uint8Array): string => createHash("sha1").update(bytes).digest("hex");

function keyTexts(texts: readonly Buffer[]): KeyTexts {
  return {
    write(entry, buffer, at) {
      const text = texts[entry]!;
      if (text.length > MAX_DIGESTED_BYTES) return -1;
      buffer.set(text, at);
      return text.length;
    },
    bytesOf: (entry) => texts[entry]!,
  };
}

/** Store texts so that some that follow each other in memory are of entries that do, and others are not. */
function storedTexts(texts: readonly Buffer[]): StoredKeyTexts {
  const order = [...texts.keys()].toSorted((a, b) => (a % 5) - (b % 5));
  let top = 0;
  const offsets = [0, ...order.map((entry) => (top += texts[entry]!.length))];
  const textOf = (entry: number): number => order.indexOf(entry);
  return { bytes: Buffer.concat(order.map((entry) => texts[entry]!)), offsets, textOf };
}

/** Compare the ids of entries, given the texts of each field, with those that Node computes. */
function check(dataset: string, fields: readonly (readonly Buffer[])[], count: number): void {
  const ways: readonly ((texts: readonly Buffer[]) => KeyField)[] = [keyTexts, storedTexts];
  for (const open of ways) {
    const key = fields.map((texts) => open(texts));
    const ids = Buffer.from(digesterHere().digest(dataset, key, count));
    for (let entry = 0; entry < count; entry++) {
      const expected = sha1([sha1(dataset), ...fields.map((texts) => sha1(texts[entry]!))].join(""));
      assert.equal(ids.toString("hex", entry * 20, entry * 20 + 20), expected, `entry ${entry}`);
    }
  }
}

describe("a digest of keys", () => {
  it("equals the SHA-1 of digests for any texts", () => {
    const length = fc.oneof(fc.nat(130), fc.constantFrom(0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 300, 5000));
    const texts = fc.array(length, { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(fc.string(), texts, fc.nat(9), (dataset, lengths, numFields) => {
        const fields = Array.from({ length: numFields }, (_, field) =>
          lengths.map((bytes, entry) => Buffer.from(`${field}.${entry} ${"ä".repeat(bytes)}`).subarray(0, bytes)),
        );
        check(dataset, fields, lengths.length);
      }),
      { numRuns: 200 },
    );
  });

  it("takes a whole batch, texts of the largest size, and larger ones", () => {
    const sizes = [3, MAX_DIGESTED_BYTES, MAX_DIGESTED_BYTES + 1, 0, 200_000, 64];
    const texts = Array.from({ length: DIGEST_BATCH }, (_, entry) => Buffer.alloc(sizes[entry % 97] ?? 7, `${entry}`));
    check("large", [texts, texts.toReversed()], DIGEST_BATCH);
  });
});
