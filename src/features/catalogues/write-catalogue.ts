import { ANONYMOUS } from "../../access/actor.js";
import { listCollections } from "../../calls/reading/lookup/find-collection.js";
import type { CatalogueRequest } from "../../calls/context.js";
import { readCatalogueFacts } from "./catalogue-facts.js";
import { describeCatalogue } from "./dcat.js";
import { writeTurtle } from "./turtle.js";

/** Write a page of the catalogue of public datasets. */
export async function writeCatalogue({
  context,
  shown,
  origin,
  page,
  format,
  signal,
}: CatalogueRequest): Promise<string> {
  const facts = await readCatalogueFacts(context, shown, origin, signal);
  const catalogue = describeCatalogue(shown, origin, facts, listCollections(context, ANONYMOUS), page);
  return format === "ttl" ? writeTurtle(catalogue) : JSON.stringify(catalogue);
}
