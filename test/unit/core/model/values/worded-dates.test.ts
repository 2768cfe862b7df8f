import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { MONTHS_BY_LANGUAGE } from "#src/core/model/values/month-names.js";
import { monthOf } from "#src/core/model/values/month-of.js";
import { strptime } from "#src/core/model/values/strptime.js";
import { readWorded } from "#src/core/model/values/worded-dates.js";

describe("dates in words", () => {
  for (const [text, date] of [
    ["1er janvier 2024", "2024-01-01"],
    ["12 février 2024", "2024-02-12"],
    ["Tuesday, October 18, 2011", "2011-10-18"],
    ["5 de enero de 2024", "2024-01-05"],
    ["enero de 2024", "2024-01-01"],
    ["1 d'abril de 2024", "2024-04-01"],
    ["3 stycznia 2024 r.", "2024-01-03"],
    ["3 января 2024 г.", "2024-01-03"],
    ["2024 m. sausio 5 d.", "2024-01-05"],
    ["2024. gada 5. janvāris", "2024-01-05"],
    ["2024. január 5.", "2024-01-05"],
    ["2024年4月1日", "2024-04-01"],
    ["2024년 4월 1일", "2024-04-01"],
    ["5 בינואר 2024", "2024-01-05"],
    ["Q1 2019", "2019-01-01"],
    ["H1 2023", "2023-01-01"],
    ["2023 H2", "2023-07-01"],
    ["2023-S2", "2023-07-01"],
    ["2. Halbjahr 2023", "2023-07-01"],
    ["1er semestre 2023", "2023-01-01"],
    ["H3 2023", null],
    ["2023M04", "2023-04-01"],
    ["2023-M12", "2023-12-01"],
    ["2023M13", null],
    ["P05 2023", "2023-05-01"],
    ["2023 P05", "2023-05-01"],
    ["P05 2023/24", null],
    ["Q1 2024/25", null],
    ["FY22", "2022-01-01"],
    ["FY22/23", "2022-01-01"],
    ["FY 22-23", "2022-01-01"],
    ["FY22/24", null],
    ["2019-Q4", "2019-10-01"],
    ["2019Q3", "2019-07-01"],
    ["Q 3, 2010", "2010-07-01"],
    ["Quarter 4 2008", "2008-10-01"],
    ["1º trimestre 2019", "2019-01-01"],
    ["2e trimestre 2019", "2019-04-01"],
    ["T2/2020", "2020-04-01"],
    ["1. Quartal 2019", "2019-01-01"],
    ["IV квартал 2019 г.", "2019-10-01"],
    ["2019年第1四半期", "2019-01-01"],
    ["2019年第一季度", "2019-01-01"],
    ["FY 2014/15", "2014-01-01"],
    ["Haushaltsjahr 2017", "2017-01-01"],
    ["令和5年度", "2023-01-01"],
    ["令和元年", "2019-01-01"],
    ["平成30年4月1日", "2018-04-01"],
    ["民國112年度", "2023-01-01"],
    ["พ.ศ. 2566", "2023-01-01"],
    // October in Croatian, November in Polish and Czech.
    ["5. listopada 2023", null],
    ["31 juin 2024", null],
    ["Q5 2019", null],
    ["FY 2014/17", null],
    ["Budget 2017", null],
    ["Road 12", null],
  ] as const) {
    it(`are ${date ?? "not read"}: ${text}`, () => assert.equal(readWorded(text), date));
  }

  it("have the months of forty languages, each in all its forms", () => {
    assert.ok(Object.keys(MONTHS_BY_LANGUAGE).length >= 40);
    for (const [language, names] of Object.entries(MONTHS_BY_LANGUAGE)) {
      const months = names.split(",");
      assert.equal(months.length, 12, language);
      months.forEach((forms, at) => {
        for (const name of forms.split("|")) {
          assert.equal(monthOf(name, language), at + 1, `${language} ${name}`);
          const upper = name.toUpperCase();
          if (upper.length !== name.length || /^listopada?$/.test(name)) continue;
          assert.equal(monthOf(upper), at + 1, `${language} ${name}`);
        }
      });
    }
  });
});

describe("formats of our own", () => {
  for (const [text, format, date] of [
    ["5. listopada 2023", "%d. %{hr}B %Y", "2023-10-05"],
    ["5 listopada 2023", "%d %{pl}B %Y", "2023-11-05"],
    ["12 août 2023", "%d %B %Y", "2023-08-12"],
    ["2019 kv 3", "%Y kv %q", "2019-07-01"],
    ["2009-10", "%Y-%{next}y", "2009-01-01"],
    ["2009-2010", "%Y-%{next}Y", "2009-01-01"],
    ["1999-00", "%Y-%{next}y", "1999-01-01"],
    ["2009-11", "%Y-%{next}y", null],
    ["令和5年度", "%EY度", "2023-01-01"],
  ] as const) {
    it(`read ${text} by ${format}`, () => assert.equal(strptime(text, format), date));
  }
});
