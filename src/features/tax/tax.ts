import { errorText } from "../../core/errors/error-text.js";
import { InvalidQuery } from "../../core/errors/errors.js";
import { readNumber } from "../../core/query/number.js";
import type { Parameters } from "../../core/query/parameters.js";
import { UK_2008 } from "./deciles.js";
import { estimateTax, type Household } from "./estimate.js";
import { explainTax } from "./explain.js";
import type { Answer } from "../../calls/answer.js";

/** `GET /api/mytax`: estimate what a household pays in taxes. */
export function showTax(parameters: Parameters): Answer {
  const { household, spending } = bindHousehold(parameters);
  const describe = (): unknown => {
    const estimate = estimateTax(UK_2008, household);
    return {
      alcohol_tax: estimate.alcohol,
      tobacco_tax: estimate.tobacco,
      car_related_tax: estimate.car,
      vat: estimate.vat,
      tax: estimate.total,
      total_direct_tax: estimate.direct,
      total_indirect_tax: estimate.indirect,
      explanation: explainTax(UK_2008, household, estimate, spending),
    };
  };
  return {
    version: `${UK_2008.country} ${UK_2008.year}`,
    lastModified: new Date(UK_2008.added),
    canonical: JSON.stringify([household, spending ?? null]),
    public: true,
    formats: { json: async () => ({ chunks: [JSON.stringify(describe())] }) },
  };
}

/** Read a household from parameters. @throws InvalidQuery with all errors */
export function bindHousehold(parameters: Parameters): { household: Household; spending: number | undefined } {
  const errors: string[] = [];
  const bindNumber = (name: string): number | undefined => {
    const text = parameters.get(name);
    const number = text === undefined ? undefined : readNumber(text);
    if (text !== undefined && number === undefined) {
      errors.push(`${name}: ${errorText("not_pounds", { value: text })}`);
    }
    return number;
  };
  const bindFlag = (name: string): boolean => {
    const text = parameters.get(name)?.trim().toLowerCase() ?? "yes";
    if (text !== "yes" && text !== "no")
      errors.push(`${name}: ${errorText("neither_yes_nor_no", { value: parameters.get(name) })}`);
    return text !== "no";
  };
  if (parameters.get("income") === undefined) {
    errors.push(errorText("income_missing"));
  }
  const income = bindNumber("income") ?? 0;
  const spending = bindNumber("spending");
  const household = { income, smoker: bindFlag("smoker"), drinker: bindFlag("drinker"), driver: bindFlag("driver") };
  if (errors.length > 0) throw new InvalidQuery(errors);
  return { household, spending };
}
