import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { DEMO_CSV, DEMO_MODEL } from "#src/core/assets/demo.js";
import { run } from "../cli/run.js";

/** Folder of real datasets; it may be missing. */
const SHARED = resolve("../shared/data");
const NAMES = [
  "cra",
  "madrid-gastos",
  "sacramento-budgets",
  "bosnia-herzegovina",
  "bonn-ist-2016",
  "tsukuba-2021",
  "al-treasury",
  "armenia-bdp",
  "gb-councils",
];

const RIGHT_TO_LEFT = {
  dataset: {
    name: "right-to-left",
    label: "ميزانية المدينة",
    description: "نفقات المدينة حسب الوظيفة والجهة، بيانات مولدة للعرض.",
    currency: "EGP",
    category: "budget",
    languages: ["ar"],
    territories: ["EG"],
  },
  mapping: {
    amount: { type: "measure", label: "المبلغ", column: "amount", datatype: "float" },
    time: { type: "date", label: "السنة", column: "year", datatype: "date" },
    to: {
      type: "compound",
      label: "الجهة",
      attributes: { name: { column: "payee", datatype: "id" }, label: { column: "payee", datatype: "string" } },
    },
    function: { type: "attribute", label: "الوظيفة", column: "function", datatype: "string", facet: true },
    row: { type: "attribute", label: "الرقم", column: "row", datatype: "string", key: true },
  },
};

const FUNCTIONS = ["الصحة", "التعليم", "النقل", "الأمن العام", "الثقافة والرياضة", "البيئة"];
const PAYEES = ["مستشفى المدينة", "شركة الطرق", "مدرسة النور", "מרכז קהילתי", "Metro Ltd", "دار الكتب"];

/** Load the datasets of the gallery into a directory: those that are on this machine, and a generated one. */
export async function loadGallery(directory: string, data: string): Promise<void> {
  const model = join(directory, "right-to-left.json");
  const csv = join(directory, "right-to-left.csv");
  await writeFile(model, JSON.stringify(RIGHT_TO_LEFT));
  await writeFile(csv, rightToLeftRows());
  await load(data, DEMO_MODEL, DEMO_CSV);
  await load(data, model, csv);
  for (const name of NAMES) {
    const folder = join(SHARED, name);
    const file = ["data.csv", "data.csv.gz"].map((each) => join(folder, each)).find((each) => existsSync(each));
    if (file === undefined) process.stderr.write(`${name} is not on this machine\n`);
    else await load(data, join(folder, "model.json"), file);
  }
}

async function load(data: string, model: string, csv: string): Promise<void> {
  const { status, err } = await run(["load", "--data", data, "--metadata", model, "--csv", csv, "--skip-invalid"]);
  if (status !== 0) throw new Error(err);
}

function rightToLeftRows(): string {
  const rows = Array.from({ length: 240 }, (_, at) => {
    const amount = ((at * 7919) % 1000) * 1000 + at / 4;
    return `${at},${2018 + (at % 6)},${PAYEES[(at + Math.floor(at / 6)) % 6]},${FUNCTIONS[at % 7 === 0 ? 0 : Math.floor(at / 6) % 6]},${amount}\n`;
  });
  return `row,year,payee,function,amount\n${rows.join("")}`;
}
