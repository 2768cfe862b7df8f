import type { RowBatch } from "#src/core/engine/row-batch.js";
import type { Model } from "#src/core/model/cube.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import type { Value } from "#src/core/model/values/value.js";
import { dateAttributes } from "#src/core/model/values/dates.js";
import { seeded } from "../generate.js";

const TERRITORIES = ["ES", "FR", "DE", "IT", "PT", "PL", "NL", "AT"];
const LANGUAGES = ["es", "fr", "de", "it", "pt", "pl", "nl", "de"];
const FUNCTIONS = ["General services", "Public order", "Roads", "Housing", "Health", "Culture", "Education", "Welfare"];
const PURPOSES = ["maintenance", "salaries", "supplies", "grants", "energy", "insurance", "studies", "works"];
/** Payees that every town pays, and those of each town alone. */
const NATIONAL = 200;
const LOCAL = 40;

/** Return the model of a town. Most towns are alike but for their names. */
export function townModel(town: number): Model {
  const at = town % TERRITORIES.length;
  return parseModel({
    dataset: {
      name: `town-${town}`,
      label: `Town ${town}`,
      description: `What town ${town} paid, as it publishes it`,
      currency: "EUR",
      category: town % 3 === 0 ? "budget" : "spending",
      territories: [TERRITORIES[at]],
      languages: [LANGUAGES[at]],
    },
    mapping: {
      amount: { type: "measure", column: "Amount", datatype: "float" },
      time: { type: "date", column: "Date", datatype: "date" },
      invoice: { type: "attribute", column: "Invoice", datatype: "string", key: true },
      purpose: { type: "attribute", column: "Purpose", datatype: "string" },
      function: compound("Function"),
      to: compound("Payee"),
    },
  }).model;
}

function compound(column: string): object {
  const attributes = { name: { column, datatype: "id" }, label: { column, datatype: "string" } };
  return { type: "compound", attributes };
}

/** Generate the entries of a town, the same in every run. Every entry has a payee; some payees are in all towns. */
export function townEntries(model: Model, town: number, rows: number): RowBatch {
  const random = seeded(town + 1);
  const pick = (count: number): number => Math.floor(random() * count);
  const columns = new Map(model.dimensions.map(({ name }) => [name, new Column()]));
  const add = (name: string, members: readonly Value[]): void => columns.get(name)!.add(members);
  const amounts = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    const day = new Date(Date.UTC(2018 + (town % 5), 0, 1 + pick(2 * 365))).toISOString().slice(0, 10);
    const payee = pick(2) === 0 ? `Payee ${pick(NATIONAL)}` : `Local payee ${pick(LOCAL)} of Ortzone${town}`;
    const work = FUNCTIONS[pick(FUNCTIONS.length)]!;
    amounts[row] = 100 + pick(10_000_000);
    add("time", dateAttributes(day));
    add("invoice", [`t${town}-${row}`]);
    add("purpose", [`${PURPOSES[pick(PURPOSES.length)]} ${pick(20)}`]);
    add("function", [slug(work), work]);
    add("to", [slug(payee), payee]);
  }
  return {
    length: rows,
    records: null,
    members: model.dimensions.map(({ name }) => columns.get(name)!.members(rows)),
    amounts: [{ integers: amounts, scales: new Uint8Array(rows).fill(2), decimals: new Map() }],
    ids: null,
  };
}

function slug(label: string): string {
  return label.toLowerCase().replaceAll(" ", "-");
}

/** Members of a dimension, each once, and the codes of the rows. */
class Column {
  readonly #codes = new Map<string, number>();
  readonly #tuples: (readonly Value[])[] = [];
  readonly #rows: number[] = [];

  add(members: readonly Value[]): void {
    const key = String(members[0]);
    let code = this.#codes.get(key);
    if (code === undefined) this.#codes.set(key, (code = this.#tuples.push(members) - 1));
    this.#rows.push(code);
  }

  members(rows: number): RowBatch["members"][number] {
    const codes = Uint32Array.from(this.#rows);
    if (codes.length !== rows) throw new RangeError("A row lacks a member");
    return { codes, tupleOf: (code) => this.#tuples[code]!, fresh: [], texts: null };
  }
}
