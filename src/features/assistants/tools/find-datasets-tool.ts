import type { DatasetDescription } from "../../../calls/reading/describe/describe-dataset.js";
import { NotFound } from "../../../core/errors/errors.js";
import { readWords } from "../../../core/query/suggest/words.js";
import { foldText } from "../../../core/query/text/fold-text.js";
import type { Parameter } from "../../../calls/route-description.js";
import { arrayOf, COUNT_SCHEMA, described, object, orNull, type Schema, TEXT, URL } from "../../../calls/schema.js";
import { textOf } from "./check-arguments.js";
import { citeAddress } from "./cite.js";
import { type DimensionJson, readDimensionsOf, readYearsOf } from "./dataset-facts.js";
import { writeValue } from "./figures.js";
import { outputOf } from "./remarks.js";
import type { Arguments, Tool, ToolAnswer, ToolScope } from "./tool.js";

/** Maximum number of datasets in an answer. */
const MAX_DATASETS = 10;
/** Number of members shown of each dimension. */
const EXAMPLES = 3;

const PARAMETERS: readonly Parameter[] = [
  {
    name: "words",
    description: "Words of the title, of the description or of entries. Without words, the datasets that changed last.",
    schema: TEXT,
    example: "health",
  },
  {
    name: "territory",
    description: "ISO 3166-1 alpha-2 code of a country.",
    schema: TEXT,
    example: "GB",
  },
];

const FOUND_DATASET: Schema = object({
  name: described(TEXT, "Name for the argument `dataset` of other tools."),
  label: TEXT,
  description: orNull(TEXT),
  currency: described(orNull(TEXT), "ISO 4217 code."),
  territories: arrayOf(TEXT),
  years: arrayOf(TEXT),
  num_entries: COUNT_SCHEMA,
  matching_entries: described(COUNT_SCHEMA, "Entries that have all the words."),
  dimensions: arrayOf(object({ name: TEXT, label: TEXT, examples: described(arrayOf(TEXT), "Labels of members.") })),
  html_url: URL,
});

/** The tool that finds datasets. */
export const FIND_DATASETS_TOOL: Tool = {
  name: "find_datasets",
  title: "Find datasets",
  description:
    "Finds the published budgets and spending of this site by words and country, with their years, currency and dimensions. Begin here if you do not know the name of a dataset.",
  parameters: PARAMETERS,
  output: outputOf({
    datasets: arrayOf(FOUND_DATASET),
    count: described(COUNT_SCHEMA, `Datasets found; the first ${MAX_DATASETS} are listed.`),
  }),
  call: findDatasetsFor,
};

async function findDatasetsFor(scope: ToolScope, given: Arguments): Promise<ToolAnswer> {
  const territory = textOf(given, "territory");
  const list = await scope.read("/datasets", {}, territory === "" ? [] : [["territories", territory]]);
  const { datasets } = list as { readonly datasets: readonly DatasetDescription[] };
  const words = [...new Set(readWords(textOf(given, "words")))];
  const found = rankDatasets(datasets, words, await countMatches(scope, datasets, words));
  const shown: FoundDataset[] = [];
  for (const each of found.slice(0, MAX_DATASETS)) shown.push(await describeFound(scope, each));
  const cite = shown.length === 1 ? citeAddress(scope, shown[0]!.name) : `${scope.origin}/datasets`;
  const more = found.length - shown.length;
  return {
    content: { datasets: shown, count: found.length, cite },
    remarks: [
      ...(found.length === 0 ? ["Warning: No dataset was found: try fewer or other words"] : []),
      ...(more > 0 ? [`Narrow down: ${more} more datasets were found. Use more words, or a territory.`] : []),
    ],
    lines: shown.flatMap(writeFound),
    cite,
  };
}

/** A dataset with the number of its entries that have all words. */
interface RankedDataset {
  readonly dataset: DatasetDescription;
  readonly matches: number;
}

/** Keep the datasets that have a word in their description or all words in entries; those with most words first. */
function rankDatasets(
  datasets: readonly DatasetDescription[],
  words: readonly string[],
  matchesOf: ReadonlyMap<string, number>,
): readonly RankedDataset[] {
  const ranked = datasets.map((dataset) => {
    const text = foldText([dataset.name, dataset.label, dataset.description ?? ""].join("\n"));
    const mentioned = words.filter((word) => text.includes(word)).length;
    return { dataset, mentioned, matches: matchesOf.get(dataset.name) ?? 0 };
  });
  return ranked
    .filter(({ mentioned, matches }) => words.length === 0 || mentioned > 0 || matches > 0)
    .toSorted((a, b) => b.mentioned - a.mentioned || b.matches - a.matches);
}

/** Count the entries of each dataset that have all words. */
async function countMatches(
  { read }: ToolScope,
  datasets: readonly DatasetDescription[],
  words: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (datasets.length === 0 || words.length === 0) return new Map();
  try {
    const { facets } = (await read("/api/2/search", {}, [
      ["q", words.join(" ")],
      ["dataset", datasets.map(({ name }) => name).join("|")],
      ["facet_field", "dataset"],
      ["pagesize", "0"],
    ])) as { readonly facets: { readonly dataset: readonly (readonly [string, number])[] } };
    return new Map(facets.dataset);
  } catch (error) {
    if (error instanceof NotFound) return new Map();
    throw error;
  }
}

interface FoundDataset extends Pick<
  DatasetDescription,
  "name" | "label" | "description" | "currency" | "territories" | "num_entries" | "html_url"
> {
  readonly years: readonly string[];
  readonly matching_entries: number;
  readonly dimensions: readonly {
    readonly name: string;
    readonly label: string;
    readonly examples: readonly string[];
  }[];
}

async function describeFound(scope: ToolScope, { dataset, matches }: RankedDataset): Promise<FoundDataset> {
  const { name, label, description, currency, territories, num_entries, html_url } = dataset;
  const listed = await readDimensionsOf(scope, name);
  const dimensions: FoundDataset["dimensions"][number][] = [];
  for (const each of listed) {
    dimensions.push({ name: each.name, label: each.label, examples: await readExamples(scope, name, each) });
  }
  return {
    name,
    label,
    description,
    currency,
    territories,
    years: await readYearsOf(scope, name, listed),
    num_entries,
    matching_entries: matches,
    dimensions,
    html_url,
  };
}

async function readExamples({ read }: ToolScope, dataset: string, { name, type }: DimensionJson): Promise<string[]> {
  if (type === "date") return [];
  const { results } = (await read("/{dataset}/{dimension}.distinct", { dataset, dimension: name }, [
    ["pagesize", String(EXAMPLES)],
  ])) as { readonly results: readonly { readonly label?: unknown; readonly name?: unknown }[] };
  return results.map(({ label, name: code }) => writeValue(label ?? code));
}

function writeFound(found: FoundDataset): string[] {
  const { name, label, description, currency, territories, years, dimensions } = found;
  const facts = [
    years.length === 0 ? "no years" : `years ${years.join(", ")}`,
    currency ?? "no currency",
    ...territories,
    `${found.num_entries} entries`,
  ];
  return [
    `${name}: ${label} (${facts.join("; ")}). ${found.html_url}`,
    ...(description === null ? [] : [description]),
    ...dimensions.map(
      (each) =>
        `- ${each.name}: ${each.label}${each.examples.length === 0 ? "" : `, such as ${each.examples.join("; ")}`}`,
    ),
  ];
}
