import { createWriteStream } from "node:fs";
import { once } from "node:events";
import { parseModel, type ParsedModel } from "#src/core/model/parse/parse.js";

/** Return the model of the payments that `writePayments` writes. */
export function paymentsModel(): ParsedModel {
  return parseModel(describePayments());
}

/** Return the model file of these payments. */
export function describePayments(): object {
  return {
    dataset: { name: "payments", label: "Payments", description: "Seeded.", currency: "EUR" },
    mapping: {
      amount: { type: "measure", column: "amount", datatype: "float" },
      time: { type: "date", column: "date", datatype: "date" },
      payment: { type: "attribute", column: "id", datatype: "string", key: true },
      ...compound("from", "body"),
      ...compound("unit", "unit"),
      ...compound("to", "supplier"),
    },
  };
}

/** Write generated payments that resemble those of the councils; the same in every run. */
export async function writePayments(path: string, rows: number): Promise<void> {
  const out = createWriteStream(path);
  const random = seeded(1);
  out.write("id,body,date,amount,unit,supplier\n");
  for (let row = 0; row < rows; row++) {
    const date = new Date(Date.UTC(2010, 0, 1 + Math.floor(random() * 4000))).toISOString().slice(0, 10);
    const cents = Math.floor(random() ** 8 * 1e9);
    const supplier = Math.floor(random() ** 3 * 50_000);
    const line = `r-${row},Body ${row % 4},${date},${(cents / 100).toFixed(2)},Unit ${row % 500},"Supplier ${supplier}, Ltd"\n`;
    if (!out.write(line)) await once(out, "drain");
  }
  out.end();
  await once(out, "close");
}

/** Create a generator of numbers from 0 to 1; the same seed gives the same numbers. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function compound(name: string, column: string): Record<string, unknown> {
  const attributes = { name: { column, datatype: "id" }, label: { column, datatype: "string" } };
  return { [name]: { type: "compound", attributes } };
}
