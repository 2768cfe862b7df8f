import { datasetOf, type ReadingInput } from "../../reading-call.js";
import type { Actor } from "../../../access/actor.js";
import type { Cancellation } from "../../../core/engine/cancellation.js";
import { InvalidQuery, NotFound } from "../../../core/errors/errors.js";
import { errorText } from "../../../core/errors/error-text.js";
import { FRAME_THEMES } from "./page-parameters.js";
import { type Parameters } from "../../../core/query/parameters.js";
import type { Resource } from "../../answer.js";
import type { Context } from "../../context.js";
import { bindAnyAdjustment } from "../../reading/adjust/adjustment.js";
import { datasetAnswer } from "../../reading/lookup/dataset-answer.js";
import { describeDataset } from "../../reading/describe/describe-dataset.js";
import { describeDimension } from "../../reading/describe/describe-dimension.js";
import { listOtherDatasets } from "./comparisons.js";
import { type ExploreState, isStateGiven, readState, readTypedCuts } from "./explore-state.js";
import { dependOn, printDataset } from "./explore-datasets.js";
import type { Dataset } from "../../../store/dataset.js";
import { estimateExplored } from "./estimate-explored.js";
import { findDataset } from "../../reading/lookup/find-dataset.js";
import { withSources } from "../../reading/lookup/with-sources.js";
import { datasetUrl } from "../../reading/describe/links.js";
import type { ExploreForm } from "./forms.js";
import { InvalidForm } from "./invalid-form.js";
import { requireMeasures } from "./reference-facts.js";
import { bindScope, dependOnSeries } from "./page-adjusting.js";
import type { PageScope } from "./page-scope.js";
import { YEAR } from "./years.js";
import { type EmbedPage, type ExplorePage, type FrameTheme, readExploration, type ReadState } from "./exploration.js";
import { labelMeasures } from "../../../core/model/measure-label.js";

/** An explorer with its state, before any figure is read. */
export interface ExploredResource extends Resource<ExplorePage | EmbedPage> {
  readonly explored: { readonly scope: PageScope; readonly state: ExploreState };
}

/** Read the explorer that a request asks for. @param language of the page; `null` for pictures and files */
export function requestExplorer(
  context: Context,
  input: ReadingInput,
  kind: "explore" | "embed",
  language: string | null = null,
): ExploredResource {
  const { actor, parameters, origin, cancel } = input;
  return showExplorer(context, actor, datasetOf(input), parameters, origin, kind, language, cancel);
}

/** Read the frame that a request asks for, in the colours that it names. @throws InvalidQuery for an unknown theme */
export function requestFrame(context: Context, input: ReadingInput): Resource<ExplorePage | EmbedPage> {
  const theme = readFrameTheme(input.parameters);
  const resource = withoutState(requestExplorer(context, input, "embed", input.language));
  if (theme === "auto") return resource;
  return {
    ...resource,
    canonical: JSON.stringify([theme, resource.canonical]),
    page: async () => ({ ...(await resource.page()), theme }),
  };
}

/** Read the colours of a frame. @throws InvalidQuery for an unknown theme */
export function readFrameTheme(given: Parameters): FrameTheme {
  const text = given.get("theme") || "auto";
  const theme = FRAME_THEMES.find((each) => each === text);
  if (theme === undefined)
    throw new InvalidQuery(`theme: ${errorText("unknown_theme", { theme: text, known: FRAME_THEMES.join(", ") })}`);
  return theme;
}

/** Return the page of an explorer alone: its state cannot pass between threads. */
export function withoutState({
  explored: _explored,
  ...resource
}: ExploredResource): Resource<ExplorePage | EmbedPage> {
  return resource;
}

/**
 * `GET /{dataset}/explore` and `/{dataset}/embed`: a dataset split by chosen dimensions; the URL holds the choice.
 * @param language of the page; `null` for pictures and files
 */
export function showExplorer(
  context: Context,
  actor: Actor,
  name: string,
  requested: Parameters,
  origin: string,
  kind: "explore" | "embed",
  language: string | null,
  signal?: Cancellation,
): ExploredResource {
  const found = findDataset(context, actor, name, NotFound);
  requireMeasures(found.model);
  const parameters = (kind === "embed" ? context.readFrame?.(found.model, requested) : null) ?? requested;
  const dataset = withSources(found, parameters);
  const form: ExploreForm = {
    origin,
    url: `${datasetUrl(origin, dataset.model.dataset.name)}/${kind}`,
    query: "",
    alternates: [],
    dataset: describeDataset(dataset, origin),
    dimensions: dataset.model.dimensions.map((each) => describeDimension(dataset.model, each, origin)),
    measures: labelMeasures(dataset.model.measures),
    formulas: dataset.model.formulas.map(({ name, label }) => ({ name, label })),
    typed: readTypedCuts(dataset.model, parameters, language),
  };
  const find = (other: string): Dataset => withSources(findDataset(context, actor, other, InvalidQuery), parameters);
  const read: ReadState = (preset) => {
    const { state, errors: found } = readState(
      context,
      dataset.model,
      parameters,
      language,
      preset,
      (other) => find(other).model,
    );
    const errors = [...found];
    if (state.adjust && errors.length === 0) {
      const against = state.against?.dataset == null ? dataset : find(state.against.dataset);
      bindAnyAdjustment(context, actor, dataset, against, parameters, state.adjust, errors);
    }
    if (errors.length === 0) return state;
    if (kind === "embed") throw new InvalidQuery(errors);
    throw new InvalidForm(errors, parameters, (invalid) => ({ kind: "invalid explorer", ...form, invalid }));
  };
  // Report errors before anything is computed. The preset of an empty URL is only known later; a change needs a year.
  const isAlone = !isStateGiven(parameters) && parameters.get("against") === undefined;
  const checked = read({ drilldown: isAlone ? [YEAR] : [], cuts: [] });
  const compared = checked.against?.dataset == null ? dataset : find(checked.against.dataset);
  const others = listOtherDatasets(context, dataset);
  const shapes = context.shapes?.version() ?? "";
  const drawn = shapes === "" ? [] : [shapes];
  const canonical = JSON.stringify([kind, isStateGiven(parameters), checked, others.map(printDataset), ...drawn]);
  const answer = datasetAnswer(context, dataset, canonical);
  const plain: PageScope = { context, actor, dataset, origin, signal, effort: answer.effort };
  const bound = checked.adjust && bindScope(plain, compared, parameters, checked.adjust, []);
  const scope = { ...plain, adjust: bound?.adjust ?? null };
  const own = { ...answer, ...dependOn(context, actor, dataset, compared, others) };
  const { holds, ...whole } = dependOnSeries(context, actor, dataset, parameters, checked.adjust, own);
  return {
    ...whole,
    ...(holds && { holds: () => holds() && (context.shapes?.version() ?? "") === shapes }),
    ...(kind === "embed" ? { framed: true } : {}),
    formats: {},
    estimate: () => estimateExplored(dataset, checked, context.maxClauses, compared),
    explored: { scope, state: checked },
    page: () => readExploration(plain, parameters, kind, form, { read, compared, others }),
  };
}
