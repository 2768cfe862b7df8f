import assert from "node:assert/strict";
import { ANONYMOUS } from "#src/access/actor.js";
import type { Answer } from "#src/calls/answer.js";
import { search } from "#src/calls/reading/search/search.js";
import { UserError } from "#src/core/errors/errors.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import type { Dataset } from "#src/store/dataset.js";
import { contextOf, formText, queryParameters, type Row, SPENDING, spendingDataset } from "../../../../fixtures.js";

export const ORIGIN = "https://money.example";
const TOWN: readonly Row[] = [
  { id: "a", paid: 1010n, planned: 5n, region: "North", code: "1", function: "Roads", date: "2009-03-02", rate: 10 },
  { id: "b", paid: 20n, region: "South", code: "2", function: "Schools, roads to them", date: "2009-11-30" },
  { id: "c", paid: -5n, region: "North", code: "2", function: "Schools, roads to them", date: "2010-01-01" },
];
const CITY: readonly Row[] = [
  { id: "d", paid: 500n, region: "North", code: "1", function: "Roads and bridges", date: "2011-01-01" },
  { id: "e", paid: 1010n, region: "West", code: "9", function: "Parks", date: "2011-01-02" },
];

export function dataset(
  name: string,
  rows: readonly Row[],
  changes: Partial<Dataset> = {},
  core: object = {},
): Dataset {
  const { planned: _, ...mapping } = SPENDING.mapping;
  const document = {
    ...SPENDING,
    dataset: { ...SPENDING.dataset, name, ...core },
    ...(name === "city" ? { mapping } : {}),
  };
  return spendingDataset(rows, { model: parseModel(document).model, ...changes });
}

export const town = dataset("town", TOWN);
const city = dataset("city", CITY, {}, { category: "budget", currency: "GBP" });
export const secret = dataset("secret", TOWN, { private: true, managers: ["ann"] });
const context = contextOf([town, city, secret]);

export function answer(text: string, actor = ANONYMOUS, changes = {}): Answer {
  return search({ ...context, ...changes }, actor, queryParameters(text), ORIGIN);
}

interface Result {
  readonly stats: Record<string, unknown>;
  readonly facets: Record<string, [unknown, number][]>;
  readonly results: Record<string, unknown>[];
  readonly warnings?: string[];
}

export async function json(text: string, actor = ANONYMOUS): Promise<Result> {
  return JSON.parse(await formText(answer(text, actor), "json")) as Result;
}

/** The letters that rows were named by, in order. */
export async function found(text: string): Promise<string> {
  const { results } = await json(text);
  return results.map(({ id }) => String(id).at(-1)).join("");
}

export function errorsOf(text: string, actor = ANONYMOUS, changes = {}): readonly string[] {
  try {
    answer(text, actor, changes);
  } catch (error) {
    if (error instanceof UserError) return error.errors;
    throw error;
  }
  return assert.fail(`${text} has no error`);
}
