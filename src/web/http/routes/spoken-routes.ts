import { readLanguage, speakIn } from "../../../calls/reading/lookup/in-language.js";
import type { Context } from "../../../calls/context.js";
import type { DescribedRoute } from "../openapi/described-route.js";

/**
 * Make routes that answer with the texts of the data in the language that a request names, as `lang=fr`. A page that is
 * asked for in a language that is none is answered in the language of its reader.
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
      const language = readLanguage(input.parameters);
      if (language === null) return route.call(input);
      const outcome = await routesIn(language)[at]!.call(input);
      return "formats" in outcome ? { ...outcome, canonical: `${outcome.canonical}\nlang=${language}` } : outcome;
    },
  }));
}
