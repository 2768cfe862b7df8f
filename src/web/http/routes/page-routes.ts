import type { Context } from "../../../calls/context.js";
import {
  type EmbedPage,
  type ExploredResource,
  type ExplorePage,
  showExplorer,
} from "../../../calls/views/pages/explore.js";
import { showGuide } from "../../../calls/views/pages/guide.js";
import { showHome } from "../../../calls/views/pages/home.js";
import type { Resource } from "../../../calls/answer.js";
import type { Format } from "../../../calls/formats.js";
import { CROSSTAB_FORMS, crosstabAnswer } from "../../../calls/views/pages/crosstab.js";
import type { PageContents } from "../../pages/render.js";
import { showDataset } from "../../../calls/views/resources/dataset.js";
import { showSearch } from "../../../calls/views/resources/search-page.js";
import type { PageFrame } from "../../pages/parts/page-frame.js";
import type { RouteDescription } from "../../../calls/route-description.js";
import {
  describeCrosstab,
  SHOW_DATASET_PREVIEW,
  SHOW_EMBED,
  SHOW_EXPLORER,
  SHOW_GUIDE,
  SHOW_HOME,
  SHOW_PICTURE,
  SHOW_PREVIEW,
  SHOW_SEARCH,
} from "../openapi/pages.js";
import type { CallInput } from "../message/route.js";
import type { DescribedRoute } from "../openapi/described-route.js";
import { withPage, withDatasetPreview, withPicture, withPreview } from "./with-page.js";

/** Make the routes of pages without a JSON form; they combine the calls of the API. */
export function makePageRoutes(context: Context, files: PageFrame): readonly DescribedRoute[] {
  const page = (
    path: string,
    about: RouteDescription,
    find: (input: CallInput) => Resource<PageContents>,
    more: readonly Format[] = [],
  ): DescribedRoute => ({
    method: "GET",
    path,
    kind: "resource",
    formats: ["html", ...more],
    about,
    call: (input) => withPage(find(input), input, path, files),
  });
  const explorer = (input: CallInput, kind: "explore" | "embed", language: string | null = null): ExploredResource =>
    showExplorer(
      context,
      input.actor,
      input.segments.get("dataset")!,
      input.parameters,
      input.origin,
      kind,
      language,
      input.cancel,
    );
  return [
    page("/", SHOW_HOME, ({ actor, origin }) => showHome(context, actor, origin)),
    page(
      "/search",
      SHOW_SEARCH,
      ({ actor, parameters, origin, cancel }) => showSearch(context, actor, parameters, origin, cancel),
      ["atom"],
    ),
    page("/api", SHOW_GUIDE, ({ actor, origin }) => showGuide(context, actor, origin)),
    page("/{dataset}/explore", SHOW_EXPLORER, (input) => exploredPage(explorer(input, "explore", input.language))),
    page("/{dataset}/embed", SHOW_EMBED, (input) => exploredPage(explorer(input, "embed", input.language))),
    {
      method: "GET",
      path: "/{dataset}/explore.svg",
      kind: "resource",
      formats: ["svg"],
      about: SHOW_PICTURE,
      call: (input) => withPicture(exploredPage(explorer(input, "explore")), input.language),
    },
    {
      method: "GET",
      path: "/{dataset}/explore.png",
      kind: "resource",
      formats: ["png"],
      about: SHOW_PREVIEW,
      call: (input) => withPreview(exploredPage(explorer(input, "explore")), input.language),
    },
    {
      method: "GET",
      path: "/{dataset}/preview.png",
      kind: "resource",
      formats: ["png"],
      about: SHOW_DATASET_PREVIEW,
      call: ({ actor, segments, origin, language, cancel }) =>
        withDatasetPreview(showDataset(context, actor, segments.get("dataset")!, origin, undefined, cancel), language),
    },
    ...CROSSTAB_FORMS.map((form): DescribedRoute => ({
      method: "GET",
      path: `/{dataset}/explore.${form}`,
      kind: "resource",
      formats: [form],
      about: describeCrosstab(form),
      call: (input) => crosstabAnswer(explorer(input, "explore"), form),
    })),
  ];
}

/** Return the page of an explorer alone: its state cannot pass between threads. */
function exploredPage(found: ExploredResource): Resource<ExplorePage | EmbedPage> {
  const { explored, ...resource } = found;
  return explored ? resource : found;
}
