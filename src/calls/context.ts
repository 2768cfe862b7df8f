import type { Feeds } from "./feeds.js";
import type { Site } from "./site.js";
import { type Actor, isAnonymous } from "../access/actor.js";
import type { Bounds } from "../core/engine/bounds.js";
import type { Cancellation } from "../core/engine/cancellation.js";
import type { Model } from "../core/model/cube.js";
import type { ParametersByPath } from "../core/query/call-parameters.js";
import type { Parameters } from "../core/query/parameters.js";
import type { WorkQueue } from "../core/admission/work-queue.js";
import type { ParentMaps } from "../core/engine/parent-maps.js";
import type { VersionFacts } from "../core/engine/version-facts.js";
import type { ChangesFiles } from "../store/disk/changes-file.js";
import type { Dataset } from "../store/dataset.js";
import type { FactsFiles } from "../store/disk/facts-file.js";
import type { ShapeFolder } from "../store/shape-folder.js";
import type { DatasetCatalog } from "../store/dataset-catalog.js";

/** A taxonomy, and the name of members in it: the same whatever the dataset. */
export interface SharedName {
  readonly taxonomy: string;
  readonly name: string;
}

/** Services of features, which servers may leave out. */
export interface FeatureServices {
  /** Reads the parameters of a frame that another program published; `null` if it is no such frame. */
  readonly readFrame?: (model: Model, parameters: Parameters) => Parameters | null;
  /** Returns the path of the page of a member in all datasets. */
  readonly pathOfMember?: (shared: SharedName) => string;
  /** Writes datasets as a catalogue. */
  readonly writeCatalogue?: (request: CatalogueRequest) => Promise<string>;
  readonly feeds?: Feeds;
}

/** A page of the catalogue of public datasets. */
export interface CataloguePage {
  readonly urlOf: (page: number) => string;
  readonly page: number;
  /** Number of the last page. */
  readonly last: number;
  /** Number of datasets on all pages. */
  readonly total: number;
}

/** A request for a page of the catalogue. */
export interface CatalogueRequest {
  readonly context: Context;
  /** Datasets of the page, all public. */
  readonly shown: readonly Dataset[];
  readonly origin: string;
  /** The page that they are, if the catalogue has several. */
  readonly page: CataloguePage | null;
  readonly format: "jsonld" | "ttl";
  readonly signal?: Cancellation | undefined;
}

/** The services and limits of every call. */
export interface Context extends FeatureServices {
  /** Version of the program. */
  readonly version: string;
  /** Parameters of the calls of the features that are served, which warnings know. */
  readonly parameters?: ParametersByPath | undefined;
  /** How the site presents itself; absent: as spendcube. */
  readonly site?: Site | undefined;
  readonly catalog: DatasetCatalog;
  /** Queue that limits how many aggregations run at once. */
  readonly queue: WorkQueue;
  /** Parents of members in hierarchies. */
  readonly parents: ParentMaps;
  /** Facts about versions of datasets. */
  readonly facts: VersionFacts;
  /** Files of the rows by which versions differ; absent where none are kept. */
  readonly changes?: Pick<ChangesFiles, "read" | "write"> | undefined;
  /** Lengths and digests of the files of versions, on disk; absent where none are written. */
  readonly fileFacts?: Pick<FactsFiles, "read" | "write"> | undefined;
  /** Shapes that maps are drawn from; absent: none. */
  readonly shapes?: Pick<ShapeFolder, "list" | "get" | "version"> | undefined;
  /** Describes how far the memory is above its limit; returns `undefined` if it is not. */
  readonly memoryExcess?: () => string | undefined;
  /** Aborted when the server shuts down. */
  readonly ending: AbortSignal;
  /** Answer for private datasets exactly as for missing ones. */
  readonly hidePrivate: boolean;
  /** Maximum number of clauses in one query. */
  readonly maxClauses: number;
  /** Maximum nesting depth of parentheses and signs in a search. */
  readonly maxNesting: number;
  /** Maximum number of cells of one aggregation. */
  readonly maxCells: number;
  /** Maximum seconds of computation before the answer begins. */
  readonly maxSeconds: number;
  /** The same for anonymous callers. */
  readonly maxAnonymousSeconds: number;
}

/** Maximum time until an answer begins, waiting included, as a multiple of the maximum computation of a user. */
export const WAITING = 2;

/**
 * Return the limits of a query that begins now. All queries of one request share its time.
 * @param signal aborted when the answer is no longer needed
 */
export function queryBounds(context: Context, actor: Actor, signal?: Cancellation): Bounds {
  const { maxCells, maxSeconds } = context;
  const deadline = performance.now() + WAITING * maxSeconds * 1000;
  return { maxCells, deadline, maxComputing: computingSeconds(context, actor) * 1000, signal };
}

/** Return the maximum seconds of computation for a caller. */
export function computingSeconds(
  { maxSeconds, maxAnonymousSeconds }: Pick<Context, "maxSeconds" | "maxAnonymousSeconds">,
  actor: Actor,
): number {
  return isAnonymous(actor) ? Math.min(maxSeconds, maxAnonymousSeconds) : maxSeconds;
}
