import { showError } from "./parts/show-error.js";
import { textsOfDescribed } from "../../calls/reading/describe/describe-dataset.js";
import type { FeaturePage } from "../../calls/page-place.js";
import type { CitedVersion } from "../../calls/answer.js";
import type { CitedState } from "../../calls/reading/changes/citation.js";
import type { Exploration } from "../../calls/views/pages/exploration.js";
import type { Size } from "./charts/svg.js";
import { collectionPage } from "./collection.js";
import { COLLECTIONS_PAGE } from "./collections.js";
import { changesPage } from "./changes.js";
import { unitedChangesPage } from "./united-changes.js";
import type { DatasetPage } from "../../calls/views/resources/dataset.js";
import { datasetPage } from "./dataset.js";
import { datasetPicture } from "./dataset-picture.js";
import { datasetsPage } from "./datasets.js";
import { dimensionPage } from "./dimension.js";
import { dimensionsPage } from "./dimensions.js";
import { listTitled } from "./list-titled.js";
import { entriesPage } from "./entries/entries.js";
import { entryPage } from "./entries/entry.js";
import { SEARCH_PAGE } from "./entries/search.js";
import { sourceRowPage } from "./entries/source-row.js";
import { EMBED } from "./explore/embed.js";
import { explorePicture } from "./explore/explore-chart.js";
import { EXPLORER } from "./explore/explore.js";
import { fileName, titleOfState } from "./explore/title.js";
import { GUIDE } from "./guide.js";
import { HOME_PAGE } from "./home.js";
import { invalidDatasetsPage, invalidEntriesPage, invalidExplorerPage, invalidSearchPage } from "./invalid.js";
import { collectionEditorPage, collectionsEditorPage } from "./manage/collections-editor.js";
import { dashboardPage } from "./manage/dashboard.js";
import { draftPage } from "./manage/draft.js";
import { correctionPage } from "./manage/correct-members.js";
import { editorPage } from "./manage/editor.js";
import { modelEditorPage } from "./manage/model-form.js";
import { registrationPage } from "./manage/registration.js";
import { runPage, runsPage } from "./manage/runs.js";
import { settingsPage } from "./manage/settings.js";
import { shapesEditorPage } from "./manage/shapes-editor.js";
import { signInPage } from "./manage/sign-in.js";
import { signOutPage } from "./manage/sign-out.js";
import { sourcePage, sourcesPage } from "./manage/sources.js";
import { uploadPage } from "./manage/upload.js";
import { memberPage } from "./member.js";
import { html, type Html } from "./parts/html.js";
import { type Crumb, type LayoutContent, layOut } from "./parts/layout.js";
import { markLanguages } from "./parts/mark-languages.js";
import { markOptions } from "./parts/mark-options.js";
import { previewOfDataset } from "./parts/preview.js";
import { languageToGive, queryOf } from "./parts/query.js";
import { type CitedPlace, citeThis, nameCited, permanentAddress, sayChoose } from "./parts/cite.js";
import { datasetOfPage, localeOfPage, type PageLocale } from "./parts/page-locale.js";
import type { DrawPage } from "./parts/page.js";
import type { PageFrame } from "./parts/page-frame.js";
import { problemPage } from "./problem.js";
import { referencePage } from "./reference.js";
import { SHAPES_PAGE } from "./shapes.js";
import { versionsPage } from "./versions.js";
import { punctuateTips } from "./charts/punctuate-tips.js";
import { turnIsolated, withoutIsolates } from "./parts/isolate.js";

/** Pages that read datasets. A new one is a new file and a row here. */
export const READING_PAGES = [HOME_PAGE, SEARCH_PAGE, GUIDE, COLLECTIONS_PAGE, SHAPES_PAGE, EXPLORER, EMBED] as const;

/** The functions that draw each kind of page. */
const PAGES = {
  ...HOME_PAGE.drawings,
  ...SEARCH_PAGE.drawings,
  ...GUIDE.drawings,
  ...COLLECTIONS_PAGE.drawings,
  ...SHAPES_PAGE.drawings,
  ...EXPLORER.drawings,
  ...EMBED.drawings,
  datasets: datasetsPage,
  dataset: datasetPage,
  reference: referencePage,
  collection: collectionPage,
  dimensions: dimensionsPage,
  dimension: dimensionPage,
  member: memberPage,
  entries: entriesPage,
  entry: entryPage,
  "source row": sourceRowPage,
  versions: versionsPage,
  changes: changesPage,
  "changes of several": unitedChangesPage,
  sources: sourcesPage,
  source: sourcePage,
  runs: runsPage,
  run: runPage,
  "invalid datasets": invalidDatasetsPage,
  "invalid entries": invalidEntriesPage,
  "invalid explorer": invalidExplorerPage,
  "invalid search": invalidSearchPage,
  "sign in": signInPage,
  "sign out": signOutPage,
  registration: registrationPage,
  settings: settingsPage,
  dashboard: dashboardPage,
  upload: uploadPage,
  draft: draftPage,
  editor: editorPage,
  "collections editor": collectionsEditorPage,
  "collection editor": collectionEditorPage,
  "shapes editor": shapesEditorPage,
  corrections: correctionPage,
  "model editor": modelEditorPage,
  problem: problemPage,
};

/** The data of any page; its `kind` selects the function that draws it. */
export type PageContents = OwnPage | FeaturePage;

/** A page about a dataset, with its address. */
export type CitablePage = Extract<PageContents, { readonly query: string }>;

type OwnPage = Parameters<(typeof PAGES)[keyof typeof PAGES]>[0];

/** Type of the table: each kind of page has a function that takes its data. */
type Drawings = { readonly [Kind in OwnPage["kind"]]: DrawPage<Extract<OwnPage, { kind: Kind }>> };

