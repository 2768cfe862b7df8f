import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { SPENDING } from "../../fixtures.js";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";

/** Datasets whose texts are all in one language, by its code: a label, names of members, fields and texts. */
const TOWNS: Readonly<Record<string, readonly string[]>> = {
  he: ["עיר", "בריאות", "חינוך", "ייעוד", "הוצאות לפי ייעוד", "הערכה בלבד"],
  ar: ["مدينة", "الصحة", "التعليم", "الوظيفة", "النفقات بحسب الوظيفة", "تقديرات"],
  el: ["Πόλη", "Υγεία", "Εκπαίδευση", "Λειτουργία", "Δαπάνες κατά λειτουργία", "Εκτίμηση"],
  uk: ["Місто", "Оборона", "Освіта", "Функція", "Видатки за функціями", "Оцінка"],
  ja: ["東京市", "保健", "教育", "目的別", "目的別支出", "概算"],
};

const LANGUAGE_OF = new Map(
  Object.entries(TOWNS).flatMap(([language, texts]) => texts.map((text) => [text, language] as const)),
);

const SCRIPT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}]/u;

let server: LoadingServer;

before(async () => {
  server = await startLoading();
  for (const [language, [label, first, second, field, view, note]] of Object.entries(TOWNS)) {
    const name = `town-${language}`;
    const model = {
      dataset: {
        ...SPENDING.dataset,
        name,
        label,
        description: `${note} ${first}`,
        languages: [language],
        territories: [],
      },
      mapping: {
        number: { type: "attribute", label: field, column: "id", datatype: "string", key: true },
        amount: { type: "measure", column: "amount", datatype: "float", label: note },
        time: { type: "date", label: view, column: "date", datatype: "date" },
        kind: {
          type: "compound",
          label: field,
          description: `${field} ${note}`,
          facet: true,
          attributes: {
            name: { column: "code", datatype: "string" },
            label: { column: "kind", datatype: "string" },
          },
        },
        part: { type: "attribute", label: second, column: "part", datatype: "string", facet: true },
      },
      views: [
        {
          name: "default",
          label: view,
          entity: "dataset",
          dimension: "dataset",
          drilldown: "kind",
          cuts: {},
          filters: {},
        },
      ],
      hierarchies: { all: { label: view, levels: ["kind", "part"] } },
      notes: [{ on: "year:2010", kind: "break", text: note }],
    };
    const rows = [
      ["1", "10", "2009-01-01", "1", first, second],
      ["2", "7", "2010-01-01", "1", first, first],
      ["3", "5", "2010-01-01", "2", second, second],
    ];
    const csv = ["id,amount,date,code,kind,part", ...rows.map((row) => row.join())].join("\n");
    await server.loaded("ada", {
      metadata: server.files.put(`/${name}.json`, model),
      csv_file: server.files.put(`/${name}.csv`, csv),
    });
  }
});
after(() => server.stop());

/** Walk through a document. @param visit is called with each text and the elements around it, from the outside */
function visitTexts(markup: string, visit: (text: string, around: readonly string[]) => void): void {
  const open: string[] = [];
  for (const [token, end, name] of markup.matchAll(/<(\/?)([a-z][a-z0-9-]*)[^<>]*>|[^<]+/gi)) {
    if (name === undefined) {
      if (token.trim() !== "" && !open.some((each) => /^<(?:script|style|textarea)\b/.test(each)))
        visit(token.trim(), open);
    } else if (end) {
      open.length = Math.max(
        0,
        open.findLastIndex((each) => new RegExp(`^<${name}\\b`).test(each)),
      );
    } else if (!/\/>$|^<(?:meta|link|br|input|img|hr|wbr|col)\b/.test(token)) open.push(token);
  }
}

const PAGES = [
  "",
  "/dimensions",
  "/kind",
  "/kind/1",
  "/part",
  "/entries",
  "/entries?kind=1",
  "/explore?drilldown=kind",
  "/meta/versions",
  ...["bars", "treemap", "lines", "table", "tree", "pivot", "stacked", "multiples", "flow", "icicle", "dots"].map(
    (chart) => `/explore?drilldown=kind|part&chart=${chart}&year=all`,
  ),
  "/explore?drilldown=kind&chart=bars&measure=amount|num_entries&cut=part:x",
];

describe("texts of the data on pages", () => {
  for (const language of Object.keys(TOWNS)) {
    it(`have their language and a direction of their own: ${language}`, async () => {
      let texts = 0;
      for (const page of [
        ...PAGES.map((each) => `/town-${language}${each}`),
        `/search?q=${encodeURIComponent(TOWNS[language]![1]!)}`,
      ]) {
        const { status, text } = await server.ask(null, "GET", page, { headers: { Accept: "text/html" } });
        assert.ok(status === 200 || status === 400, `${page}: ${status}`);
        visitTexts(text, (shown, around) => {
          // The menu of languages names each in itself.
          if (!SCRIPT.test(shown) || around.some((each) => /^<button\s+name="lang"/.test(each))) return;
          texts++;
          const where = `${page}: ${around.slice(-3).join("")}${shown}`;
          const marked = around.findLast((each) => / lang="/.test(each));
          const isOnly = (shown.match(/\p{Script=Latin}/gu) ?? []).length === 0;
          const own = LANGUAGE_OF.get(shown) ?? language;
          if (isOnly) assert.match(marked!, new RegExp(` lang="${own}"`), where);
          if (!/[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(shown)) return;
          const isIsolated =
            around.some((each) => /^<(?:bdi|svg|title)\b| dir="auto"/.test(each)) || /[\u2068\u200e]/.test(shown);
          assert.ok(isIsolated, `not isolated: ${where}`);
        });
      }
      assert.ok(texts > 100, String(texts));
    });
  }

  it("have that of their own dataset on pages about several", async () => {
    for (const page of ["/", "/datasets", "/api", "/search?q=x"]) {
      const { text } = await server.ask(null, "GET", page, { headers: { Accept: "text/html" } });
      visitTexts(text, (shown, around) => {
        const own = LANGUAGE_OF.get(shown);
        if (own !== undefined)
          assert.match(
            around.findLast((each) => / lang="/.test(each))!,
            new RegExp(` lang="${own}"`),
            `${page}: ${shown}`,
          );
      });
    }
  });
});
