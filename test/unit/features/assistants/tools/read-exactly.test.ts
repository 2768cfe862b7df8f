import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { readExactly, writeQuotient } from "#src/features/assistants/tools/read-exactly.js";

describe("readExactly", () => {
  it("keeps all digits of long numbers, as texts", () => {
    assert.deepEqual(readExactly('{"a":99999999999999.99,"b":[1.5,-12345678901234567,1e21],"c":"12345678901234567"}'), {
      a: "99999999999999.99",
      b: [1.5, "-12345678901234567", 1e21],
      c: "12345678901234567",
    });
    assert.deepEqual(readExactly('{"a\\"1":"\\\\","12345678901234567":0}'), { 'a"1': "\\", "12345678901234567": 0 });
  });

  it("reads all else as JSON.parse does", () => {
    const short = fc.jsonValue().filter((value) => !/\d{2}[\d.]{13}/.test(JSON.stringify(value)));
    fc.assert(
      fc.property(short, (value) => {
        const text = JSON.stringify(value);
        assert.deepEqual(readExactly(text), JSON.parse(text));
      }),
    );
  });
});

describe("writeQuotient", () => {
  it("writes the decimal of the nearest double, without an exponent, and leaves other texts", () => {
    const cases = [
      ["1/3", "0.3333333333333333"],
      ["-2/3", "-0.6666666666666666"],
      ["16100188678741/36125", "445679963.4253564"],
      ["1/30000000", "0.000000033333333333333334"],
      ["20000000000000000000000000000000/3", "6666666666666667000000000000000"],
      ["1.25", "1.25"],
      ["a/b", "a/b"],
      ["1/3 of it", "1/3 of it"],
    ] as const;
    for (const [text, decimal] of cases) assert.equal(writeQuotient(text), decimal);
  });

  it("writes a text that reads as the same double", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 53n), max: 2n ** 53n }), fc.integer({ min: 1 }), (p, q) => {
        const text = writeQuotient(`${p}/${q}`);
        assert.match(text, /^-?\d+(?:\.\d+)?$/);
        assert.equal(Number(text), Number(p) / q + 0);
      }),
    );
  });
});
