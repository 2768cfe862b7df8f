import type { CrawlerRules } from "../../../calls/views/resources/crawlers.js";
import type { FeaturePage } from "../../../calls/page-place.js";
import type { Context, FeatureServices } from "../../../calls/context.js";
import type { ParametersByPath } from "../../../core/query/call-parameters.js";
import type { EnglishWords } from "../../words/english.js";
import type { Format } from "../../../calls/formats.js";
import type { RouteDescription } from "../../../calls/route-description.js";
import type { DatasetDescription } from "../../../calls/reading/describe/describe-dataset.js";
import type { Html } from "../../pages/parts/html.js";
import type { Page } from "../../pages/parts/page.js";
import type { AlternateLink, ChartedPage, HeaderLink, PageFrame } from "../../pages/parts/page-frame.js";
import type { StaticFiles } from "../../pages/parts/static-files.js";
import type { LeakRow } from "./leak-row.js";
import type { DescribedFeature, DescribedRoute } from "../openapi/described-route.js";

/** A part of the interface that can be left out, whole. */
export interface Feature extends DescribedFeature {
  /** Name of it in settings. */
  readonly name: string;
  readonly makeRoutes: (context: Context, files: PageFrame) => readonly DescribedRoute[];
  readonly pages?: readonly Page<FeaturePage>[];
  /** Parameters of its calls, and those that it adds to calls of others, by path: warnings know them. */
  readonly parameters?: ParametersByPath;
  /** Requests of each path that are answered where there are datasets `town` and `bare`, for tests. */
  readonly samples: Readonly<Record<string, readonly string[]>>;
  /**
   * List for each route, for tests, where a private dataset must not show.
   * @param secret its name
   * @param crossed name of a public dataset with a dimension, `zone`, that goes through it
   */
  readonly leakRows: (secret: string, crossed: string) => Readonly<Record<string, LeakRow>>;
  /** Return its link in the header of pages about a dataset; `null` for none. */
  readonly link?: (dataset: DatasetDescription) => HeaderLink | null;
  /** Return its other format of a dataset's page. */
  readonly alternate?: (dataset: DatasetDescription, words: EnglishWords) => AlternateLink;
  /** Its link at the foot of all pages. */
  readonly foot?: HeaderLink;
  /** Return its element in the head of a page with a chart; `null` for none. @param url of the page, with its query */
  readonly head?: (page: ChartedPage, url: string) => Html | null;
  /** Return the rules that it adds to those for crawlers. */
  readonly crawling?: (context: Context, origin: string) => CrawlerRules;
  /** Services that calls of others use. */
  readonly services?: FeatureServices;
  /** Additions to other routes, by their paths: their descriptions, and the formats that they describe. */
  readonly additions?: Readonly<Record<string, Pick<RouteDescription, "details" | "parameters" | "bodies">>>;
  /** Line about it in the text for assistants. */
  readonly introduction?: (origin: string) => string;
}

/** Add what features contribute to pages. */
export function framePages(features: readonly Feature[], files: StaticFiles): PageFrame {
  const pages = features.flatMap((feature) => feature.pages ?? []);
  return {
    ...files,
    drawings: Object.assign({}, ...pages.map(({ drawings }) => drawings)) as Readonly<Record<string, unknown>>,
    navigation: (dataset) => features.flatMap(({ link }) => link?.(dataset) ?? []),
    alternates: (dataset, words) => features.flatMap(({ alternate }) => (alternate ? [alternate(dataset, words)] : [])),
    foot: features.flatMap(({ foot }) => foot ?? []),
    heads: (page, url) => features.flatMap(({ head }) => head?.(page, url) ?? []),
  };
}

/** Add formats and descriptions of features to a route of others. */
export function withAdditions(features: readonly Feature[], route: DescribedRoute): DescribedRoute {
  const added = features.flatMap(({ additions }) => additions?.[route.path] ?? []);
  if (added.length === 0) return route;
  const { about } = route;
  const bodies = Object.assign({}, ...[about, ...added].map((each) => each.bodies)) as NonNullable<
    RouteDescription["bodies"]
  >;
  return {
    ...route,
    formats: [...new Set([...route.formats, ...(Object.keys(bodies) as Format[])])],
    about: {
      ...about,
      details: [about.details, ...added.map(({ details }) => details)].filter((each) => each !== "").join(" "),
      parameters: [about, ...added].flatMap(({ parameters = [] }) => parameters),
      bodies,
    },
  };
}
