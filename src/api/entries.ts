import type { Actor } from "../access/actor.js";
import { InvalidQuery, NotFound } from "../errors/errors.js";
import type { Cut } from "../query/aggregate.js";
import { type Clause, printClauses } from "../query/clauses.js";
import { bindPage, nextPage } from "../query/page.js";
import type { Parameters } from "../query/parameters.js";
import type { Dataset } from "../store/dataset.js";
import type { Form, Redirect, Resource } from "./answer.js";
import { boundsOf, type Context } from "./context.js";
import { datasetAnswer } from "./dataset-answer.js";
import { describeDataset } from "./describe-dataset.js";
import { describeDimension } from "./describe-dimension.js";
import { describeEntry } from "./describe-entry.js";
import { describeMember } from "./describe-member.js";
import { findDataset } from "./find-dataset.js";
import { findMember, type FoundMember, type MemberPath } from "./find-member.js";
import { datasetUrl, memberBase } from "./links.js";
import type { EntriesPage } from "./page.js";

/** What a listing of entries is asked for. */
export interface EntriesRequest {
  /** `undefined` where it has not the one that is wanted. */
  readonly form: Form | undefined;
  readonly parameters: Parameters;
  /** The same in their order. */
  readonly pairs: readonly (readonly [string, string])[];
  readonly origin: string;
  readonly signal?: AbortSignal;
}

/** Entries on a page for people. */
const PAGESIZE = 100;
const MOST_ENTRIES = 1000;

/** `GET /{dataset}/entries`: for programs the search call, with the query kept; for people a page of entries. */
export async function listEntries(
  context: Context,
  actor: Actor,
  name: string,
  request: EntriesRequest,
): Promise<Resource | Redirect> {
  return answerEntries(context, findDataset(context, actor, name, NotFound), null, request);
}

/** `GET /{dataset}/{dimension}/{name}/entries`: the same for the entries of a member. */
export async function listMemberEntries(
  context: Context,
  actor: Actor,
  path: MemberPath,
  request: EntriesRequest,
): Promise<Resource | Redirect> {
  const found = await findMember(context, actor, path);
  return answerEntries(context, found.dataset, found, request);
}

function answerEntries(
  context: Context,
  dataset: Dataset,
  of: FoundMember | null,
  { form, parameters, pairs, origin, signal }: EntriesRequest,
): Resource | Redirect {
  if (form === "json" || form === "csv") return { redirect: searchPath(dataset, of, form, pairs) };
  const faults: string[] = [];
  const { page, pagesize: wanted } = bindPage(parameters, faults, "", PAGESIZE);
  if (faults.length > 0) throw new InvalidQuery(faults);
  const pagesize = Math.min(wanted, MOST_ENTRIES);
  const makePage = async (): Promise<EntriesPage> => {
    const { model, engine } = dataset;
    const query = { cuts: of ? [cutOf(of)] : [], first: Math.floor((page - 1) * pagesize), limit: pagesize };
    const { entries, count } = await context.queue.run(() => engine.readEntries(query, boundsOf(context)), signal);
    return {
      kind: "entries",
      origin,
      url: `${of ? baseOf(of, origin) : datasetUrl(origin, model.dataset.name)}/entries`,
      query: "",
      alternates: ["json", "csv"],
      dataset: describeDataset(dataset, origin),
      of: of && {
        dimension: describeDimension(model, of.dimension, origin),
        member: describeMember(model, of.dimension, of.member, origin),
      },
      dimensions: model.dimensions.map((each) => describeDimension(model, each, origin)),
      measures: model.measures.map(({ name, label }) => ({ name, label })),
      entries: entries.map((entry) => describeEntry(model, entry, origin)),
      count,
      page,
      pagesize,
      nextPage: nextPage(count, { page, pagesize, first: query.first }),
    };
  };
  return { ...datasetAnswer(context, dataset, JSON.stringify([page, pagesize])), forms: {}, page: makePage };
}

/** The search call with what was asked; what the path says cannot be asked otherwise. */
function searchPath(dataset: Dataset, of: FoundMember | null, form: Form, pairs: EntriesRequest["pairs"]): string {
  const query: (readonly [string, string])[] = [["dataset", dataset.model.dataset.name]];
  if (of) query.push(["filter", printClauses([clauseOf(of)])]);
  if (form !== "json") query.push(["format", form]);
  query.push(...pairs.filter(([name]) => name !== "dataset" && name !== "format"));
  return `/api/2/search?${query.map((pair) => pair.map(encodeURIComponent).join("=")).join("&")}`;
}

function clauseOf({ dimension, member }: FoundMember): Clause {
  return { field: dimension.name, value: String(member.values[dimension.identity.index]) };
}

function cutOf({ dimension, member }: FoundMember): Cut {
  // A member that a path has found has a name.
  return { dimension, attribute: dimension.identity, values: [member.values[dimension.identity.index]!] };
}

function baseOf({ dataset, dimension, member }: FoundMember, origin: string): string {
  return memberBase(origin, dataset.model.dataset.name, dimension, String(member.values[dimension.identity.index]));
}
