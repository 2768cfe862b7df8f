import { LRUCache } from "lru-cache";
import type { Actor } from "../../access/actor.js";
import { type Resource, withNext } from "../../calls/answer.js";
import type { Context, SharedName } from "../../calls/context.js";
import type { FeaturePage } from "../../calls/page-place.js";
import { findNamesakes, listNaming } from "../../calls/reading/members/find-namesakes.js";
import { type NamedSums, sumNamesakes } from "../../calls/reading/members/sum-namesakes.js";
import { listSpending } from "../../calls/reading/lookup/find-dataset.js";
import { holdsList } from "../../calls/reading/lookup/holds-list.js";
import { answerOfSeveral } from "../../calls/reading/lookup/several-datasets.js";
import { writeJson } from "../../calls/reading/formats/json.js";
import type { Cancellation } from "../../core/engine/cancellation.js";
import type { ReadingInput } from "../../calls/reading-call.js";
import { beginEffort } from "../../core/engine/query-cost.js";
import { errorText } from "../../core/errors/error-text.js";
import { InvalidQuery, NotFound } from "../../core/errors/errors.js";
import { bindPage, countPages, nextPage, type PageRange, pageRange } from "../../core/query/page.js";
import type { SearchScope } from "../../calls/views/pages/search-figure.js";
import { type Dataset, summarizeVersion } from "../../store/dataset.js";
import { describeNamesakes, type NamesakesDescription } from "./describe-namesakes.js";
import { namesakesUrl } from "./namesakes-url.js";
import { writeNamesakesCsv } from "./write-namesakes.js";
import { followNamesakes } from "./follow-namesakes.js";

/** A member of many datasets. */
export interface NamesakesPage extends FeaturePage {
  readonly kind: "feature members";
  readonly described: NamesakesDescription;
  readonly sums: readonly NamedSums[];
  /** Positions of the sums that it shows. */
  readonly range: PageRange;
  readonly pages: number;
  /** Size of its pages as it was asked for; `null` if it was not. */
  readonly sized: number | null;
}

/** Sums on a page: of a dataset, and of a dimension there. */
const PAGESIZE = 100;

/**
 * Estimated steps: of an answer, and for each dataset that may have the name. One whose sums are not stored is opened for the
 * first answer. What is kept is kept by each thread: a member of many of these is always one for the thread of long queries.
 */
const STEPS = 200_000;
const [STEPS_PER_STORED, STEPS_PER_OPENED] = [20_000, 300_000];

/** `GET /members/{taxonomy}/{name}`: the datasets in which a member has entries, with its sums by year. */
export function showNamesakes(
  context: Context,
  actor: Actor,
  shared: SharedName,
  { parameters, origin, language, cancel: signal }: Pick<ReadingInput, "parameters" | "origin" | "language" | "cancel">,
): Resource<NamesakesPage> {
  const { feeds } = context;
  const errors: string[] = [];
  const requested = bindPage(parameters, errors, "", PAGESIZE);
  if (errors.length > 0) throw new InvalidQuery(errors);
  const page = Math.floor(requested.page);
  const isSized = (parameters.get("pagesize") ?? "") !== "";
  const range = pageRange({ page, pagesize: requested.pagesize });
  const isPaged = isSized || page > 1;
  const datasets = listSpending(context, actor);
  const canonical = JSON.stringify([
    "members",
    shared.taxonomy,
    shared.name,
    ...(isPaged ? [page, requested.pagesize] : []),
  ]);
  const naming = listNaming(datasets, shared.name);
  const effort = beginEffort([], canonical, naming.length);
  const scope: SearchScope = { context, actor, datasets: naming, origin, signal, effort };
  const read = () => readNamesakes({ ...scope, datasets }, shared, isPaged);
  const describe = (sums: readonly NamedSums[], shown: readonly NamedSums[]): NamesakesDescription =>
    describeNamesakes(shared, sums, shown, origin);
  const list = (sums: readonly NamedSums[]): readonly NamedSums[] => (isPaged ? cut(sums, range) : sums);
  const next = ({ length }: readonly NamedSums[]) => (isPaged ? withNext(nextPage(length, range)) : {});
  return {
    ...answerOfSeveral(context, actor, datasets),
    canonical,
    lasts: false,
    cited: undefined,
    holds: holdsList(context),
    effort,
    estimate: () => naming.reduce((sum, each) => sum + stepsOf(each), STEPS),
    formats: {
      json: async () => {
        const sums = await read();
        return { chunks: [writeJson(describe(sums, list(sums)))], ...next(sums) };
      },
      csv: async () => {
        const sums = await read();
        return { ...writeNamesakesCsv(shared, list(sums)), ...next(sums) };
      },
      ...(feeds && {
        atom: async () => {
          const sums = await read();
          return { chunks: [await feeds.writeEntries(followNamesakes(scope, describe(sums, []), sums), language)] };
        },
      }),
    },
    page: async () => {
      const sums = await readNamesakes({ ...scope, datasets }, shared, true);
      return {
        kind: "feature members",
        origin,
        url: namesakesUrl(origin, shared),
        query: "",
        alternates: ["json", "csv", ...(feeds ? (["atom"] as const) : [])],
        described: describe(sums, cut(sums, range)),
        sums,
        range,
        pages: countPages(sums.length, range),
        sized: isSized ? range.pagesize : null,
      };
    },
  };
}

function stepsOf(dataset: Dataset): number {
  return summarizeVersion(dataset).memberSums ? STEPS_PER_STORED : STEPS_PER_OPENED;
}

/** True if a member has a name. */
export async function isNamed(
  context: Context,
  actor: Actor,
  shared: SharedName,
  signal?: Cancellation,
): Promise<boolean> {
  const scope = { context, actor, datasets: listSpending(context, actor), signal };
  return (await findNamesakes(scope, shared)).length > 0;
}

/** Leave out what is on other pages. */
function cut(sums: readonly NamedSums[], { first, pagesize }: PageRange): readonly NamedSums[] {
  return sums.slice(first, first + pagesize);
}

/** Maximum number of datasets in what is kept of members, for each list. */
const MAX_KEPT = 10_000;

/** Sums of the members of which pages were asked for last, for each list of datasets: they hold until one of them changes. */
const kept = new WeakMap<readonly Dataset[], LRUCache<string, readonly NamedSums[]>>();

/**
 * Find a member in all datasets and sum it.
 * @param isKept true if others are likely to ask for other parts: to keep thousands of sums takes half as long as to find them
 * @throws NotFound
 */
async function readNamesakes(scope: SearchScope, shared: SharedName, isKept: boolean): Promise<readonly NamedSums[]> {
  const { context, datasets, signal, effort } = scope;
  const { taxonomy, name } = shared;
  const known =
    kept.get(datasets) ??
    new LRUCache<string, readonly NamedSums[]>({ maxSize: MAX_KEPT, sizeCalculation: ({ length }) => length });
  kept.set(datasets, known);
  const key = JSON.stringify([taxonomy, name]);
  const before = known.get(key);
  if (before) return before;
  const read = async () => sumNamesakes(scope, await findNamesakes(scope, shared));
  const sums = await context.queue.run(read, signal, effort);
  if (sums.length === 0) throw new NotFound(errorText("unknown_shared_member", { member: name, taxonomy }));
  if (isKept) known.set(key, sums);
  return sums;
}
