import assert from "node:assert/strict";
import type { LoadingServer } from "../publishing/loading-server.js";
import { readText } from "./markup.js";
import type { PagedDataset } from "./page-datasets.js";

/** List the addresses that markup links to. */
export function linksOf(markup: string): readonly string[] {
  return Array.from(markup.matchAll(/<a href="([^"]*)"/g), ([, href]) => readText(href!));
}

/** Check that every choice of the sentence of a state is answered. @returns number of choices */
export async function checkOffers(server: LoadingServer, dataset: PagedDataset, state: string): Promise<number> {
  const page = await dataset.open(`/explore?${state}`);
  const [, sentence] = /<div class="sentence"([^]*?)<figure>/.exec(page) ?? assert.fail(`${state}: no sentence`);
  const links = new Set(linksOf(sentence!));
  assert.ok(links.size > 10, `${state}: ${links.size} choices`);
  for (const link of links) {
    const { status, text } = await server.ask(null, "GET", link, { headers: { accept: "text/html" } });
    assert.equal(status, 200, `${link}: ${text.slice(0, 300)}`);
  }
  return links.size;
}
