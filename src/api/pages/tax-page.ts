import type { Actor } from "../../access/actor.js";
import { mayRead } from "../../access/permissions.js";
import type { Cancellation } from "../../engine/cancellation.js";
import type { Parameters } from "../../query/parameters.js";
import type { Dataset } from "../../store/dataset.js";
import { UK_2008 } from "../../tax/deciles.js";
import { estimateTax, type Household, type TaxEstimate } from "../../tax/estimate.js";
import { explainTax } from "../../tax/explain.js";
import type { Resource } from "../answer.js";
import type { Context } from "../context.js";
import { stillCurrent } from "../lookup/still-current.js";
import type { PagePlace } from "../page-place.js";
import { readFigure, type Figure } from "./figure.js";
import { queryErrors } from "./query-errors.js";
import { InvalidForm } from "./invalid-form.js";
import { bindHousehold } from "../tax.js";

/** The dataset that shows the use of taxes in the estimate's country and year. It may not be loaded. */
const BOUGHT = { dataset: "uk-spending", dimension: "function", year: "2008" } as const;
const MAX_FUNCTIONS = 30;

/** The tax estimate with its working. */
export interface TaxPage extends PagePlace {
  readonly kind: "tax";
  /** `null` before the form is filled in. */
  readonly household: Household | null;
  readonly estimate: TaxEstimate | null;
  readonly explanation: readonly string[];
  readonly source: string;
  readonly year: string;
  /** Public spending by function; `null` without that dataset or an estimate. */
  readonly bought: { readonly figure: Figure; readonly label: string; readonly url: string } | null;
}

/** `GET /explore/tax`: the estimate of `/api/mytax` with its working, and the public spending that it pays for. */
export function showTaxPage(
  context: Context,
  actor: Actor,
  parameters: Parameters,
  origin: string,
  signal?: Cancellation,
): Resource<TaxPage> {
  const isRequested = parameters.get("income") !== undefined;
  const place = { origin, url: `${origin}/explore/tax`, query: "", alternates: [] };
  const errors = isRequested ? queryErrors(() => bindHousehold(parameters)) : [];
  if (errors.length > 0) {
    const answers = readAnswers(parameters);
    throw new InvalidForm(errors, parameters, (invalid) => ({ kind: "invalid tax", ...place, answers, invalid }));
  }
  const bound = isRequested ? bindHousehold(parameters) : null;
  const dataset = findBought(context, actor);
  const makePage = async (): Promise<TaxPage> => {
    const estimate = bound && estimateTax(UK_2008, bound.household);
    const bought =
      dataset && estimate
        ? await readFigure(
            { context, dataset, origin, signal },
            {
              drilldown: [BOUGHT.dimension],
              cuts: [{ field: "time.year", value: BOUGHT.year }],
              limit: MAX_FUNCTIONS,
            },
          )
        : null;
    return {
      kind: "tax",
      ...place,
      household: bound?.household ?? null,
      estimate,
      explanation: bound && estimate ? explainTax(UK_2008, bound.household, estimate, bound.spending) : [],
      source: UK_2008.source,
      year: UK_2008.year,
      bought: bought && { figure: bought, label: dataset!.model.dataset.label, url: `${origin}/${BOUGHT.dataset}` },
    };
  };
  return {
    version: `${UK_2008.country} ${UK_2008.year} ${dataset?.version ?? ""}`,
    lastModified: dataset?.lastModified ?? new Date(UK_2008.added),
    canonical: JSON.stringify(["tax page", bound]),
    public: true,
    ...(dataset ? { holds: stillCurrent(context.catalog, dataset) } : {}),
    forms: {},
    page: makePage,
  };
}

/** Find the dataset if it is public: the page is the same for all users. */
function findBought({ catalog }: Context, actor: Actor): Dataset | undefined {
  const dataset = catalog.get(BOUGHT.dataset);
  const isUsable =
    dataset &&
    !dataset.private &&
    mayRead(actor, dataset) &&
    dataset.model.dataset.currency === "GBP" &&
    dataset.model.dimensions.some(({ name }) => name === BOUGHT.dimension);
  return isUsable ? dataset : undefined;
}

function readAnswers(parameters: Parameters): Readonly<Record<string, string>> {
  return Object.fromEntries(
    ["income", "smoker", "drinker", "driver"].map((name) => [name, parameters.get(name) ?? ""]),
  );
}
