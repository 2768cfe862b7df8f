import { phraseText } from "#src/core/errors/phrase-text.js";
import { ownerCalled } from "#src/store/disk/owners.js";
import { wholeError } from "#src/calls/publishing/loads/run.js";
import { doneRun, spendingEngine } from "../../fixtures.js";
import type { SignInServer } from "../access/sign-in-server.js";
import { wordlessModel, wordlessRows } from "./wordless-datasets.js";

/** Pages that need somebody who is signed in, by user. */
export const SIGNED_IN: Readonly<Record<"ada" | "root", readonly string[]>> = {
  ada: [
    "/dashboard",
    "/settings",
    "/logout",
    "/datasets/new",
    "/datasets/new?into=city",
    "/city",
    "/city/editor",
    "/city/editor/model",
    "/city/editor/members",
    "/city/editor/members?dimension=region&q=Περιοχή",
    "/city/editor/members?dimension=region&member=Περιοχή 1",
    "/city/sources",
    "/city/sources/1",
    "/city/sources/1/runs",
    "/city/sources/1/runs/1",
    "/city/sources/1/runs/2",
    "/city/meta/versions",
  ],
  root: ["/dashboard", "/settings", "/collections/editor", "/shapes/editor", "/collections", "/shapes"],
};

/** Publish a dataset that ada manages, twice, with a failed load. */
export async function publishCity({ catalog }: SignInServer): Promise<void> {
  const managers = [ownerCalled(catalog, "ada")];
  const model = wordlessModel("city");
  const sources = [{ id: 1, url: "https://town.example/Δαπάνες", loaded: new Date("2020-02-02T02:02:02.222Z") }];
  const whole = spendingEngine(wordlessRows(40), model);
  await catalog.publish({ model, engine: whole, sources, base: undefined, private: true, managers });
  const control = {
    rows: 3,
    empty: 1,
    omitted: 2,
    sums: [{ measure: "amount", total: "12.5", years: [["2009", "12.5"] as const], by: [] }],
    totals: [
      phraseText("rows_come_to_grand_total", {
        count: 3,
        amounts: "1,234.5",
        place: phraseText("line_called", { line: 5, text: '"Σύνολο"' }),
      }),
    ],
  };
  await catalog.changeRuns(() => [
    doneRun({ id: 1, dataset: "city", managers, control: [control], notes: [phraseText("file_unchanged")] }),
    doneRun({
      id: 2,
      dataset: "city",
      managers,
      status: "failed",
      errors: [wholeError("is empty and has no default_value")],
      notes: [],
    }),
  ]);
}

/** A table as offices publish it: titles above, years as columns, a currency in the cells, totals and notes. */
export const MESSY_TABLE = `Δήμος;;;;
Σε EUR;;;;
;;;;
Τομέας;Γραμμή;2019;2020;2021
${["Σχολεία", "Δρόμοι", "Πάρκα"]
  .map((area, at) => {
    const cells = (line: number): number[] => [0, 1, 2].map((year) => (at + 1) * 1234 + line * 17 + year * 11);
    const lines = [1, 2, 3, 4, 5, 6].map((line) => cells(line));
    const sums = [0, 1, 2].map((year) => lines.reduce((sum, own) => sum + own[year]!, 0));
    const rows = lines.map((own, line) => `${area};Γραμμή ${line + 1};${own[0]},50 EUR;${own[1]},00;${own[2]},25`);
    return [...rows, `Σύνολο ${area};;${sums[0]! + 3},00;${sums[1]},00;${sums[2]! + 1},50`].join("\n");
  })
  .join("\n")}
;;;;
Πηγή: ο ταμίας;;;;
`;

/** A budget of two directions, with functions in two columns. */
export const BUDGET_TABLE = `Κωδικός;Οικονομικό έτος;Κωδικός λειτουργίας;Λειτουργία;Κωδικός δράσης;Δράση;Είδος;Ποσό
${Array.from({ length: 120 }, (_, at) => {
  const [one, two] = [1 + (at % 4), 1 + ((at >> 2) % 3)];
  const kind = ["Έσοδα", "Έξοδα"][(at >> 3) % 2];
  return `${at};${2013 + (at % 3)};0${one};Λειτουργία ${one};0${one}.${two};Δράση ${one} ${two};${kind};${at},25`;
}).join("\n")}
`;

/** Payments with cells that cannot be read, and dates in two orders. */
export const WRONG_TABLE = `Α;Ημερομηνία;Ποσό;Τι
Α1;05.01.2024;1.234,50;Ενοίκιο
Α2;6.1.2024;χ;Καύσιμα
;;;
Α3;07.01.2024;2,00;
${Array.from({ length: 20 }, (_, at) => `Μ${at};31.01.2024;${at},50;Καύσιμα`).join("\n")}
`;
