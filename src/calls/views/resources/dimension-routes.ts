import { datasetOf, type ReadingCall, type ReadingInput, segmentOf } from "../../reading-call.js";
import type { Redirect } from "../../answer.js";
import type { Context } from "../../context.js";
import { NotFound } from "../../../core/errors/errors.js";
import { findDataset } from "../../reading/lookup/find-dataset.js";
import { type DimensionPath, showDimension } from "./dimension.js";
import { listDimensions } from "./dimensions.js";
import { listDistinct } from "./distinct.js";
import { COVERED_YEARS } from "../../reading/describe/describe-dataset.js";
import { showMember } from "./member.js";
import { isMember, type MemberPath } from "../../reading/lookup/find-member.js";
import { COVERAGE_SCHEMA } from "../../reading/describe/coverage.js";
import {
  ATTRIBUTE_SCHEMA,
  COUNTED_DIMENSION_SCHEMA,
  DIMENSION_SCHEMA,
} from "../../reading/describe/describe-dimension.js";
import type { RouteDescription } from "../../route-description.js";
import { MEMBERS_LISTED, OVERVIEW } from "../pages/page-parameters.js";
import { CUT, PAGE_PARAMETERS, PARENTS, pagesize, WARNINGS } from "../../shared-parameters.js";
import {
  arrayOf,
  COUNT_SCHEMA,
  described,
  mapOf,
  object,
  optional,
  orNull,
  refer,
  type Schema,
  TEXT,
  URL,
} from "../../schema.js";

const LIST_DIMENSIONS: RouteDescription = {
  id: "listDimensions",
  tag: "Resources",
  summary: "List the dimensions of a dataset",
  details: "Each has its label, kind, attributes and number of members.",
  json: arrayOf(refer("Dimension")),
};

const SHOW_DIMENSION: RouteDescription = {
  id: "showDimension",
  tag: "Resources",
  summary: "Read a dimension of a dataset",
  details: "The page splits the amounts by its members; JSON has its attributes and the number of members.",
  parameters: MEMBERS_LISTED,
  json: refer("CountedDimension"),
};

const LIST_DISTINCT: RouteDescription = {
  id: "listDistinct",
  tag: "Resources",
  summary: "List the members of a dimension that begin with a text, for autocompletion",
  details: "Members are compared by their label or name, without regard to case, and ordered by label.",
  parameters: [
    {
      name: "q",
      description:
        "Prefix of the label or the name; letter case and accents are ignored, as in a search. Without it, all members.",
      schema: TEXT,
    },
    { name: "attribute", description: "Attribute to compare with `q`, instead of label and name.", schema: TEXT },
    PARENTS,
    { ...CUT, description: `Lists only members of matching entries. ${CUT.description}` },
    PAGE_PARAMETERS,
    pagesize(10_000),
  ],
  json: refer("MemberList"),
  paged: true,
};

const SHOW_MEMBER: RouteDescription = {
  id: "showMember",
  tag: "Resources",
  summary: "Read a member of a dimension",
  details: "The page shows the amounts of the member by year and by other dimensions; JSON has its attributes.",
  parameters: OVERVIEW,
  json: refer("PlacedMember"),
  bodies: { csv: "A header and one record." },
};

const MEMBER: Readonly<Record<string, Schema>> = {
  id: { type: "integer", minimum: 1, description: "Stable until the dataset is loaded again." },
  name: refer("Value"),
  label: refer("Value"),
  taxonomy: TEXT,
  html_url: described(orNull(URL), "`null` if the member has no name, and so no page."),
};

/** Another attribute of a member, or what is above it. */
const PARENT: Schema = { anyOf: [refer("Value"), refer("Member"), mapOf(refer("Value"))] };

export const DIMENSION_SCHEMAS: Readonly<Record<string, Schema>> = {
  Dimension: DIMENSION_SCHEMA,
  CountedDimension: COUNTED_DIMENSION_SCHEMA,
  Coverage: COVERAGE_SCHEMA,
  Attribute: ATTRIBUTE_SCHEMA,
  Member: object(
    {
      ...MEMBER,
      id: {
        ...MEMBER["id"],
        type: ["integer", "null"],
        description: "Stable until the dataset is loaded again; `null` for a member of several datasets.",
      },
    },
    { additionalProperties: described(refer("Value"), "Another attribute.") },
  ),
  PlacedMember: optional(object(MEMBER, { additionalProperties: PARENT }), {
    parent: described(
      PARENT,
      "The member or value of the level above in a hierarchy; `null` at the top, and if not all its entries have the same one. Absent if the dimension is not a level.",
    ),
    years: { anyOf: [COVERED_YEARS, refer("Value")] },
    children_url: described(
      orNull(URL),
      "URL of what is below it: of the members of a dimension, or of an aggregate by an attribute. `null` at the bottom. Absent if the dimension is not a level.",
    ),
  }),
  MemberList: optional(
    object({ results: arrayOf(refer("PlacedMember")), count: described(COUNT_SCHEMA, "Members on all pages.") }),
    { warnings: WARNINGS },
  ),
};

/** Calls about dimensions and their members. */
export const DIMENSION_CALLS = [
  {
    path: "/{dataset}/dimensions",
    formats: ["html", "json"],
    about: LIST_DIMENSIONS,
    call: (context, input) => listDimensions(context, input.actor, datasetOf(input), input.origin),
  },
  {
    path: "/{dataset}/{dimension}",
    formats: ["html", "json"],
    about: SHOW_DIMENSION,
    call: (context, input) =>
      leadToVersions(context, input) ??
      showDimension(
        context,
        input.actor,
        dimensionPathOf(input),
        input.origin,
        input.parameters,
        input.cancel,
        input.format,
      ),
  },
  {
    path: "/{dataset}/{dimension}.distinct",
    formats: ["json"],
    about: LIST_DISTINCT,
    call: (context, input) =>
      listDistinct(context, input.actor, dimensionPathOf(input), input.parameters, input.origin, input.cancel),
  },
  {
    path: "/{dataset}/{dimension}/{name}",
    formats: ["html", "json", "csv"],
    about: SHOW_MEMBER,
    call: (context, input) =>
      showMember(context, input.actor, memberPathOf(input), input.origin, input.parameters, input.cancel, input.format),
    isWholeName: (context, input) => isMember(context, input.actor, memberPathOf(input)),
  },
] as const satisfies readonly ReadingCall<unknown>[];

/** Lead readers who guess where the versions of a dataset are; `null` for the name of a dimension, and for programs. */
function leadToVersions(context: Context, input: ReadingInput): Redirect | null {
  const { dataset: name, dimension } = dimensionPathOf(input);
  if (dimension !== "versions" || input.format !== "html") return null;
  const { model } = findDataset(context, input.actor, name, NotFound);
  if (model.dimensions.some((each) => each.name === dimension)) return null;
  const query = new URLSearchParams(input.pairs.map(([key, value]): [string, string] => [key, value])).toString();
  return { redirect: `/${model.dataset.name}/meta/versions${query === "" ? "" : `?${query}`}` };
}

/** Return the path of the dimension that a call names. */
export function dimensionPathOf(input: ReadingInput): DimensionPath {
  return { dataset: datasetOf(input), dimension: segmentOf(input, "dimension") };
}

/** Return the path of the member that a call names. */
export function memberPathOf(input: ReadingInput): MemberPath {
  return { ...dimensionPathOf(input), name: segmentOf(input, "name") };
}
