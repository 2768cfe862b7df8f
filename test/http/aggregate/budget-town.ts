import assert from "node:assert/strict";
import { newDataset } from "../publishing/loading-rows.js";
import type { LoadingServer } from "../publishing/loading-server.js";
import { readText } from "../pages/markup.js";

/** A loaded budget, whose revenue and expenditure are approved and, but for 2012, executed. */
export interface Budget {
  readonly name: string;
  /** Open a page of it. @param path after its name */
  readonly open: (path: string) => Promise<string>;
  /** The notes at the end of a page's figures, as text. */
  readonly notesOf: (page: string) => readonly string[];
}

/** Parts of a budget's model: its dimensions, and keys of the top level. */
export interface BudgetModel {
  readonly direction?: object;
  readonly phase?: object;
  readonly time?: object;
  readonly metadata?: object;
  readonly top?: object;
}

const ROWS = [
  "paid,date,line,side,stage,area,place",
  ...[
    [2010, "revenue", "approved", 100],
    [2010, "revenue", "executed", 90.1],
    [2010, "expenditure", "approved", 80],
    [2010, "expenditure", "executed", 70.3],
    [2011, "revenue", "approved", 110],
    [2011, "revenue", "executed", 99.2],
    [2011, "expenditure", "approved", 88],
    [2011, "expenditure", "executed", 110.5],
    [2012, "revenue", "approved", 120],
    [2012, "expenditure", "approved", 130],
  ].flatMap(([year, side, stage, amount], at) =>
    // A tenth is in the South.
    [0.9, 0.1].map((part, place) =>
      [
        (Number(amount) * part).toFixed(2),
        year,
        `${at}${place}`,
        side,
        stage,
        at % 3 === 0 ? "Roads" : "Schools",
        ["North", "South"][place],
      ].join(","),
    ),
  ),
].join("\n");

export async function loadBudget(server: LoadingServer, changes: BudgetModel = {}): Promise<Budget> {
  const { name, metadata, csv_file } = newDataset(server);
  const text = (column: string, more: object = {}): object => ({
    type: "attribute",
    column,
    datatype: "string",
    ...more,
  });
  server.files.put(`/${name}.json`, {
    dataset: { name, label: "Town budget", description: "Made up.", currency: "EUR", ...changes.metadata },
    mapping: {
      amount: { type: "measure", label: "Amount", column: "paid", datatype: "float" },
      time: { type: "date", label: "Date", column: "date", datatype: "date", ...changes.time },
      line: text("line", { key: true }),
      direction: text("side", { label: "Direction", role: "direction", ...changes.direction }),
      phase: text("stage", { label: "Phase", role: "phase", order: ["approved", "executed"], ...changes.phase }),
      area: text("area", { label: "Area", facet: true }),
      place: text("place", { label: "Place" }),
    },
    ...changes.top,
  });
  server.files.put(`/${name}.csv`, `${ROWS}\n`);
  await server.loaded("ada", { metadata, csv_file });
  const open = async (path: string): Promise<string> => {
    const { status, text } = await server.ask(null, "GET", `/${name}${path}`, { headers: { accept: "text/html" } });
    assert.equal(status, 200, text.slice(0, 300));
    return text;
  };
  const notesOf = (page: string): readonly string[] =>
    [...page.matchAll(/<p class="note"[^>]*>([^]*?)<\/p>/g)].map(([, note]) =>
      readText(note!).replaceAll(/\s+/g, " ").trim(),
    );
  return { name, open, notesOf };
}
