import { errorText } from "../../../core/errors/error-text.js";
import type { Answer, Redirect, Resource } from "../../../calls/answer.js";
import { withNext } from "../../../calls/answer.js";
import type { DatasetPage, ReferencePage } from "../../../calls/views/resources/dataset.js";
import type { Exploration } from "../../../calls/views/pages/exploration.js";
import { warnOfMisspelt } from "../../../calls/reading/lookup/ignored-parameters.js";
import { isLanguage } from "../request/language.js";
import type { CallInput } from "../message/route.js";
import { NotFound } from "../../../core/errors/errors.js";
import { languageOfScript } from "../../pages/parts/text-language.js";
import { PREVIEW } from "../../pages/parts/preview.js";
import {
  type CitablePage,
  describeCited,
  isSuperseded,
  type PageContents,
  type Picture,
  renderDatasetPicture,
  renderPage,
  renderPicture,
} from "../../pages/render.js";
import { type LanguageOf, textsOfPicture } from "../../raster/draw-texts.js";
import { renderTable, type TabledPage } from "../../pages/seen-pages.js";
import { citationFormats } from "../../../calls/reading/changes/citation.js";
import { hasGlyphs } from "../../raster/fonts.js";
import { rasterize } from "../../raster/rasterize.js";
import type { PageFrame } from "../../pages/parts/page-frame.js";

type PageInput = Pick<CallInput, "language" | "format" | "parameters" | "user">;
type Found = Resource<PageContents> | Answer | Redirect;

/**
 * Turn the page of a resource into the HTML form of its answer.
 * @param path template of its path: parameters that are nearly some of the page are noted on it
 */
export function withPage(found: Resource<PageContents>, input: PageInput, path: string, files: PageFrame): Answer;
export function withPage(found: Found, input: PageInput, path: string, files: PageFrame): Answer | Redirect;
export function withPage(found: Found, input: PageInput, path: string, files: PageFrame): Answer | Redirect {
  if (!("page" in found)) return found;
  const { page, ...answer } = found;
  const notes = input.format === "html" ? warnOfMisspelt(path, input.parameters) : [];
  const { cited } = answer;
  const isCiting = input.format === "html" && input.parameters.get("cite") === "true";
  const latest = input.format === "html" && cited && isSuperseded(cited) ? cited.latest : null;
  return {
    ...answer,
    ...((notes.length > 0 || latest || isCiting) && {
      canonical: JSON.stringify([answer.canonical, notes, latest, ...(isCiting ? ["cite"] : [])]),
    }),
    formats: {
      ...answer.formats,
      html: async () => {
        const shown = await page();
        const nextPage = shown.kind === "entries" ? shown.found.nextPage : undefined;
        return {
          chunks: [
            renderPage(shown, input.language, files, {
              user: input.user,
              lang: namedLanguage(input.parameters),
              isCiting,
              notes,
              cited,
            }),
          ],
          ...withNext(nextPage),
        };
      },
    },
  };
}

/** Return the language that an address names; `null` for none. */
function namedLanguage(parameters: PageInput["parameters"]): string | null {
  const lang = parameters.get("lang");
  return isLanguage(lang) ? lang.trim() : null;
}

/** Turn the page of an explorer into an answer with its chart as SVG. @throws NotFound when there is no chart */
export function withPicture({ page, ...answer }: Resource<Exploration>, language: string): Answer {
  return {
    ...answer,
    canonical: `picture in ${language} ${answer.canonical}`,
    formats: {
      svg: async () => {
        const shown = await page();
        const picture = requirePicture(renderPicture(shown, language));
        return { chunks: [picture.svg], filename: picture.name, warnings: shown.warnings };
      },
    },
  };
}

/** Maximum characters of a picture that is drawn as PNG, which takes two seconds at most. */
const MAX_DRAWN = 300_000;

/**
 * Turn the page of an explorer into an answer with its chart as PNG, for previews of links.
 * @throws NotFound when there is no chart, or it cannot be drawn
 */
export function withPreview({ page, ...answer }: Resource<Exploration>, language: string): Answer {
  return {
    ...answer,
    canonical: `preview in ${language} ${answer.canonical}`,
    formats: {
      png: async () => {
        const shown = await page();
        const svg = leaveOutTips(requirePicture(renderPicture(shown, language, PREVIEW)).svg);
        if (svg.length > MAX_DRAWN) throw new NotFound(errorText("too_many_parts_for_png"));
        if (!hasGlyphs(textsOfPicture(svg))) throw new NotFound(errorText("letters_not_in_fonts"));
        return { chunks: [await rasterize(svg, { languageOf: tellLanguage(language, shown) })] };
      },
    },
  };
}

/** Leave out of a drawing what only its readers see on a page: the names of its parts. */
function leaveOutTips(svg: string): string {
  return svg.replaceAll(/<(title|desc)>[^<]*<\/\1\s*>/g, "");
}

/** Turn the page of a dataset into an answer with the dataset as a whole as PNG, for previews of pages without a chart. */
export function withDatasetPreview(
  { page, ...answer }: Resource<DatasetPage | ReferencePage>,
  language: string,
): Answer {
  return {
    ...answer,
    canonical: `preview in ${language} ${answer.canonical}`,
    formats: {
      png: async () => {
        const shown = await page();
        if (shown.kind === "reference") throw new NotFound(errorText("no_picture_without_sums"));
        return {
          chunks: [
            await rasterize(renderDatasetPicture(shown, language), { languageOf: tellLanguage(language, shown) }),
          ],
        };
      },
    },
  };
}

/** Return a function that tells the language of a text on a page, by the languages of the page and its data. */
function tellLanguage(language: string, { dataset }: Pick<DatasetPage, "dataset">): LanguageOf {
  const likely = [new Intl.Locale(language).language, ...dataset.languages];
  return (text) => languageOfScript(text, likely) ?? language;
}

/** Turn a page into an answer with its table as a workbook. @throws NotFound when it shows none */
export function withTable(found: Resource<TabledPage | ReferencePage>, language: string): Answer {
  const { page, ...answer } = found;
  return {
    ...answer,
    canonical: `table in ${language} ${answer.canonical}`,
    formats: {
      table: async () => {
        const shown = await page();
        const workbook = shown.kind === "reference" ? null : renderTable(shown, language, answer.cited);
        if (workbook === null) throw new NotFound(errorText("no_table_here"));
        return { ...workbook, warnings: shown.kind === "reference" ? [] : shown.warnings };
      },
    },
  };
}

/** Turn a page into an answer with its citation, for reference managers. */
export function withCitation({ page, ...answer }: Resource<CitablePage>, files: PageFrame): Answer {
  const { cited } = answer;
  if (cited === undefined) throw new NotFound(errorText("no_table_here"));
  return {
    ...answer,
    canonical: `citation ${answer.canonical}`,
    formats: citationFormats(cited, async () => describeCited(await page(), cited, files)),
  };
}

function requirePicture(picture: Picture | null): Picture {
  if (picture === null) throw new NotFound(errorText("no_chart_here"));
  return picture;
}
