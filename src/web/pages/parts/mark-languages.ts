import { isolate } from "./isolate.js";
import { isWrittenIn, hasForeignLetters, languageOfScript } from "./text-language.js";

/** Facts about the languages of the texts of the data on a page. */
export interface DataLanguages {
  /** ISO 639-1 codes of the languages that they may be in; the likeliest first. */
  readonly languages: readonly string[];
  /** Return the language of a text as the model says it; `null` if it does not. @param isName true for what is shown as a name */
  readonly languageOf: (text: string, isName: boolean) => string | null;
}

/** Markup between `<` and `>`: attributes have no such characters, they are escaped. */
const TOKEN = /<(\/?)([a-z][a-z0-9-]*)([^<>]*)>|<!--[^]*?-->|[^<]+|</giu;

/** Elements without an end tag. */
const EMPTY: ReadonlySet<string> = new Set(["area", "base", "br", "col", "hr", "img", "input", "link", "meta", "wbr"]);

/** Elements whose contents are no texts of the page. */
const RAW: ReadonlySet<string> = new Set(["script", "style", "textarea"]);

/** Elements that hold nothing but text. */
const PLAIN: ReadonlySet<string> = new Set(["option", "title"]);

/** Elements that hold more than one text, and are left as they are. */
const OUTER: ReadonlySet<string> = new Set(["html", "head", "body", "main", "svg", "table", "ul", "ol", "dl"]);

interface OpenElement {
  readonly name: string;
  /** Place of its start tag among the tokens. */
  readonly at: number;
  readonly isName: boolean;
  readonly isIsolated: boolean;
  lang: string;
}

/**
 * Mark the language of each text of the data in a document, as `lang` of the element around it, so that it is spoken and drawn as what
 * it is; and let the direction of one in another script follow from itself. The texts of the program are in the document's own language.
 * Cost: one pass over the document, only if some text may be in another language.
 */
export function markLanguages(markup: string, data: DataLanguages): string {
  const page = /<html\s[^<>]*?lang="([a-z-]+)"/iu.exec(markup)?.[1] ?? "en";
  const isPlain = isWrittenIn(page, "Latn") && !hasForeignLetters(markup);
  if (isPlain && data.languages.every((each) => each === page)) return markup;
  const tokens: string[] = [];
  const open: OpenElement[] = [];
  for (const [token, end, name, attributes] of markup.matchAll(TOKEN)) {
    const at = tokens.push(token) - 1;
    if (name === undefined) {
      if (token.startsWith("<")) continue;
      markText(tokens, open, token, page, data);
    } else if (end === "/") {
      const place = open.findLastIndex((each) => each.name === name);
      if (place >= 0) open.length = place;
    } else if (!EMPTY.has(name) && !attributes!.endsWith("/")) {
      const lang = /\slang="([^"]*)"/u.exec(attributes!)?.[1] ?? open.at(-1)?.lang ?? page;
      const isAuto = /\sdir="auto"/u.test(attributes!);
      open.push({ name, at, lang, isName: name === "bdi", isIsolated: name === "bdi" || isAuto });
    }
  }
  return tokens.join("");
}

function markText(
  tokens: string[],
  open: readonly OpenElement[],
  token: string,
  page: string,
  data: DataLanguages,
): void {
  const around = open.at(-1);
  if (!around || RAW.has(around.name) || OUTER.has(around.name)) return;
  const text = readText(token);
  if (text === "") return;
  const isData = open.some(({ isIsolated }) => isIsolated);
  // Words of the page in one text with a name make a sentence.
  const isWhole = isData || !/\p{Script=Latin}/u.test(text);
  const script = isWhole ? languageOfScript(text, [...data.languages, page, around.lang]) : null;
  const said = isData
    ? data.languageOf(
        text,
        open.some(({ isName }) => isName),
      )
    : null;
  const language = script !== null && (said === null || !isOfScript(said, script)) ? script : said;
  if (language === null && hasForeignLetters(text)) tokens[tokens.length - 1] = markRuns(token, open, page, data);
  if (language === null || language === around.lang) return;
  // A `lang` in the markup says more than a script.
  if (/\slang="/u.test(tokens[around.at]!)) return;
  const isForeign = script !== null && !isData;
  const added = ` lang="${language}"${isForeign && !isDrawn(open) ? ' dir="auto"' : ""}`;
  tokens[around.at] = tokens[around.at]!.replace(/(?=\/?>$)/u, added);
  around.lang = language;
}

/** Letters of a script other than Latin, with what stands between them. */
const RUN =
  /(?=\p{L})[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}](?:[^\p{L}&;]*(?=\p{L})[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}])*/gu;

/** Mark the names in other scripts within a sentence, and isolate them where nothing does. */
function markRuns(token: string, open: readonly OpenElement[], page: string, data: DataLanguages): string {
  const around = open.at(-1)!;
  if (around.name === "bdi" || isDrawn(open)) return token;
  if (PLAIN.has(around.name)) return token.includes("\u2068") ? token : token.replaceAll(RUN, isolate);
  const element = open.some(({ isIsolated }) => isIsolated) ? "span" : "bdi";
  return token.replaceAll(RUN, (run) => {
    const language = languageOfScript(run, [...data.languages, page]);
    return language === null || language === around.lang ? run : `<${element} lang="${language}">${run}</${element}>`;
  });
}

/** True if a language that the model says is written like a text whose script tells another one. */
function isOfScript(said: string, script: string): boolean {
  const { script: code } = new Intl.Locale(script).maximize();
  return code !== undefined && isWrittenIn(said, code);
}

/** True within a drawing, whose texts take their direction from their letters anyway. */
function isDrawn(open: readonly OpenElement[]): boolean {
  return open.some(({ name }) => name === "svg");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

function readText(token: string): string {
  return token.replaceAll(/&(?:amp|lt|gt|quot|#39);/gu, (entity) => ENTITIES[entity]!).trim();
}
