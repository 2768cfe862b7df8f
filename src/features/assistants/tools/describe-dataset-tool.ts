import { DATASET } from "../../../calls/shared-parameters.js";
import {
  ANY_OBJECT,
  arrayOf,
  described,
  mapOf,
  object,
  optional,
  orNull,
  refer,
  type Schema,
  TEXT,
} from "../../../calls/schema.js";
import { readAggregate } from "./aggregate-tool.js";
import { textOf } from "./check-arguments.js";
import { citeAddress } from "./cite.js";
import { type DimensionJson, type ModelJson, readDimensionsOf, readModelOf, readYearsOf } from "./dataset-facts.js";
import { figureKeys, writeSummaryLine } from "./figures.js";
import { MEMBER_FIGURES, type MemberFigures, readMembers, writeMember } from "./member-cells.js";
import { listRemarks, outputOf, WARNING_LIST } from "./remarks.js";
import type { Arguments, Tool, ToolAnswer, ToolScope } from "./tool.js";

/** Number of members shown of each dimension. */
const TOP = 5;
/** Maximum number of members of dimensions whose largest ones are shown. */
const MAX_MEMBERS = 10_000;

/** A dimension with its largest members. */
interface ShownDimension extends DimensionJson {
  readonly top: readonly MemberFigures[];
}

/** Properties of the model that say what figures mean, if it has them. */
const MEANING: Readonly<Record<string, Schema>> = {
  hierarchies: described(mapOf(ANY_OBJECT), "Hierarchies by name: `label` and `levels`, from the top."),
  notes: described(arrayOf(ANY_OBJECT), "Notes on figures: `on` (a cut), `kind` and `text`."),
  formulas: described(mapOf(ANY_OBJECT), "Names for terms of `measure`: `term`, `label`, `format`."),
};

/** The tool that shows what a dataset has. */
export const DESCRIBE_DATASET_TOOL: Tool = {
  name: "describe_dataset",
  title: "Describe a dataset",
  description:
    "What a dataset has: measures with their totals, years, dimensions with their roles, numbers of members and largest members, hierarchies, and the notes that go with its figures. Ask this before aggregate.",
  parameters: [DATASET],
  output: optional(
    outputOf({
      dataset: refer("Dataset"),
      years: described(arrayOf(TEXT), "Years that entries have."),
      measures: arrayOf(
        object({
          name: TEXT,
          label: TEXT,
          description: TEXT,
          phase: described(orNull(TEXT), "Phase of a budget that it belongs to."),
          total: described(orNull(TEXT), "Sum of all entries, as a decimal."),
        }),
      ),
      dimensions: arrayOf({
        allOf: [
          refer("CountedDimension"),
          object({
            top: described(arrayOf(MEMBER_FIGURES), "The largest members; empty for dates and for very many."),
          }),
        ],
      }),
    }),
    { ...MEANING, warnings: WARNING_LIST },
  ),
  call: describeDatasetFor,
};

async function describeDatasetFor(scope: ToolScope, given: Arguments): Promise<ToolAnswer> {
  const name = textOf(given, "dataset");
  const { dataset, measures, hierarchies, notes, formulas } = await readModelOf(scope, name);
  const metadata = await scope.read("/{dataset}", { dataset: name }, []);
  const names = Object.keys(measures);
  const all = await readAggregate(scope, [
    ["dataset", name],
    ["measure", names.join("|")],
  ]);
  const listed = await readDimensionsOf(scope, name);
  const years = await readYearsOf(scope, name, listed);
  const dimensions: ShownDimension[] = [];
  for (const each of listed) dimensions.push(await showDimensionOf(scope, name, each, names));
  const cite = citeAddress(scope, name);
  const { warnings } = all;
  return {
    content: {
      dataset: metadata,
      years,
      measures: Object.entries(measures).map(([measure, { label, description = "", phase = null }]) => ({
        name: measure,
        label,
        description,
        phase,
        total: all.summary[measure] ?? null,
      })),
      dimensions,
      ...(hierarchies && { hierarchies }),
      ...(notes && { notes }),
      ...(formulas && { formulas }),
      ...(warnings && { warnings }),
      cite,
    },
    remarks: listRemarks(all),
    lines: [
      `${dataset.name}: ${dataset.label}`,
      ...(dataset.description === null ? [] : [dataset.description]),
      `All together: ${writeSummaryLine(all.summary)}`,
      `Years: ${years.join(", ")}`,
      ...describeMeasures(measures, figureKeys(all.summary)),
      "Dimensions, with the largest members over all years and entries:",
      ...dimensions.flatMap(writeDimension),
      ...Object.entries(hierarchies ?? {}).map(([key, value]) => `Hierarchy ${key}: ${JSON.stringify(value)}`),
      ...Object.entries(formulas ?? {}).map(([key, value]) => `Formula ${key}: ${JSON.stringify(value)}`),
    ],
    cite,
  };
}

/** Read a dimension with its number of members and the largest of them. */
async function showDimensionOf(
  scope: ToolScope,
  dataset: string,
  { name, type }: DimensionJson,
  measures: readonly string[],
): Promise<ShownDimension> {
  const dimension = (await scope.read("/{dataset}/{dimension}", { dataset, dimension: name }, [])) as DimensionJson;
  const isListed = type !== "date" && (dimension.num_members ?? 0) <= MAX_MEMBERS;
  const found = isListed ? await readMembers(scope, dataset, name, measures, [["pagesize", String(TOP)]]) : null;
  return { ...dimension, top: found?.members ?? [] };
}

function describeMeasures(measures: ModelJson["measures"], names: readonly string[]): readonly string[] {
  return names.map((name) => {
    const { label, description = "", phase } = measures[name]!;
    return `Measure ${name}: ${label}${phase === undefined ? "" : `, phase ${phase}`}. ${description}`.trimEnd();
  });
}

function writeDimension({ name, label, type, role, additive, description, top, ...rest }: ShownDimension): string[] {
  const facts = [type, ...(role === undefined ? [] : [`role ${role}`]), `${rest.num_members ?? 0} members`];
  const rule = additive === false ? " Do not add up its members: cut to one, or drill down by it." : "";
  const text = description === "" ? "" : ` ${description}`;
  return [
    `Dimension ${name}: ${label} (${facts.join(", ")}).${rule}${text}`,
    ...top.map((each) => `- ${writeMember(each)}`),
  ];
}
