/**
 * The fields of budget data packages, as versions 0.1 and 0.2 name them. The dimensions have the names of 0.1, those
 * that stand alone in lower case, as the service of record had them.
 */

/** A code and a name, which make one dimension. */
export interface Pair {
  readonly dimension: string;
  readonly label: string;
  readonly description: string;
  readonly facet: boolean;
  readonly code: readonly string[];
  readonly name: readonly string[];
  /** Fields that become attributes of it. */
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

/** A code with levels, each of which becomes a dimension. */
export interface Leveled {
  readonly dimension: string;
  readonly label: string;
  readonly fields: readonly string[];
  /** What the levels of a code without points are. */
  readonly undotted: "whole" | "digits";
}

export const LEVELED: readonly Leveled[] = [
  { dimension: "cofog", label: "COFOG", fields: ["cofog", "cofogCode"], undotted: "whole" },
  { dimension: "gfsmexpense", label: "GFSM expense", fields: ["gfsmExpense"], undotted: "digits" },
  { dimension: "gfsmrevenue", label: "GFSM revenue", fields: ["gfsmRevenue"], undotted: "digits" },
];

export const LEVELS = [1, 2, 3] as const;

/** Other fields, under the names that their dimensions have; the first of several names. */
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
