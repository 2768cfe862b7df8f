import type { RouteDescription } from "./description.js";
import { MEMBERS_LISTED, OVERVIEW } from "./page-parameters.js";
import { CUT, PAGE_PARAMETERS, PARENTS, pagesize, WARNINGS } from "./parameters.js";
import {
  described,
  arrayOf,
  BOOLEAN,
  COUNT_SCHEMA,
  mapOf,
  NUMBER,
  object,
  optional,
  orNull,
  refer,
  type Schema,
  TEXT,
  URL,
} from "./schema.js";

export const LIST_DIMENSIONS: RouteDescription = {
  id: "listDimensions",
  tag: "Resources",
  summary: "List the dimensions of a dataset",
  details: "Each has its label, kind, attributes and number of members.",
  json: arrayOf(refer("Dimension")),
};

export const SHOW_DIMENSION: RouteDescription = {
  id: "showDimension",
  tag: "Resources",
  summary: "Read a dimension of a dataset",
  details: "The page splits the amounts by its members; JSON has its attributes and the number of members.",
  parameters: MEMBERS_LISTED,
  json: refer("CountedDimension"),
};

export const LIST_DISTINCT: RouteDescription = {
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

export const SHOW_MEMBER: RouteDescription = {
  id: "showMember",
  tag: "Resources",
  summary: "Read a member of a dimension",
  details: "The page shows the amounts of the member by year and by other dimensions; JSON has its attributes.",
  parameters: OVERVIEW,
  json: refer("PlacedMember"),
  bodies: { csv: "A header and one record." },
  downloads: ["csv"],
};

const DIMENSION: Readonly<Record<string, Schema>> = {
  name: TEXT,
  key: described(TEXT, "The same as `name`."),
  html_url: URL,
  label: TEXT,
  type: { enum: ["compound", "date", "attribute", "derived"] },
  description: described(TEXT, "Empty if unknown."),
  facet: BOOLEAN,
  attributes: mapOf(refer("Attribute")),
};

/** Keys about the meaning of members and the hierarchies that they are in. */
const MEANING: Readonly<Record<string, Schema>> = {
  role: { enum: ["direction", "phase", "currency", "geography", "document"] },
  order: described(arrayOf(TEXT), "Names of members in their order, such as that of phases."),
  additive: { enum: [false], description: "Sums of several members have no meaning. Absent if they have one." },
  default: described(TEXT, "Name of the member to show where no other is chosen."),
  hierarchies: described(
    arrayOf(
      object({
        name: described(TEXT, "Name of the hierarchy."),
        level: described(TEXT, "Reference that is a level: the dimension, or one of its attributes."),
        parent: described(orNull(TEXT), "Reference of the level above; `null` at the top."),
        child: described(orNull(TEXT), "Reference of the level below; `null` at the bottom."),
      }),
    ),
    "Places of the dimension in hierarchies. Absent if it is in none.",
  ),
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
  Dimension: optional(object(DIMENSION), MEANING),
  CountedDimension: optional(object({ ...DIMENSION, num_members: COUNT_SCHEMA }), {
    ...MEANING,
    coverage: described(refer("Coverage"), "Of a derived dimension, described alone."),
  }),
  Coverage: object({
    members: described(orNull(NUMBER), "Share of the members derived from that have a derived member."),
    amount: described(orNull(NUMBER), "Share of the sum of `amount` that has a derived member."),
  }),
  Attribute: object({
    column: described(orNull(TEXT), "Column of the source; `null` for a derived attribute or a constant."),
    facet: BOOLEAN,
    constant: orNull(TEXT),
    datatype: { enum: ["string", "id", "float", "date", "constant"] },
    end_column: orNull(TEXT),
  }),
  Member: object(MEMBER, { additionalProperties: described(refer("Value"), "Another attribute.") }),
  PlacedMember: optional(object(MEMBER, { additionalProperties: PARENT }), {
    parent: described(
      PARENT,
      "The member or value of the level above in a hierarchy; `null` at the top, and if not all its entries have the same one. Absent if the dimension is no level.",
    ),
    children_url: described(
      orNull(URL),
      "URL of what is below it: of the members of a dimension, or of an aggregate by an attribute. `null` at the bottom. Absent if the dimension is no level.",
    ),
  }),
  MemberList: optional(
    object({ results: arrayOf(refer("PlacedMember")), count: described(COUNT_SCHEMA, "Members on all pages.") }),
    { warnings: WARNINGS },
  ),
};
