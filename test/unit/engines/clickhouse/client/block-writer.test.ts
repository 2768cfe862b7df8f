import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { BlockWriter } from "#src/engines/clickhouse/client/block-writer.js";

/** Reads the format Native, byte by byte. */
class NativeReader {
  #at = 0;
  readonly #bytes: Buffer;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes);
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  size(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes[this.#at++]!;
      value += (byte % 128) * factor;
      if (byte < 128) return value;
    }
  }

  text(): string {
    const size = this.size();
    return this.#bytes.toString("utf8", this.#at, (this.#at += size));
  }

  /** Read a signed or an unsigned integer. */
  integer(bytes: number, isSigned = false): bigint {
    let value = 0n;
    for (let at = 0; at < bytes; at++) value |= BigInt(this.#bytes[this.#at++]!) << BigInt(at * 8);
    return isSigned ? BigInt.asIntN(bytes * 8, value) : value;
  }
}

const integer = fc.oneof(
  fc.bigInt({ min: -(1n << 255n), max: (1n << 255n) - 1n }),
  fc.maxSafeInteger(),
  fc.constantFrom(0, -1, -(2 ** 32), 2 ** 32 - 1, Number.MIN_SAFE_INTEGER),
);
const row = fc.record({
  small: fc.nat({ max: 65_535 }),
  code: fc.nat({ max: 2 ** 32 - 1 }),
  position: fc.maxSafeNat(),
  amount: integer,
  texts: fc.array(fc.string({ maxLength: 70 }), { maxLength: 4 }),
});

describe("blocks of columns", () => {
  it("hold the rows that were chosen, in their order, whatever memory they are written into", () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(row, { maxLength: 9 }), { maxLength: 3 }),
        fc.nat({ max: 400 }),
        (blocks, bytes) => {
          const writer = new BlockWriter(bytes);
          writer.begin(0, 0);
          writer.reuse(writer.take());
          const chosen = blocks.map((rows) => rows.flatMap((_, at) => (at % 3 === 1 ? [] : [at])).toReversed());
          for (const [block, rows] of blocks.entries()) {
            const own = Uint32Array.from(chosen[block]!);
            writer.begin(6, own.length);
            writer.column("small", "UInt16");
            writer.integers(16, own, (at) => rows[at]!.small);
            writer.column("code", "UInt32");
            writer.integers(32, own, (at) => rows[at]!.code);
            writer.column("position", "UInt64");
            writer.uint64s(own, (at) => rows[at]!.position);
            writer.column("id", "FixedString(20)");
            writer.ids(
              own,
              Uint8Array.from({ length: rows.length * 20 }, (_, at) => at),
            );
            writer.column("amount", "Int256");
            writer.int256s(own, (at) => rows[at]!.amount);
            writer.column("texts", "Array(String)");
            writer.lists(own, (at) => rows[at]!.texts);
          }
          const reader = new NativeReader(writer.take());
          for (const [block, rows] of blocks.entries()) {
            const own = chosen[block]!.map((at) => rows[at]!);
            assert.deepEqual([reader.size(), reader.size()], [6, own.length]);
            const column = (name: string, type: string): void =>
              assert.deepEqual([reader.text(), reader.text()], [name, type]);
            column("small", "UInt16");
            for (const { small } of own) assert.equal(Number(reader.integer(2)), small);
            column("code", "UInt32");
            for (const { code } of own) assert.equal(Number(reader.integer(4)), code);
            column("position", "UInt64");
            for (const { position } of own) assert.equal(Number(reader.integer(8)), position);
            column("id", "FixedString(20)");
            for (const at of chosen[block]!) {
              for (let byte = 0; byte < 20; byte++) assert.equal(Number(reader.integer(1)), (at * 20 + byte) % 256);
            }
            column("amount", "Int256");
            for (const { amount } of own) assert.equal(reader.integer(32, true), BigInt(amount));
            column("texts", "Array(String)");
            let end = 0;
            for (const { texts } of own) assert.equal(Number(reader.integer(8)), (end += texts.length));
            for (const { texts } of own) for (const text of texts) assert.equal(reader.text(), text);
          }
          assert.ok(reader.isAtEnd);
        },
      ),
    );
  });
});
