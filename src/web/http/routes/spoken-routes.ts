import { InvalidQuery } from "../../../core/errors/errors.js";
import type { Parameters } from "../../../core/query/parameters.js";
import { readLanguage, speakIn } from "../../../calls/reading/lookup/in-language.js";
import type { Context } from "../../../calls/context.js";
import type { DescribedRoute } from "../openapi/described-route.js";

/**
 * Make routes that answer with the texts of the data in the language that a request names, as `lang=fr`. What is
 * no language is an error, but for pages, which stay as they are.
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
      const language = input.format === "html" ? readPageLanguage(input.parameters) : readLanguage(input.parameters);
      if (language === null) return route.call(input);
      const outcome = await routesIn(language)[at]!.call(input);
      return "formats" in outcome ? { ...outcome, canonical: `${outcome.canonical}\nlang=${language}` } : outcome;
    },
  }));
}

function readPageLanguage(parameters: Parameters): string | null {
  try {
    return readLanguage(parameters);
  } catch (error) {
    if (error instanceof InvalidQuery) return null;
    throw error;
  }
}
