import { errorText } from "../../../core/errors/error-text.js";
import { readWords } from "../../../core/query/suggest/words.js";
import { COUNT_SCHEMA, arrayOf, described, optional, TEXT } from "../../../calls/schema.js";
import type { Parameter } from "../../../calls/route-description.js";
import { CUT, DATASET } from "../../../calls/shared-parameters.js";
import { pairsOf, textOf } from "./check-arguments.js";
import { citeAddress } from "./cite.js";
import { type DimensionJson, readDimensionsOf, readMeasuresOf } from "./dataset-facts.js";
import { type FoundMembers, MEMBER_FIGURES, readMembers, writeMember } from "./member-cells.js";
import { outputOf, WARNING_LIST } from "./remarks.js";
import type { Arguments, Tool, ToolAnswer, ToolScope } from "./tool.js";

/** Maximum number of members of each dimension. */
const MAX_MEMBERS = 50;

const PARAMETERS: readonly Parameter[] = [
  DATASET,
  {
    name: "words",
    description:
      "Words, or beginnings of words, in the label or the code of a member, such as `fire prot`. Without words, the largest members.",
    schema: TEXT,
  },
  { name: "dimension", description: "Name of a dimension; by default all but dates.", schema: TEXT },
  { ...CUT, description: `Finds only members of matching entries. ${CUT.description}` },
  { name: "page", description: "Page number, from 1.", schema: { type: "integer", minimum: 1, default: 1 } },
];

/** The tool that finds codes for words. */
export const FIND_MEMBERS_TOOL: Tool = {
  name: "find_members",
  title: "Find codes",
  description: `Finds the members of dimensions, such as functions, regions or payees, that words stand for, with their codes, sums and the cut to use in aggregate. Use it before every cut: codes cannot be guessed. At most ${MAX_MEMBERS} of each dimension, the largest first.`,
  parameters: PARAMETERS,
  output: optional(
    outputOf({
      members: arrayOf(MEMBER_FIGURES),
      count: described(COUNT_SCHEMA, "Members on all pages."),
    }),
    { warnings: WARNING_LIST },
  ),
  call: findMembers,
};

async function findMembers(scope: ToolScope, given: Arguments): Promise<ToolAnswer> {
  const dataset = textOf(given, "dataset");
  const dimensions = await chooseDimensions(scope, dataset, textOf(given, "dimension"));
  const measures = Object.keys(await readMeasuresOf(scope, dataset));
  const words = readWords(textOf(given, "words"));
  const read = (dimension: DimensionJson, q: string): Promise<FoundMembers> =>
    readMembers(scope, dataset, dimension.name, measures, [
      ...(q === "" ? [] : [["q", q] as const]),
      ...pairsOf(given, ["cut", "page"]),
      ["pagesize", String(MAX_MEMBERS)],
    ]);
  const searched = words.length === 0 ? dimensions : dimensions.filter(hasTexts);
  let found: readonly FoundMembers[] = [];
  let way = -1;
  // Without words, every way finds the same.
  const ways = words.length === 0 ? WAYS.slice(0, 1) : WAYS;
  while (++way < ways.length && found.every(({ count }) => count === 0)) {
    const write = ways[way]!;
    found = await readEach(searched, (each) => read(each, writeQuery(each, words, write)));
  }
  const members = found.flatMap((each) => each.members);
  const count = found.reduce((sum, each) => sum + each.count, 0);
  const own = warnOfWay(count, way, textOf(given, "words"));
  const warnings = [...new Set([...own, ...found.flatMap((each) => each.warnings)])];
  const remarks = [...own.map((sentence) => `Warning: ${sentence}`), ...found.flatMap((each) => each.remarks)];
  const cite = citeAddress(scope, dataset);
  return {
    content: { members, count, ...(warnings.length > 0 && { warnings }), cite },
    remarks: [...new Set(remarks)],
    lines: [
      `${members.length} of ${count} members:`,
      ...members.map((each) => `${each.dimension}: ${writeMember(each)}`),
    ],
    cite,
  };
}

/** Warn that nothing was found, or only something similar. @param way number of ways that were tried */
function warnOfWay(found: number, way: number, words: string): readonly string[] {
  if (found === 0) return [errorText("no_member_found")];
  return way > 1 ? [`No member has every word of "${words}"; these are similar`] : [];
}

/** Read the members of each dimension, one after the other. */
async function readEach(
  dimensions: readonly DimensionJson[],
  read: (dimension: DimensionJson) => Promise<FoundMembers>,
): Promise<readonly FoundMembers[]> {
  const found: FoundMembers[] = [];
  for (const each of dimensions) found.push(await read(each));
  return found;
}

/** Ways to search for words, each tried if those before find nothing: beginnings of all, similar ones, any of them. */
const WAYS: readonly ((fields: readonly string[], words: readonly string[]) => string)[] = [
  (fields, words) => words.map((word) => anyOf(fields.map((field) => `${field}:${word}*`))).join(" AND "),
  (fields, words) =>
    words.map((word) => anyOf(fields.flatMap((field) => [`${field}:${word}*`, `${field}:${word}~2`]))).join(" AND "),
  (fields, words) => anyOf(words.flatMap((word) => fields.map((field) => `${field}:${word}*`))),
];

/** True for a dimension that has texts: numbers have no words, and take no wildcards. */
function hasTexts(dimension: DimensionJson): boolean {
  return textsOf(dimension).some((attribute) => {
    const definition = dimension.attributes[attribute] as { readonly datatype?: string } | undefined;
    return definition?.datatype !== "float";
  });
}

/** List the attributes whose words are searched: label and name, or the only one. */
function textsOf({ name, attributes }: DimensionJson): readonly string[] {
  const texts = ["label", "name"].filter((attribute) => attribute in attributes);
  return texts.length === 0 ? [name] : texts;
}

function anyOf(clauses: readonly string[]): string {
  return `(${clauses.join(" OR ")})`;
}

/** Write the query for members of a dimension. @returns an empty text without words */
function writeQuery(
  { name, type, attributes }: DimensionJson,
  words: readonly string[],
  write: (typeof WAYS)[0],
): string {
  if (words.length === 0) return "";
  const texts = ["label", "name"].filter((attribute) => {
    const definition = attributes[attribute] as { readonly datatype?: string } | undefined;
    return definition !== undefined && definition.datatype !== "float";
  });
  return write(type === "attribute" || texts.length === 0 ? [name] : texts.map((each) => `${name}.${each}`), words);
}

/** Choose the dimensions to search: the one that is named, or all but dates. */
async function chooseDimensions(scope: ToolScope, dataset: string, named: string): Promise<readonly DimensionJson[]> {
  if (named !== "") {
    return [(await scope.read("/{dataset}/{dimension}", { dataset, dimension: named }, [])) as DimensionJson];
  }
  return (await readDimensionsOf(scope, dataset)).filter(({ type }) => type !== "date");
}
