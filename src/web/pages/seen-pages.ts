import { nameNoted } from "./tables/note-marks.js";
import type { CitedVersion } from "../../calls/answer.js";
import type { EmbedPage, Exploration, ExplorePage } from "../../calls/views/pages/exploration.js";
import type { FigureNote } from "../../calls/views/pages/page-table.js";
import { writeWorkbook } from "../../calls/reading/formats/workbook.js";
import type { DatasetDescription } from "../../calls/reading/describe/describe-dataset.js";
import type { DatasetPage } from "../../calls/views/resources/dataset.js";
import type { DimensionPage } from "../../calls/views/resources/dimension.js";
import type { MemberPage } from "../../calls/views/resources/member.js";
import { seenState } from "./explore/explore-table.js";
import { addressOfState } from "./explore/cited-figure.js";
import { fileName, titleOfState } from "./explore/title.js";
import { notesOfTable } from "./explore/explore-chart.js";
import { addressOfDimension, titleOfDimension } from "./dimension.js";
import { nameCited, permanentAddress, writeCitation } from "./parts/cite.js";
import { localeOfPage, type PageLocale } from "./parts/page-locale.js";
import { listParagraphs, plainText } from "./parts/plain-text.js";
import { writeError } from "./parts/show-error.js";
import { adjustmentNotes } from "./tables/adjustment-switches.js";
import { seenBlock } from "./tables/figure-block.js";
import { scopeWarnings } from "./tables/scope-warnings.js";
import { sheetOfFacts, sheetOfTable } from "./tables/seen-sheet.js";
import type { SeenTable } from "./tables/seen-table.js";
import { addressOfPage } from "./tables/split-section.js";
import { titleOfSplit } from "./tables/split-title.js";
import type { Html } from "./parts/html.js";

/** A page with the table of a figure. */
export type TabledPage = DatasetPage | MemberPage | DimensionPage | ExplorePage | EmbedPage;

/** The table that a page shows, and what is to be said of it. */
interface SeenPage {
  readonly title: string;
  /** Address of the page with its state. */
  readonly address: string;
  /** `null` if it shows none. */
  readonly table: SeenTable | null;
  readonly notes: readonly string[];
  readonly warnings: readonly string[];
}

/** The workbook of a table, and the name of its file. */
export interface SeenWorkbook {
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly filename: string;
}

/** Write the table of a page as a workbook. @returns `null` if it shows none */
export function renderTable(page: TabledPage, language: string, cited: CitedVersion | undefined): SeenWorkbook | null {
  const locale = localeOfPage(page, language);
  const seen = readSeen(page, locale);
  if (seen.table === null) return null;
  const facts = listFacts(locale, page.dataset, seen, cited);
  return {
    chunks: writeWorkbook(sheetOfTable(locale, seen.table, seen.title), () => sheetOfFacts(locale, facts)),
    filename: `${fileName(seen.title).toLowerCase()}.xlsx`,
  };
}

function readSeen(page: TabledPage, locale: PageLocale): SeenPage {
  switch (page.kind) {
    case "explore":
    case "embed":
      return seenExplorer(page, locale);
    case "dimension":
      return seenDimension(page, locale);
    default:
      return seenSplit(page, locale);
  }
}

function seenExplorer(page: Exploration, locale: PageLocale): SeenPage {
  const { figure } = page;
  return {
    title: titleOfState(page, locale),
    address: addressOfState(page),
    table: figure.numEntries === 0 ? null : seenState(page, locale),
    notes: [
      ...notesOfTable(locale, page),
      ...textsOf(adjustmentsOf(page, locale)),
      ...figure.notes.map((note) => noteText(locale, note)),
    ],
    warnings: page.warnings.map((warning) => writeError(locale, warning)),
  };
}

function seenSplit(page: DatasetPage | MemberPage, locale: PageLocale): SeenPage {
  return {
    ...seenFigures(page, locale, page.split),
    title: titleOfSplit(locale, page, moneyOf(page, locale).unit),
    address: addressOfPage(page, page.url),
  };
}

function seenDimension(page: DimensionPage, locale: PageLocale): SeenPage {
  return {
    ...seenFigures(page, locale, page.members),
    title: titleOfDimension(locale, page),
    address: addressOfDimension(page, page.url),
  };
}

/** Read the table of a figure with what its page says of it. */
function seenFigures(
  page: DatasetPage | MemberPage | DimensionPage,
  locale: PageLocale,
  figure: DatasetPage["split"] | DimensionPage["members"],
): Pick<SeenPage, "table" | "notes" | "warnings"> {
  const precisions = "precisions" in page ? page.precisions : {};
  const style = { money: moneyOf(page, locale).of(figure?.measures[0]), precisions };
  const marked = figure && "crossing" in figure && figure.crossing ? figure.crossing.grid.notes : (figure?.notes ?? []);
  return {
    table: figure && seenBlock(locale, figure, style),
    notes: [...textsOf(adjustmentsOf(page, locale)), ...marked.map((note) => noteText(locale, note))],
    warnings: scopeWarnings(locale, page).flatMap(listParagraphs),
  };
}

function moneyOf(
  { dataset, adjusting }: TabledPage,
  { numbers }: PageLocale,
): ReturnType<PageLocale["numbers"]["money"]> {
  return numbers.money(dataset.currency, adjusting.unit);
}

function adjustmentsOf(
  { dataset, adjusting }: Pick<TabledPage, "dataset" | "adjusting">,
  locale: PageLocale,
): Html | null {
  return adjustmentNotes(locale, adjusting, locale.numbers.money(dataset.currency));
}

function textsOf(markup: Html | null): readonly string[] {
  return markup === null ? [] : listParagraphs(markup);
}

function noteText(locale: PageLocale, { on, text }: FigureNote): string {
  return on.length === 0 ? text : locale.fill(locale.words.said.named, { name: nameNoted(locale, on), text });
}

/** List what is to be known of a table: where it stays the same, whose it is, and what is to be said of it. */
function listFacts(
  locale: PageLocale,
  { label, currency, licence }: Pick<DatasetDescription, "label" | "currency" | "licence">,
  { title, address, table, notes, warnings }: SeenPage,
  cited: CitedVersion | undefined,
): readonly (readonly [name: string, text: string])[] {
  const { workbook: words } = locale.words;
  const permanent = cited ? permanentAddress(locale, address, cited) : address;
  const said = [...(table?.notes ?? []).flatMap(listParagraphs), ...notes];
  return [
    [words.title, title],
    [words.address, permanent],
    [words.source, label],
    ...(cited
      ? [
          [
            words.cite,
            plainText(writeCitation(locale, nameCited(locale, { title, address }, cited), cited, permanent)),
          ] as const,
        ]
      : []),
    ...(licence ? [[words.licence, [licence.name, licence.url].filter(Boolean).join(", ")] as const] : []),
    ...(currency === null ? [] : [[words.currency, currency] as const]),
    ...said.map((text) => [words.note, text] as const),
    ...warnings.map((text) => [words.warning, text] as const),
    [words.numbers, words.digits],
  ];
}
