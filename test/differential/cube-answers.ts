import type { Context } from "#src/calls/context.js";
import { aggregate } from "#src/calls/reading/aggregate/aggregate.js";
import type { Answer } from "#src/calls/answer.js";
import { aggregateCube } from "#src/features/babbage/aggregate-cube.js";
import { listFacts } from "#src/features/babbage/list-facts.js";
import { listCubeMembers } from "#src/features/babbage/list-members.js";
import { ANONYMOUS } from "#src/access/actor.js";
import { parameters } from "#src/core/query/parameters.js";
import { formText } from "../fixtures.js";

/** A row of an answer: texts, `null`, and numbers as their digits after a `#`. */
export type ShownRow = Readonly<Record<string, string | null>>;

export interface CellsAnswer {
  readonly summary: ShownRow;
  readonly total_cell_count: string;
  readonly cells: readonly ShownRow[];
  readonly attributes: readonly string[];
  readonly warnings?: readonly string[];
}

export interface RowsAnswer {
  readonly total_fact_count: string;
  readonly total_member_count: string;
  readonly fields: readonly string[];
  readonly data: readonly ShownRow[];
}

export type Query = Readonly<Record<string, string>>;

export async function readCells(context: Context, dataset: string, query: Query): Promise<CellsAnswer> {
  return (await readAnswer(
    aggregateCube(context, ANONYMOUS, dataset, parameters(Object.entries(query)), "http://localhost"),
  )) as CellsAnswer;
}

export async function readFacts(context: Context, dataset: string, query: Query): Promise<RowsAnswer> {
  return (await readAnswer(listFacts(context, ANONYMOUS, dataset, parameters(Object.entries(query))))) as RowsAnswer;
}

export async function readMembers(
  context: Context,
  dataset: string,
  reference: string,
  query: Query,
): Promise<RowsAnswer> {
  const path = { dataset, reference };
  return (await readAnswer(listCubeMembers(context, ANONYMOUS, path, parameters(Object.entries(query))))) as RowsAnswer;
}

/** The answer of the older call to a question. */
export async function readOlder(
  context: Context,
  dataset: string,
  query: Query,
): Promise<{ readonly summary: ShownRow; readonly drilldown: readonly ShownRow[] }> {
  const asked = parameters(Object.entries({ ...query, dataset }));
  return (await readAnswer(aggregate(context, ANONYMOUS, asked, "https://x.example"))) as Awaited<
    ReturnType<typeof readOlder>
  >;
}

async function readAnswer(answer: Answer): Promise<unknown> {
  return parseDigits(await formText(answer, "json"));
}

/** Parse JSON with every digit of its numbers. */
function parseDigits(json: string): unknown {
  const quoted = json.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) =>
    token.startsWith('"') ? token : `"#${token}"`,
  );
  return JSON.parse(quoted);
}