interface PageAdditions {
  readonly user?: string | null;
  readonly lang?: string | null;
  readonly isCiting?: boolean;
  readonly notes?: readonly string[];
  readonly cited?: CitedVersion | null | undefined;
}

/**
 * Render a page as an HTML document.
 * @param language tag of a language that has words
 * @param more name of the signed-in user, for a page of one browser session (`null` for pages that all readers share);
 * the language that its address names; warnings at the top of the page; and the version that it shows
 */
export function renderPage(
  page: PageContents,
  language: string,
  files: PageFrame,
  { user = null, lang = null, isCiting = false, notes = [], cited = null }: PageAdditions = {},
): string {
  const locale = localeOfPage(page, language, { user, lang, isCiting });
  const content = drawPage(page, locale, files);
  const dataset = datasetOfPage(page);
  const data = textsOfDescribed(dataset, listTitled(page));
  if ("markup" in content) return finish(markLanguages(content.markup, data), locale);
  const main = html`${sayChoose(locale, content)}${notes.map((each) => html`<p class="note" dir="auto">${showError(locale, each)}</p>`)}${content.main}`;
  const band = cited && isSuperseded(cited) ? versionBand(locale, cited) : null;
  const citation = cited && "query" in page ? citeThis(locale, placeOf(page, content), cited) : null;
  const crumbs = keepAdjusted(page, content.crumbs);
  const picture = content.picture ?? (dataset && previewOfDataset(dataset, languageToGive(locale)));
  const isPrivate = dataset?.private ?? false;
  const navigation = (dataset && files.navigation?.(dataset)) ?? [];
  const document = layOut(locale, files, {
    isPrivate,
    navigation,
    band,
    citation,
    ...content,
    ...(crumbs && { crumbs }),
    picture,
    main,
  });
  return finish(markLanguages(document.markup, data), locale);
}

function drawPage(page: PageContents, locale: PageLocale, files: PageFrame): ReturnType<DrawPage<PageContents>> {
  const pages: Drawings = PAGES;
  const drawings: Readonly<Record<string, unknown>> = { ...files.drawings, ...pages };
  // The types of the tables guarantee that the function fits the page; the compiler cannot infer it.
  const draw = drawings[page.kind] as DrawPage<PageContents>;
  return draw(page, locale, files);
}

/** Return what a page is cited by: its title as a whole, and the address of its state. */
function placeOf(page: CitablePage, content: LayoutContent): CitedPlace {
  const address = content.cited ?? content.canonical ?? page.url + page.query;
  return { ...content, title: content.windowTitle ?? content.title, address };
}

/** Describe how a page is cited in files, in English, as all citations for programs are. */
export function describeCited(page: CitablePage, cited: CitedVersion, files: PageFrame): CitedState {
  const locale = localeOfPage(page, "en");
  // Only frames are documents of their own, and they have no citation.
  const place = placeOf(page, drawPage(page, locale, files) as LayoutContent);
  const name = nameCited(locale, place, cited);
  return {
    url: permanentAddress(locale, place.address, cited),
    name: name === null ? `${cited.dataset}-${cited.number}` : fileName(place.title).toLowerCase(),
    ...(name !== null && { text: withoutIsolates(place.figure ?? name) }),
  };
}

/** Let names and punctuation in finished markup be as its language writes them. */
function finish(markup: string, { direction, words }: PageLocale): string {
  return markOptions(punctuateTips(turnIsolated(markup, direction), words));
}

/** Let breadcrumbs within a dataset keep what amounts are adjusted by. */
function keepAdjusted(page: PageContents, crumbs: readonly Crumb[] | undefined): readonly Crumb[] | undefined {
  const pairs = "adjusting" in page ? page.adjusting.pairs : [];
  const dataset = datasetOfPage(page);
  if (pairs.length === 0 || !dataset) return crumbs;
  return crumbs?.map((crumb) =>
    crumb.url.startsWith(dataset.html_url) ? { ...crumb, url: crumb.url + queryOf(pairs) } : crumb,
  );
}

/** True if a page names a version, and there is a newer one. */
export function isSuperseded({ isNamed, number, latest }: CitedVersion): boolean {
  return isNamed && number < latest;
}

/** Say that a page is of an earlier version. */
function versionBand(locale: PageLocale, { dataset, number, since, latest }: CitedVersion): Html {
  const changes = locale.href(`/${dataset}/meta/changes?from=${number}&to=${latest}`);
  return html`<p class="band">
    ${locale.fillHtml(locale.words.frame.olderVersion, {
      day: html`<time datetime="${since}">${locale.dates.day(since)}</time>`,
      number: String(number),
      newer: (inner) => html`<a href="${locale.href(`/${dataset}`)}">${inner}</a>`,
      changes: (inner) => html`<a href="${changes}">${inner}</a>`,
    })}
  </p>`;
}

/** Draw a dataset as a whole, as SVG, for previews of its pages. */
export function renderDatasetPicture(page: DatasetPage, language: string): string {
  return datasetPicture(page, language).markup;
}

/** A picture to save. */
export interface Picture {
  readonly svg: string;
  /** Name of its file. */
  readonly name: string;
}

/**
 * Draw the chart of an exploration as an SVG image.
 * @param canvas size to fit it into; by default its own
 * @returns `null` if it has no chart
 */
export function renderPicture(page: Exploration, language: string, canvas?: Size): Picture | null {
  const locale = localeOfPage(page, language);
  const drawn = explorePicture(locale, page, canvas);
  return drawn && { svg: finish(drawn.markup, locale), name: `${fileName(titleOfState(page, locale))}.svg` };
}
