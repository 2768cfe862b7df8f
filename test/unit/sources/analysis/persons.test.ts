import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findPersonalData } from "#src/sources/analysis/persons.js";

describe("data of persons", () => {
  for (const [what, heading, ...values] of [
    ["e-mail addresses", "Contact", "a@example.org", "b.c@example.co.uk"],
    ["bank accounts", "x", "DE89 3704 0044 0532 0130 00", "GB29NWBK60161331926819"],
    [null, "x", "DE89 3704 0044 0532 0130 01", "GB29NWBK60161331926818"],
    ["telephone numbers", "Tel.", "030 123456", "(040) 98765-4"],
    ["telephone numbers", "x", "+49 30 1234567", "+44 20 7946 0958"],
    [null, "Voucher", "0301234567", "0409876543"],
    ["dates of birth", "Geburtsdatum", "01.02.1970", "3.4.1985"],
    [null, "Datum", "01.02.1970", "3.4.1985"],
    ["national ids", "x", "529.982.247-25", "111.444.777-35"],
    ["national ids", "PESEL", "44051401359"],
    [null, "Konto", "44051401358", "12345678901"],
    ["names of persons", "Payee", "Anna Schmidt", "Smith, John", "Novák Petr", "Dr. Maria Rossi"],
    ["names of persons", "Nachname", "Schmidt", "Müller-Lüdenscheidt"],
    [null, "Payee", "TOTAL GAS & POWER LTD", "John Lewis plc", "St Mary School", "Town of Berlin"],
    [null, "Programme", "Roads and bridges", "Schools", "Health care"],
    [
      "some names of persons",
      "Payee",
      "Anna Schmidt",
      "John Smith",
      "Maria Rossi",
      ...Array.from({ length: 20 }, (_, at) => `Firm ${at} Ltd`),
    ],
  ] as const)
    it(`of ${heading} such as ${values[0]}: ${what ?? "none"}`, () => {
      assert.equal(findPersonalData(heading, values), what);
    });
});
