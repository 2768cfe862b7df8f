import { errorText } from "../../core/errors/error-text.js";
import { ANONYMOUS } from "../../access/actor.js";
import type { Answer, Resource } from "../../calls/answer.js";
import type { Context } from "../../calls/context.js";
import type { EmbedPage, Exploration, FrameTheme } from "../../calls/views/pages/exploration.js";
import { readFrameTheme, showExplorer } from "../../calls/views/pages/explore.js";
import { FRAME_THEMES } from "../../calls/views/pages/page-parameters.js";
import { showDataset } from "../../calls/views/resources/dataset.js";
import { Forbidden, Gone, InvalidQuery, NotFound, Unauthenticated } from "../../core/errors/errors.js";
import { describeFrame, type FrameSize } from "../../web/pages/explore/oembed.js";
import { speakableTag } from "../../web/words/languages.js";
import { createLocale, localeOfPage } from "../../web/pages/parts/page-locale.js";
import { exploreQuery } from "../../web/pages/tables/split-section.js";
import { type Parameters, parameters as collectParameters } from "../../core/query/parameters.js";
import { NotImplemented } from "../../web/http/message/refusals.js";
import type { CallInput } from "../../web/http/message/route.js";
import type { DescribedRoute } from "../../web/http/openapi/described-route.js";
import { EMBED_PAGE } from "./description.js";
import { decodeQuery } from "../../web/http/request/decode.js";
import { readOwnAddress } from "../../web/http/request/own-address.js";

/** Size of a frame without limits, in pixels. */
const FRAME: FrameSize = { width: 800, height: 640 };
/** Steps of a frame's title, which several figures precede, and for each entry of the dataset. */
const STEPS = 1_000_001;
const STEPS_PER_ENTRY = 20;

/** Make the route of oEmbed (oembed.com): the frame for the address of a page. The same for every caller. */
export function makeOembedRoute(context: Context): DescribedRoute {
  return {
    method: "GET",
    path: "/oembed",
    kind: "api",
    formats: ["json"],
    about: EMBED_PAGE,
    listVersions: (input) => {
      const name = readEmbeddable(input)?.dataset ?? "";
      // A day would redirect to a page.
      return /@\d+$/.test(name) ? [name] : [];
    },
    call: (input) => answerOembed(context, input),
  };
}

function answerOembed(context: Context, input: CallInput): Answer {
  const { parameters, origin } = input;
  const format = parameters.get("format") ?? "json";
  if (format !== "json") throw new NotImplemented(`format: ${errorText("format_not_answered", { format })}`);
  const size = readSize(parameters);
  const url = parameters.get("url");
  if (url === undefined) throw new InvalidQuery(errorText("url_missing"));
  const embeddable = readEmbeddable(input);
  if (!embeddable) throw new NotFound(errorText("no_chart_at_url", { url, origin }));
  // A frame speaks English unless the address names another language.
  const lang = speakableTag(embeddable.parameters.get("lang") ?? "");
  const theme = chooseTheme(parameters, embeddable.parameters);
  const { page, ...found } = findEmbedded(context, embeddable, url, input);
  return {
    ...found,
    cited: undefined,
    canonical: JSON.stringify(["oembed", embeddable.kind, lang, size, theme, found.canonical]),
    estimate: () => STEPS + (found.effort?.entries ?? 0) * STEPS_PER_ENTRY,
    formats: {
      json: async () => {
        const shown = await page();
        const locale = localeOfPage(shown, lang ?? "en", { lang });
        return { chunks: [JSON.stringify(describeFrame(shown, locale, { ...size, theme }))] };
      },
    },
  };
}

/** Choose the colours of a frame: those that the call names, else those of the address. @throws InvalidQuery */
function chooseTheme(call: Parameters, address: Parameters): FrameTheme {
  if (call.get("theme")) return readFrameTheme(call);
  return FRAME_THEMES.find((each) => each === address.get("theme")) ?? "auto";
}

/** A page that a frame shows the chart of. */
interface Embeddable {
  readonly kind: "dataset" | "explore";
  /** Name of the dataset, or of a version. */
  readonly dataset: string;
  readonly parameters: Parameters;
}

/** Read which page the address names; `null` for none that has a frame. */
function readEmbeddable({ parameters, origin }: CallInput): Embeddable | null {
  const address = readOwnAddress(parameters.get("url") ?? "", origin);
  const [dataset, page, ...more] = address?.path.map((segment) => segment.replace(/\.html$/, "")) ?? [];
  if (!dataset || more.length > 0 || (page !== undefined && page !== "explore" && page !== "embed")) return null;
  return { kind: page === undefined ? "dataset" : "explore", dataset, parameters: address!.parameters };
}

/** Find the chart of a page that everybody may read. @throws NotFound */
function findEmbedded(context: Context, page: Embeddable, url: string, input: CallInput): Resource<Exploration> {
  const { dataset, parameters, kind } = page;
  const { origin, cancel } = input;
  const explore = (state: Parameters): Resource<EmbedPage> =>
    showExplorer(context, ANONYMOUS, dataset, state, origin, "embed", null, cancel) as Resource<EmbedPage>;
  return orNotFound(url, () => {
    if (kind === "explore") return explore(parameters);
    const shown = showDataset(context, ANONYMOUS, dataset, origin, parameters, cancel, "html");
    return {
      ...shown,
      page: async () => {
        const shownPage = await shown.page();
        if (shownPage.kind === "reference") throw new NotFound(errorText("page_without_chart", { url }));
        const { split } = shownPage;
        return explore(
          collectParameters(split ? decodeQuery(exploreQuery(createLocale("en", origin), split, shownPage)) : []),
        ).page();
      },
    };
  });
}

/** Answer for private datasets and missing ones in the same way. @throws NotFound */
function orNotFound<Found>(url: string, find: () => Found): Found {
  try {
    return find();
  } catch (error) {
    if (error instanceof InvalidQuery) throw new NotFound(error.errors);
    const isMissing = [NotFound, Gone, Unauthenticated, Forbidden].some((family) => error instanceof family);
    if (isMissing) throw new NotFound(errorText("no_public_dataset", { url }));
    throw error;
  }
}

function readSize(parameters: Parameters): FrameSize {
  const errors: string[] = [];
  const read = (name: string, preset: number): number => {
    const text = parameters.get(name) ?? "";
    if (text === "") return preset;
    if (!/^[1-9]\d{0,8}$/.test(text)) errors.push(`${name}: ${errorText("not_pixels", { value: text })}`);
    return Math.min(preset, Number(text));
  };
  const size = { width: read("maxwidth", FRAME.width), height: read("maxheight", FRAME.height) };
  if (errors.length > 0) throw new InvalidQuery(errors);
  return size;
}
