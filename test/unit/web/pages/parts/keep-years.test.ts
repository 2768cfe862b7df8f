import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { keepYears } from "#src/web/pages/parts/keep-years.js";

const keep = (heading: string): string => keepYears(heading).markup;

describe("a heading", () => {
  for (const years of ["2009–10", "2009/10", "2009-10"])
    it(`keeps ${years} on one line`, () => {
      assert.equal(
        keep(`By function, ${years}, of <all>`),
        `By function, <span class="years">${years}</span>, of &lt;all&gt;`,
      );
      assert.equal(keep(years), `<span class="years">${years}</span>`);
    });

  for (const other of ["2009", "2009-10-01", "2009–2010", "12009-10", "A2009-10", "2009-10b"])
    it(`leaves ${other} as it is`, () => assert.equal(keep(`On ${other} now`), `On ${other} now`));
});
