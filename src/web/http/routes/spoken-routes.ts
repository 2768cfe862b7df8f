import { InvalidQuery } from "../../../core/errors/errors.js";
import { IN_LANGUAGES } from "../../../calls/formats.js";
import type { Parameters } from "../../../core/query/parameters.js";
import { readLanguage, speakIn } from "../../../calls/reading/lookup/in-language.js";
import type { Context } from "../../../calls/context.js";
import { codeOfWords } from "../../words/languages.js";
import type { CallInput } from "../message/route.js";
import type { DescribedRoute } from "../openapi/described-route.js";
import { isLanguage } from "../request/language.js";

/**
 * Make routes that answer with the texts of the data in a language. Pages and pictures have them in the language of
 * their words, which the reader chooses; other answers only in one that the address names, as `lang=fr`. What is no
 * language is an error there.
 * @param make makes the routes, always in the same order
 */
export function speakRoutes(
  context: Context,
  make: (context: Context) => readonly DescribedRoute[],
): readonly DescribedRoute[] {
  const inLanguages = new Map<string, readonly DescribedRoute[]>();
  const routesIn = (language: string): readonly DescribedRoute[] => {
    let routes = inLanguages.get(language);
    if (!routes) inLanguages.set(language, (routes = make(speakIn(context, language))));
    return routes;
  };
  return make(context).map((route, at) => ({
    ...route,
    call: async (input) => {
      const language = languageOfData(input, route);
      if (language === null) return route.call(input);
      const outcome = await routesIn(language)[at]!.call(input);
      return "formats" in outcome ? { ...outcome, canonical: `${outcome.canonical}\nlang=${language}` } : outcome;
    },
  }));
}

/** Return the code of the language that texts of the data are wanted in; `null` for that of the data. */
function languageOfData(
  { format, parameters, language }: CallInput,
  { isInOwnLanguage = false }: DescribedRoute,
): string | null {
  if (format === undefined || !IN_LANGUAGES.has(format)) return readLanguage(parameters);
  if (isInOwnLanguage || isLanguage(parameters.get("lang"))) return readPageLanguage(parameters);
  return codeOfWords(language);
}

function readPageLanguage(parameters: Parameters): string | null {
  try {
    return readLanguage(parameters);
  } catch (error) {
    if (error instanceof InvalidQuery) return null;
    throw error;
  }
}
