import type { Model } from "#src/core/model/cube.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import type { Dataset } from "#src/store/dataset.js";
import { type Row, SPENDING, spendingDataset } from "../../fixtures.js";

const label = (text: string) => ({ label: text });

const MAPPING = {
  amount: { ...SPENDING.mapping.amount, ...label("Πληρωμή") },
  planned: { ...SPENDING.mapping.planned, ...label("Πρόβλεψη") },
  time: { ...SPENDING.mapping.time, ...label("Ημέρα") },
  until: { ...SPENDING.mapping.until, ...label("Έως") },
  invoice: { ...SPENDING.mapping.invoice, ...label("Τιμολόγιο") },
  region: { ...SPENDING.mapping.region, ...label("Περιοχή"), description: "Όπου πληρώθηκε." },
  rate: { ...SPENDING.mapping.rate, ...label("Συντελεστής") },
  cofog1: { ...SPENDING.mapping.cofog1, ...label("Λειτουργία") },
};

const DATASET = {
  ...SPENDING.dataset,
  label: "Δαπάνες πόλης",
  description: "Ό,τι πληρώνει μια πόλη.",
  licence: { name: "Ανοικτή", url: "https://open.example/" },
};

/** Datasets `town`, `bare` and `budget` whose data has no Latin letter, but for names. */
export function wordlessDatasets(): readonly Dataset[] {
  const views = [
    { name: "default", label: "Κατά λειτουργία", dimension: "dataset", drilldown: "cofog1", cuts: {} },
    { name: "region", label: "Κατά περιοχή", dimension: "dataset", drilldown: "region", cuts: {} },
  ];
  const town = parseModel({ dataset: DATASET, mapping: MAPPING, views }).model;
  const bare = parseModel({ dataset: { name: "bare", label: "Κενό" }, mapping: MAPPING }).model;
  const budget = parseModel({
    dataset: { ...DATASET, name: "budget", label: "Προϋπολογισμός" },
    mapping: {
      ...MAPPING,
      side: {
        type: "derived",
        label: "Κατεύθυνση",
        from: "cofog1",
        values: { 0: "revenue", 1: "revenue", 2: "expenditure", 3: "expenditure", 4: "expenditure" },
        role: "direction",
      },
      stage: {
        type: "derived",
        label: "Φάση",
        from: "rate",
        values: { 1: "approved", 2: "executed" },
        role: "phase",
        default: "executed",
      },
    },
    hierarchies: { functional: { label: "Προς τι", levels: ["cofog1", "region"] } },
    notes: [
      { on: "year:2010", kind: "break", text: "Νέοι λογαριασμοί." },
      { on: "side:revenue", kind: "provisional", text: "Εκτιμήσεις." },
    ],
  }).model;
  const sources = [{ id: 1, url: "/Δαπάνες", loaded: new Date("2020-02-02T02:02:02.222Z") }];
  return [
    spendingDataset(ROWS, { model: budget, version: "budget", sources }),
    spendingDataset(ROWS, { model: town, version: "town", sources }),
    spendingDataset([], { model: bare, version: "bare", sources }),
  ];
}

/** A model whose labels have no Latin letter. */
export function wordlessModel(name: string): Model {
  return parseModel({ dataset: { ...DATASET, name }, mapping: MAPPING }).model;
}

const ROWS = wordlessRows(80);

/** Make entries whose members have no Latin letter. */
export function wordlessRows(length: number): readonly Row[] {
  return Array.from({ length }, (_, at) => ({
    id: `${at}`,
    paid: BigInt((at % 7 === 3 ? -1 : 1) * (at + 1) * 123_457),
    planned: BigInt(at * 1000),
    date: `20${String(8 + (at % 4)).padStart(2, "0")}-0${1 + (at % 9)}-11`,
    region: `Περιοχή ${at % 61}`,
    code: `${at % 5}`,
    function: `Λειτουργία ${at % 5}`,
    rate: at % 3 === 0 ? null : at % 3,
  }));
}
