import type { Parameter, RouteDescription } from "../../calls/route-description.js";
import { NUMBERS_PARAMETER } from "../../calls/views/pages/page-parameters.js";
import { described, arrayOf, NUMBER, object, refer, type Schema, TEXT } from "../../calls/schema.js";

export const TAX: RouteDescription = {
  id: "estimateTax",
  tag: "Tax",
  summary: "Estimate what a household pays in taxes",
  details:
    "Based on mean figures of UK households by income decile in 2008/9. Amounts are in pounds a year, not rounded.",
  parameters: [
    {
      name: "income",
      description: "Total household income a year, including pensions and benefits.",
      schema: NUMBER,
      required: true,
      example: 10_000,
    },
    {
      name: "spending",
      description: "Total spending on consumption; ignored by the estimate.",
      schema: NUMBER,
    },
    flag("smoker", "Does anyone in the household smoke? `no` sets tobacco tax to 0."),
    flag("drinker", "Does anyone drink alcohol? `no` sets alcohol tax to 0."),
    flag("driver", "Does anyone drive a car? `no` sets car-related tax to 0."),
  ],
  json: refer("TaxEstimate"),
};

export const SHOW_TAX: RouteDescription = {
  id: "showTaxPage",
  tag: "Pages",
  summary: "Estimate the taxes of a household and show what they are spent on",
  details: "A page with the answer of `/api/mytax` and the spending that it stands for.",
  parameters: [
    { name: "income", description: "As in the call `/api/mytax`; without it, the page has only a form.", schema: TEXT },
    { name: "spending", description: "As in the call `/api/mytax`.", schema: TEXT },
    ...["smoker", "drinker", "driver"].map((name) => ({
      name,
      description: "As in the call `/api/mytax`.",
      schema: { enum: ["yes", "no"] },
    })),
    NUMBERS_PARAMETER,
  ],
};

/** Describe a parameter that is `yes` or `no`, in any letter case. */
function flag(name: string, description: string): Parameter {
  return { name, description, schema: { type: "string", pattern: "^([Yy][Ee][Ss]|[Nn][Oo])$", default: "yes" } };
}

export const TAX_SCHEMAS: Readonly<Record<string, Schema>> = {
  TaxEstimate: object({
    alcohol_tax: NUMBER,
    tobacco_tax: NUMBER,
    car_related_tax: NUMBER,
    vat: NUMBER,
    tax: described(NUMBER, "Direct and indirect tax."),
    total_direct_tax: described(NUMBER, "Income tax, national insurance and council tax."),
    total_indirect_tax: described(NUMBER, "VAT, tobacco, alcohol, car-related and other indirect taxes."),
    explanation: described(arrayOf(TEXT), "Sentences that explain the estimate."),
  }),
};
