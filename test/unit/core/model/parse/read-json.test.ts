import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readJson } from "#src/core/model/parse/read-json.js";

describe("a table in place of a model is called so", () => {
  const cases: [name: string, file: string | Buffer, wanted: RegExp][] = [
    ["CSV", "Date,Paid\n2024-01-01,5\n", /^the model is a CSV file, not JSON; give the JSON file here/],
    ["quoted, with semicolons", '"Date";"Paid"\r\n', /is a CSV file/],
    ["of numbers", "1,2\n3,4\n", /is a CSV file/],
    ["not in UTF-8", Buffer.from("Größe;Paid\n", "latin1"), /is a CSV file/],
    ["a workbook", Buffer.from("PK\u0003\u0004\u0000ÿ", "latin1"), /is a workbook or ZIP file/],
  ];
  for (const [name, file, wanted] of cases) {
    it(name, () => assert.throws(() => readJson(file, "the model"), { name: "InvalidModel", message: wanted }));
  }

  it("but broken JSON is not", () => {
    for (const text of ['{"a": 1,, "b": 2}', "[1,2", "", "{'a': 1, 'b': 2}", "a"])
      assert.throws(() => readJson(text, "the model"), /^InvalidModel: the model is not JSON: line 1/);
    assert.throws(() => readJson(Buffer.from('{"a": "ö, b"}', "latin1"), "the model"), /is not valid UTF-8/);
  });
});
