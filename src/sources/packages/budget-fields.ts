/**
 * Fields of budget data packages, by their names in versions 0.1 and 0.2. Dimensions get the names of 0.1; those of a
 * single field are in lower case, as in the original service.
 */

/** Fields for a code and a name that form one dimension. */
export interface Pair {
  readonly dimension: string;
  readonly label: string;
  readonly description: string;
  readonly facet: boolean;
  readonly code: readonly string[];
  readonly name: readonly string[];
  /** Fields that become attributes of the dimension. */
  readonly attributes: readonly string[];
}

const pair = (dimension: string, label: string, description: string, code: string[], name: string[]): Pair => ({
  dimension,
  label,
  description,
  facet: dimension === "from",
  code,
  name,
  attributes: dimension === "from" ? ["adminOrgID"] : [],
});

export const PAIRS: readonly Pair[] = [
  pair(
    "from",
    "Admin",
    "Administrative entity responsible",
    ["adminID", "administratorID"],
    ["admin", "administrator"],
  ),
  pair(
    "economic",
    "Economic",
    "Economic classification",
    ["economicID", "economicClassificationID"],
    ["economic", "economicClassification"],
  ),
  pair(
    "functional",
    "Functional",
    "Functional classification",
    ["functionalID", "functionalClassificationID"],
    ["functional", "functionalClassification"],
  ),
  pair("fund", "Source fund", "Fund", ["fundID", "accountID"], ["fund", "account"]),
  pair("program", "Program", "Program", ["programID"], ["program"]),
  pair("project", "Project", "Project", ["projectID"], ["project"]),
];

/** Fields for a hierarchical code; each level becomes a dimension. */
export interface Leveled {
  readonly dimension: string;
  readonly label: string;
  readonly fields: readonly string[];
  /** Levels of a code without points: each digit is one (`digits`), or the whole code is every level (`whole`). */
  readonly undotted: "whole" | "digits";
}

export const LEVELED: readonly Leveled[] = [
  { dimension: "cofog", label: "COFOG", fields: ["cofog", "cofogCode"], undotted: "whole" },
  { dimension: "gfsmexpense", label: "GFSM expense", fields: ["gfsmExpense"], undotted: "digits" },
  { dimension: "gfsmrevenue", label: "GFSM revenue", fields: ["gfsmRevenue"], undotted: "digits" },
];

export const LEVELS = [1, 2, 3] as const;

/** Other fields, each with its names; the dimension gets the first one. */
export const OTHERS: readonly (readonly string[])[] = [
  ["code"],
  ["description"],
  ["type"],
  ["geocode", "recipientGeographicCode"],
  ["supplier"],
  ["purchaserID", "procuringEntityID"],
  ["purchaserOrgID"],
  ["financialSource", "financingMeans"],
  ["budgetLineItem"],
  ["contractID"],
  ["invoiceID"],
  ["transactionID"],
  ["date"],
  ["dateAdjusted"],
  ["dateBudgeted", "dateApproved"],
  ["dateReported"],
  ["amountAdjusted"],
  ["amountBudgeted", "amountApproved"],
];
