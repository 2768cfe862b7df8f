import { CROSSED, ENTRY, SECRET } from "./leak-matrix.js";

/** Messages to `POST /mcp`, by the tool or method: what may be revealed without the private dataset's name, and with it. */
export const MESSAGES: Readonly<
  Record<string, { readonly open: readonly object[]; readonly named?: readonly object[] }>
> = {
  find_datasets: {
    open: [{}, { words: "hidden" }, { words: "secret plans" }, { territory: "AQ" }, { words: "6543.21" }],
  },
  describe_dataset: {
    open: [{ dataset: "town" }, { dataset: CROSSED }, { dataset: "secret-plan" }],
    named: [{ dataset: SECRET }],
  },
  find_members: {
    open: [
      { dataset: "town", words: "hidden" },
      { dataset: CROSSED, dimension: "zone", words: "hidden" },
      { dataset: CROSSED, dimension: "zone" },
      { dataset: "secret-plan", words: "hidden" },
    ],
    named: [
      { dataset: SECRET, words: "hidden" },
      { dataset: SECRET, dimension: "region" },
      { dataset: SECRET, dimension: "regio" },
    ],
  },
  aggregate: {
    open: [
      { dataset: "town", drilldown: ["region", "cofog1"] },
      { dataset: CROSSED, drilldown: "zone" },
      { dataset: "town", cut: "region:Hidden valley" },
      { dataset: "town", against: "dataset:secret-plan" },
      { dataset: "secret-plan" },
    ],
    named: [
      { dataset: SECRET, drilldown: "cofog1" },
      { dataset: SECRET, measure: "nothing" },
      { dataset: "town", against: `dataset:${SECRET}` },
    ],
  },
  search_entries: {
    open: [{}, { q: "hidden" }, { q: `dataset:${SECRET}` }, { q: `id:${ENTRY}` }, { dataset: "secret-plan" }],
    named: [{ dataset: SECRET }, { dataset: ["town", SECRET], q: "hidden" }],
  },
  what_changed: {
    open: [{ dataset: "town", from: 1, to: 1 }, { dataset: "secret-plan" }],
    named: [{ dataset: SECRET }, { dataset: SECRET, from: 1, to: 1 }, { dataset: `${SECRET}@1`, from: 9 }],
  },
  "resources/list": { open: [{}] },
  "resources/read": {
    open: [{ uri: "spendcube://town/model" }, { uri: "spendcube://secret-plan/model" }],
    named: [{ uri: `spendcube://${SECRET}/model` }],
  },
};
