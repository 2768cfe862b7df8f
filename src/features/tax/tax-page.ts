import type { SaidPhrase } from "../../calls/views/pages/phrase.js";
import { isError } from "../../core/model/values/value.js";
import { languageOfAmounts, readTypedAmount, writeForAddress } from "../../calls/views/pages/typed-amounts.js";
import type { Actor } from "../../access/actor.js";
import { mayRead } from "../../access/permissions.js";
import type { Cancellation } from "../../core/engine/cancellation.js";
import { parameters, type Parameters } from "../../core/query/parameters.js";
import type { Dataset } from "../../store/dataset.js";
import { UK_2008 } from "./deciles.js";
import { estimateTax, type Household, type TaxEstimate } from "./estimate.js";
import type { Resource } from "../../calls/answer.js";
import type { Context } from "../../calls/context.js";
import { stillCurrent } from "../../calls/reading/lookup/still-current.js";
import type { InvalidFeaturePage } from "../../calls/views/pages/invalid-pages.js";
import type { FeaturePage } from "../../calls/page-place.js";
import { readFigure } from "../../calls/views/pages/figure.js";
import { readPlaces } from "../../calls/views/pages/places.js";
import type { PageTable } from "../../calls/views/pages/page-table.js";
import { labelCut } from "../../calls/views/pages/label-cut.js";
import { cutsOfChoices, readChoices } from "../../calls/views/pages/member-choice.js";
import type { PageScope } from "../../calls/views/pages/page-scope.js";
import { queryErrors } from "../../calls/views/pages/query-errors.js";
import { InvalidForm } from "../../calls/views/pages/invalid-form.js";
import { bindHousehold } from "./tax.js";

/** The dataset that shows the use of taxes in the estimate's country and year. It may not be loaded. */
const BOUGHT = { dataset: "uk-spending", dimension: "function", year: "2008" } as const;
const MAX_FUNCTIONS = 30;

/** The tax estimate with its working. */
export interface TaxPage extends FeaturePage {
  readonly kind: "feature tax";
  /** `null` before the form is filled in. */
  readonly household: Household | null;
  readonly estimate: TaxEstimate | null;
  /** The household's spending in pounds a year, if it is told. */
  readonly spending: number | undefined;
  readonly source: string;
  readonly year: string;
  /** Public spending by function; `null` without an estimate, and without that dataset or a total of it. */
  readonly bought: FundedSpending | null;
}

/** The form with errors. */
export interface InvalidTaxPage extends InvalidFeaturePage {
  readonly kind: "feature invalid tax";
  /** All typed values by parameter. */
  readonly answers: Readonly<Record<string, string>>;
}

/** Public spending that taxes pay for. */
export interface FundedSpending {
  readonly figure: PageTable;
  readonly label: string;
  readonly url: string;
  /** Labels of the cuts to members that the model shows by default. */
  readonly cutLabels: readonly SaidPhrase[];
}

/** `GET /explore/tax`: the estimate of `/api/mytax` with its working, and the public spending that it pays for. */
export function showTaxPage(
  context: Context,
  actor: Actor,
  typed: Parameters,
  origin: string,
  language: string,
  signal?: Cancellation,
): Resource<TaxPage> {
  const form = readIncome(typed, language);
  const isRequested = form.get("income") !== undefined;
  const place = { origin, url: `${origin}/explore/tax`, query: "", alternates: [] };
  const errors = isRequested ? queryErrors(() => bindHousehold(form)) : [];
  if (errors.length > 0) {
    const again = { kind: "feature invalid tax", ...place, answers: readAnswers(form) } as const;
    throw new InvalidForm(errors, form, (invalid): InvalidTaxPage => ({ ...again, invalid }));
  }
  const bound = isRequested ? bindHousehold(form) : null;
  const dataset = findSpending(context, actor);
  const makePage = async (): Promise<TaxPage> => {
    const estimate = bound && estimateTax(UK_2008, bound.household);
    const scope = { context, actor, origin, signal };
    return {
      kind: "feature tax",
      ...place,
      household: bound?.household ?? null,
      estimate,
      spending: bound?.spending,
      source: UK_2008.source,
      year: UK_2008.year,
      bought: dataset && estimate ? await readSpending({ ...scope, dataset }) : null,
    };
  };
  return {
    version: `${UK_2008.country} ${UK_2008.year} ${dataset?.version ?? ""}`,
    lastModified: dataset?.lastModified ?? new Date(UK_2008.added),
    canonical: JSON.stringify(["tax page", bound]),
    public: true,
    ...(dataset ? { holds: stillCurrent(context.catalog, dataset) } : {}),
    formats: {},
    page: makePage,
  };
}

/** Read the spending by function, of the members that the model shows by default; `null` if it has no total. */
async function readSpending(scope: PageScope): Promise<FundedSpending | null> {
  const { dataset, origin } = scope;
  const { model } = dataset;
  const choices = readChoices(model, parameters([]));
  const cuts = [{ field: "time.year", value: BOUGHT.year }];
  const figure = await readFigure({ ...scope, choices }, { drilldown: [BOUGHT.dimension], cuts, limit: MAX_FUNCTIONS });
  if (figure.added.length > 0) return null;
  const places = await readPlaces(scope, BOUGHT.dimension);
  const shown = cutsOfChoices(choices, model, [BOUGHT.dimension]);
  return {
    figure: { ...figure, places },
    label: model.dataset.label,
    url: `${origin}/${BOUGHT.dataset}`,
    cutLabels: await Promise.all(shown.map((cut) => labelCut(scope, cut))),
  };
}

/** Find the dataset if it is public: the page is the same for all users. */
function findSpending({ catalog }: Context, actor: Actor): Dataset | undefined {
  const dataset = catalog.get(BOUGHT.dataset);
  const isUsable =
    dataset &&
    !dataset.private &&
    mayRead(actor, dataset) &&
    dataset.model.dataset.currency === "GBP" &&
    dataset.model.dimensions.some(({ name }) => name === BOUGHT.dimension);
  return isUsable ? dataset : undefined;
}

/** Write the income as the call takes it, if it is a number in the language of the page. */
function readIncome(form: Parameters, language: string): Parameters {
  const text = form.get("income");
  const income = text === undefined ? null : readTypedAmount(text, languageOfAmounts(form, language));
  if (!income || isError(income)) return form;
  return parameters([
    ...[...form.names()].filter((name) => name !== "income").map((name) => [name, form.get(name)!] as const),
    ["income", writeForAddress(income)],
  ]);
}

function readAnswers(parameters: Parameters): Readonly<Record<string, string>> {
  return Object.fromEntries(
    ["income", "smoker", "drinker", "driver"].map((name) => [name, parameters.get(name) ?? ""]),
  );
}
