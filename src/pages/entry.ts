import type { EntryPage } from "../api/page.js";
import { crumbOf } from "./crumbs.js";
import { describe } from "./describe.js";
import type { Content } from "./layout.js";

export function entryPage({ dataset, entry }: EntryPage): Content {
  const crumbs = [crumbOf(dataset), { label: "Entries", url: `${dataset.html_url}/entries` }];
  return { title: `Entry ${entry.id}`, crumbs, main: describe(entry) };
}
