import { phrase } from "./phrase.js";
import { asPaid } from "./adjust-scope.js";
import type { Dimension, Model } from "../../../core/model/cube.js";
import { type FigureRequest, NO_FIGURES, printFigures } from "../../../core/query/aggregate/figure-request.js";
import type { CutClause } from "../../../core/query/syntax/cut-clause.js";
import { readFigure } from "./figure.js";
import type { PageTable } from "./page-table.js";
import type { MemberChoice } from "./member-choice.js";
import type { YearParts } from "./months.js";
import { readYearParts } from "./partial-years.js";
import { YEAR, type YearChoice } from "./years.js";
import type { PageScope } from "./page-scope.js";
import { ORDER_OF_PHASES } from "./sides.js";
import { readTermFigure } from "./term-figure.js";

/** Money as it was planned and as it was spent or received. */
export interface PlanAndOutturn {
  /** The first amount of each row is the outturn. */
  readonly figure: PageTable;
  /** Query of the explorer that shows it. */
  readonly query: string;
  /** The years of which the outturn has only some months; `null` without any. A plan is of a year. */
  readonly part: { readonly label: string; readonly years: YearParts } | null;
}

/** The phase that is the plan, if there is one of this name. */
const PLAN = "approved";
const MAX_PHASES = 20;
const ROWS = 40;

/**
 * Read the plan and the outturn of a page's figure, where the model has phases: as members of a dimension, or as
 * measures. Revenue and expenditure are told apart.
 * @param split the figure that it is split by
 * @param page choices and year of the page
 * @returns `null` if there are no two phases, or if the reader wants all of them
 * Cost: three aggregations if the model has phases.
 */
export async function readPlan(
  scope: PageScope,
  { request: { drilldown, cuts: all } }: Pick<PageTable, "request">,
  { choices, year }: { readonly choices: readonly MemberChoice[]; readonly year: YearChoice },
): Promise<PlanAndOutturn | null> {
  const { model } = scope.dataset;
  const phase = model.dimensions.find(({ meaning }) => meaning?.role === "phase");
  const direction = model.dimensions.find(({ meaning }) => meaning?.role === "direction" && !meaning.additive);
  const isLeft = choices.some((each) => each.dimension === phase?.name && each.preset !== null && each.chosen === null);
  if (isLeft) return null;
  const cuts = all.filter(({ field }) => field !== phase?.name);
  const isCut = cuts.some(({ field }) => field === direction?.name);
  const isOfYears = year.chosen === null && year.years.length > 1;
  const sides = direction && !isCut ? [direction.name] : [];
  // Years are not added up.
  const by = isOfYears ? [...sides, YEAR] : sides.length > 0 ? sides : drilldown;
  const own = phase ? await readPhases(scope, phase, cuts) : null;
  const request = own && phase ? comparePhases(model, phase, own) : compareMeasures(model);
  if (!request || by.some((each) => each === phase?.name)) return null;
  const question = { drilldown: by, cuts: [...cuts, ...request.cuts], ...request.figures };
  const figure = await readTermFigure(scope, {
    ...question,
    order: isOfYears ? [...sides, YEAR].map((field) => ({ field, value: "asc" })) : [],
    having: [],
    top: null,
    other: scope.dataset,
    otherLabel: request.plan,
    limit: ROWS,
  });
  const query = new URLSearchParams(printFigures({ ...NO_FIGURES, ...question })).toString();
  return {
    figure: request.label(figure),
    query,
    part: own && phase ? await readPart(scope, phase, own[1], cuts) : null,
  };
}

/** Read the years of which an outturn has only some months. */
async function readPart(
  scope: PageScope,
  { name }: Dimension,
  { value, label }: PlannedPhase,
  cuts: readonly CutClause[],
): Promise<PlanAndOutturn["part"]> {
  const year = cuts.find(({ field }) => field === YEAR)?.value;
  const others = cuts.filter(({ field }) => field !== YEAR);
  const parts = await readYearParts({ ...scope, choices: [] }, [...others, { field: name, value }]);
  const years = new Map([...parts].filter(([each]) => year === undefined || each === year));
  return years.size === 0 ? null : { label: capitalise(label), years };
}

/** The parts of a request that compare two phases. */
interface PhaseRequest {
  readonly cuts: readonly CutClause[];
  readonly figures: Pick<FigureRequest, "measures" | "against">;
  /** Name of the plan; `null` if its measure has one. */
  readonly plan: string | null;
  /** Give the columns the names of what they show. */
  readonly label: (figure: PageTable) => PageTable;
}

interface PlannedPhase {
  readonly value: string;
  readonly label: string;
}

/** Read the phases that entries have. @returns the plan and the outturn; `null` if there are no two */
async function readPhases(
  scope: PageScope,
  { name, meaning }: Dimension,
  cuts: readonly CutClause[],
): Promise<readonly [plan: PlannedPhase, outturn: PlannedPhase] | null> {
  const { rows } = await readFigure(asPaid({ ...scope, choices: [] }), {
    drilldown: [name],
    cuts,
    order: [{ field: name, value: "asc" }],
    limit: MAX_PHASES,
  });
  const found = rows.flatMap(({ keys: [key] }) => (key?.value ? [{ value: key.value, label: key.label }] : []));
  return chooseTwo(found, meaning!.order, ({ value }) => value);
}

function comparePhases(
  { measures }: Model,
  { name }: Dimension,
  [plan, outturn]: readonly [PlannedPhase, PlannedPhase],
): PhaseRequest {
  return {
    cuts: [{ field: name, value: outturn.value }],
    figures: {
      measures: [measures[0]!.name],
      against: { dataset: null, clauses: [{ field: name, value: plan.value }] },
    },
    plan: plan.label,
    label: (figure) => ({ ...figure, measures: [{ ...figure.measures[0]!, label: capitalise(outturn.label) }] }),
  };
}

/** Compare the measures of two phases. @returns `null` if there are none */
function compareMeasures({ measures }: Model): PhaseRequest | null {
  const phased = measures.filter(({ phase }) => phase !== undefined);
  const chosen = chooseTwo(phased, [], ({ phase }) => phase!);
  if (!chosen) return null;
  const [plan, outturn] = chosen;
  const ratio = `${outturn.name}/${plan.name}`;
  return {
    cuts: [],
    figures: { measures: [outturn.name, plan.name, ratio], against: null },
    plan: null,
    label: (figure) => ({
      ...figure,
      ...(figure.terms && {
        terms: {
          ...figure.terms,
          columns: figure.terms.columns.map((column) =>
            column.key === ratio ? { ...column, label: phrase("outturnOfPlan"), format: "percent" as const } : column,
          ),
        },
      }),
    }),
  };
}

/** Choose the plan and the last phase after it; `null` if there are no two. */
function chooseTwo<Phase>(
  found: readonly Phase[],
  order: readonly string[],
  nameOf: (phase: Phase) => string,
): readonly [Phase, Phase] | null {
  const names = order.length > 0 ? order : ORDER_OF_PHASES;
  const sorted = names.flatMap((name) => found.find((each) => nameOf(each) === name) ?? []);
  const outturn = sorted.at(-1);
  const before = sorted.slice(0, -1);
  const plan = before.find((each) => nameOf(each) === PLAN) ?? before[0];
  return plan !== undefined && outturn !== undefined ? [plan, outturn] : null;
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
