import type { RouteDescription } from "./description.js";
import { CUT, PAGE_PARAMETERS, pagesize } from "./parameters.js";
import {
  described,
  arrayOf,
  BOOLEAN,
  COUNT_SCHEMA,
  mapOf,
  object,
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
  json: arrayOf(refer("Dimension")),
};

export const SHOW_DIMENSION: RouteDescription = {
  id: "showDimension",
  tag: "Resources",
  summary: "Read a dimension of a dataset",
  json: refer("CountedDimension"),
};

export const LIST_DISTINCT: RouteDescription = {
  id: "listDistinct",
  tag: "Resources",
  summary: "List the members of a dimension that begin with a text, for autocompletion",
  parameters: [
    {
      name: "q",
      description: "Prefix of the label or the name; letter case is ignored. Without it, all members.",
      schema: TEXT,
    },
    { name: "attribute", description: "Attribute to compare with `q`, instead of label and name.", schema: TEXT },
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
  json: refer("Member"),
  bodies: { csv: "A header and one record." },
  downloads: ["csv"],
};

const DIMENSION: Readonly<Record<string, Schema>> = {
  name: TEXT,
  key: described(TEXT, "The same as `name`."),
  html_url: URL,
  label: TEXT,
  type: { enum: ["compound", "date", "attribute"] },
  description: described(TEXT, "Empty if unknown."),
  facet: BOOLEAN,
  attributes: mapOf(refer("Attribute")),
};

export const DIMENSION_SCHEMAS: Readonly<Record<string, Schema>> = {
  Dimension: object(DIMENSION),
  CountedDimension: object({ ...DIMENSION, num_members: COUNT_SCHEMA }),
  Attribute: object({
    column: described(orNull(TEXT), "Column of the source; `null` for a derived attribute or a constant."),
    facet: BOOLEAN,
    constant: orNull(TEXT),
    datatype: { enum: ["string", "id", "float", "date", "constant"] },
    end_column: orNull(TEXT),
  }),
  Member: object(
    {
      id: { type: "integer", minimum: 1, description: "Stable until the dataset is loaded again." },
      name: refer("Value"),
      label: refer("Value"),
      taxonomy: TEXT,
      html_url: described(orNull(URL), "`null` if the member has no name, and so no page."),
    },
    { additionalProperties: described(refer("Value"), "Another attribute.") },
  ),
  MemberList: object({ results: arrayOf(refer("Member")), count: described(COUNT_SCHEMA, "Members on all pages.") }),
};
