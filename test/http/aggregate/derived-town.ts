import assert from "node:assert/strict";
import { editDataset } from "#src/calls/publishing/manage/edit-model.js";
import { readTexts } from "#src/core/model/edit/edits.js";
import { SPENDING } from "../../fixtures.js";
import { HEADER, newDataset } from "../publishing/loading-rows.js";
import type { Body, LoadingServer } from "../publishing/loading-server.js";

export const SIDE = { type: "derived", label: "Side", from: "region", values: { North: "cold", South: "warm" } };
export const THREE_ROWS = `${HEADER}1.5,,2009,,a,North,,1,Police,,\n2,,2009,,b,South,,12,Fire,,\n4,,2010,,c,West,,2,Parks,,\n`;

/** A loaded dataset. */
export interface Town {
  readonly name: string;
  readonly load: () => Promise<Body>;
}

/** Load a dataset, of three rows unless others are given, whose mapping has more fields, such as derived dimensions. */
export async function loadTown(server: LoadingServer, fields: object, rows = THREE_ROWS): Promise<Town> {
  const { name, metadata, csv_file } = newDataset(server);
  server.files.put(`/${name}.json`, {
    dataset: { ...SPENDING.dataset, name },
    mapping: { ...SPENDING.mapping, ...fields },
  });
  server.files.put(`/${name}.csv`, rows);
  const load = (): Promise<Body> => server.loaded("ada", { metadata, csv_file });
  await load();
  return { name, load };
}

/** Get JSON anonymously. */
export async function getJson(server: LoadingServer, path: string): Promise<Body["json"]> {
  const { status, json, text } = await server.ask(null, "GET", path);
  assert.equal(status, 200, text);
  return json;
}

/** Save texts in the form of a dataset's model. */
export async function editTexts(
  { context }: LoadingServer,
  name: string,
  typed: Readonly<Record<string, string>>,
): Promise<void> {
  const shown = readTexts(context.catalog.get(name)!.model);
  const texts = new Map(Object.entries(typed));
  const by = { id: "ada", name: "ada", admin: false };
  await editDataset(context.loads, name, { shown, texts }, by, new AbortController().signal);
}
