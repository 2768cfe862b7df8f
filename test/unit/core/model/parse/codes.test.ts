import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { currencyCode } from "#src/core/model/parse/codes.js";

describe("codes of currencies", () => {
  it("are those that have a name, in use or not", () => {
    const names = new Intl.DisplayNames("en", { type: "currency", fallback: "none" });
    const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
    const all = letters.flatMap((first) => letters.flatMap((second) => letters.map((third) => first + second + third)));
    const found = all.filter((code) => "code" in currencyCode(code));
    assert.deepEqual(
      found,
      all.filter((code) => names.of(code) !== undefined),
    );
    assert.ok(found.includes("EUR") && found.includes("DEM") && !found.includes("XYZ"));
  });

  it("are read in any case, with blanks around them, and are of three letters", () => {
    assert.deepEqual(currencyCode(" eur "), { code: "EUR" });
    for (const text of ["", "EURO", "€", "E1R"]) assert.ok("remedy" in currencyCode(text), text);
  });
});
