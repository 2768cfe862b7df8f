import type { ReadingCall } from "../../reading-call.js";
import { suggestTyped } from "./suggest.js";
import type { RouteDescription } from "../../route-description.js";
import { pagesize, WARNINGS } from "../../shared-parameters.js";
import {
  arrayOf,
  COUNT_SCHEMA,
  described,
  NUMBER,
  object,
  optional,
  orNull,
  refer,
  type Schema,
  TEXT,
  URL,
} from "../../schema.js";

export const SUGGEST: RouteDescription = {
  id: "suggest",
  tag: "Search",
  summary: "Suggest datasets, members and entries for a text that is being typed",
  details:
    "Every word of `q` must begin a word of the same label or name, regardless of case and accents. Exact labels come first, then those with the most entries. If nothing begins like `q`, words that are nearly the same are suggested. Pages of this server, but no other scripts, also get suggestions from private datasets of the user who is signed in.",
  parameters: [
    { name: "q", description: "The text typed so far, at most 200 characters.", schema: TEXT, example: "heal" },
    {
      name: "dataset",
      description: "Names of datasets, joined by pipes; by default all that the caller may read.",
      schema: TEXT,
      example: "uk-spending",
    },
    {
      name: "category",
      description: "Kind of dataset to search.",
      schema: { enum: ["budget", "spending", "other", "any"], default: "any" },
    },
    { ...pagesize(5), description: "Suggestions in each group, at most 50." },
  ],
  json: refer("Suggestions"),
  statuses: [404],
};

export const SUGGEST_CALL: ReadingCall<never> = {
  path: "/api/2/suggest",
  formats: ["json"],
  about: SUGGEST,
  heavy: true,
  isForPages: true,
  call: (context, { actor, parameters, origin, cancel }) => suggestTyped(context, actor, parameters, origin, cancel),
};

const NAMED = { name: TEXT, label: TEXT, html_url: URL };

export const SUGGEST_SCHEMAS: Readonly<Record<string, Schema>> = {
  Suggestions: optional(
    object({
      did_you_mean: described(orNull(TEXT), "The text with similar words; `null` if it was found as typed."),
      datasets: arrayOf(refer("SuggestedDataset")),
      pairs: described(
        arrayOf(refer("SuggestedPair")),
        "Pages of a member with a cut to another one, if the words name both one after the other, as `health london` does; one for each dataset.",
      ),
      payees: described(arrayOf(refer("SuggestedMember")), "Members of dimensions of recipients and suppliers."),
      functions: described(arrayOf(refer("SuggestedMember")), "Members of functional classifications and programmes."),
      members: described(arrayOf(refer("SuggestedMember")), "Members of other dimensions."),
      entries: described(
        orNull(
          object({
            count: described(
              COUNT_SCHEMA,
              "Entries with all of the words; if there are none, those whose words begin like the last one.",
            ),
            html_url: URL,
            datasets: arrayOf(object({ ...NAMED, count: COUNT_SCHEMA })),
          }),
        ),
        "`null` if the last word has fewer than 3 letters.",
      ),
    }),
    { warnings: WARNINGS },
  ),
  SuggestedPair: object({ label: TEXT, html_url: URL, newest: refer("NewestAmount"), dataset: object(NAMED) }),
  SuggestedDataset: object({ ...NAMED, newest: refer("NewestAmount") }),
  SuggestedMember: object({
    ...NAMED,
    newest: refer("NewestAmount"),
    dimension: object({ name: TEXT, label: TEXT }),
    dataset: object(NAMED),
    num_entries: COUNT_SCHEMA,
  }),
  NewestAmount: described(
    orNull(
      optional(object({ amount: NUMBER, currency: orNull(TEXT), year: orNull(TEXT) }), {
        fiscal_year: described(
          object({ first: NUMBER, last: NUMBER }),
          "The two years that the fiscal year is in; absent for years of the calendar.",
        ),
        direction: described(
          TEXT,
          "Label of the direction of money, where revenue and expenditure must not be added up.",
        ),
      }),
    ),
    "The first measure in the dataset's default year, else in the last one; `null` if a sum has no meaning.",
  ),
};
