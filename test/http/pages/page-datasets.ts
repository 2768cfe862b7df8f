import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { LoadingServer } from "../publishing/loading-server.js";

/** A dataset of the rules that every page follows, and how to read its pages and calls. */
export interface PagedDataset {
  readonly name: string;
  readonly dimensions: readonly { readonly name: string; readonly type: string; readonly num_members: number }[];
  /** Open a page. @param target path after its name, with the query */
  readonly open: (target?: string) => Promise<string>;
  readonly aggregate: (parameters: Readonly<Record<string, string>>) => Promise<Aggregate>;
}

/** The answer of the aggregate call. */
export interface Aggregate {
  readonly summary: Readonly<Record<string, number>>;
  // oxlint-disable-next-line typescript/no-explicit-any -- cells have the keys of the model
  readonly drilldown: readonly any[];
  readonly warnings?: readonly string[];
}

const DATA = path.resolve("../shared/data");

/** Published datasets that load within a few seconds; each is skipped if it is missing. */
export const PUBLISHED = [
  "al-treasury",
  "eu-esif-2014-2020",
  "madrid-gastos",
  "sacramento-budgets",
  "tsukuba-2021",
] as const;

/** Published datasets that take longer. */
export const LARGER = [
  "armenia-bdp",
  "bonn-ist-2016",
  "bosnia-herzegovina",
  "cra",
  "fi-erdf-2007-2013",
  "gb-councils",
] as const;

/** Say why a published dataset is left out; `false` if it is there. */
export function missing(name: string): string | false {
  return existsSync(fileOf(name)) ? false : `no ../shared/data/${name}`;
}

function fileOf(name: string): string {
  const file = path.join(DATA, name, "data.csv");
  return existsSync(file) ? file : `${file}.gz`;
}

/** Load the demo dataset, or one that is published. */
export async function loadPaged(server: LoadingServer, name: string): Promise<PagedDataset> {
  const [model, csv] =
    name === "demo" ? ["demo/model.json", "demo/uk-spending.csv"] : [path.join(DATA, name, "model.json"), fileOf(name)];
  return loadRows(server, JSON.parse(readFileSync(model!, "utf8")), readFileSync(csv!));
}

/** Load a dataset from its model and rows. */
export async function loadRows(
  server: LoadingServer,
  model: { readonly dataset: { readonly name: string } },
  csv: string | Buffer,
): Promise<PagedDataset> {
  const { name } = model.dataset;
  const metadata = server.files.put(`/${name}.json`, model);
  const file = server.files.put(`/${name}.csv`, csv);
  // Some publications have lines that are cut short.
  await server.loaded("ada", { metadata, csv_file: file, skip_invalid: "true" });
  const read = async (target: string): Promise<ReturnType<typeof JSON.parse>> => {
    const { status, text, json } = await server.ask(null, "GET", target);
    assert.equal(status, 200, `${target}: ${text.slice(0, 300)}`);
    return json;
  };
  const listed = (await read(`/${name}/dimensions`)) as PagedDataset["dimensions"];
  const dimensions = await Promise.all(listed.map((each) => read(`/${name}/${each.name}`)));
  return {
    name,
    dimensions,
    open: async (target = "") => {
      const { status, text } = await server.ask(null, "GET", `/${name}${target}`, { headers: { accept: "text/html" } });
      assert.equal(status, 200, `${target}: ${text.slice(0, 300)}`);
      return text;
    },
    aggregate: (parameters) =>
      read(`/api/2/aggregate?${new URLSearchParams({ dataset: name, ...parameters })}`) as Promise<Aggregate>,
  };
}
