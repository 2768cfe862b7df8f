import type { Answer, Redirect, Resource } from "../api/answer.js";
import { withNext } from "../api/answer.js";
import { renderPage } from "../pages/render.js";

/** Give the page of a resource the form of its HTML. */
export function withPage(found: Resource | Answer | Redirect): Answer | Redirect {
  if (!("page" in found)) return found;
  const { page, ...answer } = found;
  return {
    ...answer,
    forms: {
      ...answer.forms,
      html: async () => {
        const shown = await page();
        return { chunks: [renderPage(shown)], ...withNext(shown.kind === "entries" ? shown.nextPage : undefined) };
      },
    },
  };
}
