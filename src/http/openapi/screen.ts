import type { Route } from "../route.js";
import { HEADERS, type HeaderName } from "./responses.js";
import { object, refer, type Schema, TEXT } from "./schema.js";

/**
 * What is sent to a page for one browser and what comes back.
 * @param fields of the form
 */
export function describeScreen(method: Route["method"], fields: Readonly<Record<string, Schema>>): Schema {
  return {
    parameters: [],
    ...(method === "POST" ? { requestBody: describeForm(fields) } : {}),
    responses: {
      ...(method === "GET" ? { "200": answer("The page.") } : {}),
      "303": {
        description: "What to show next.",
        headers: inline("Location", "Cache-Control", "Vary", "X-Content-Type-Options", "Set-Cookie"),
      },
      default: {
        ...answer("The page with what was wrong, or an error."),
        content: { ...HTML, "application/json": { schema: refer("Problem") } },
      },
    },
    security: [{}],
  };
}

const HTML = { "text/html": { schema: TEXT } };

/** Every form has the token that was shown with it. */
function describeForm(fields: Readonly<Record<string, Schema>>): Schema {
  return {
    required: true,
    content: { "application/x-www-form-urlencoded": { schema: object({ token: TEXT, ...fields }) } },
  };
}

function answer(description: string): Schema {
  const headers = inline(
    "Cache-Control",
    "Vary",
    "X-Content-Type-Options",
    "Content-Security-Policy",
    "Set-Cookie",
    "WWW-Authenticate",
    "Retry-After",
    "Allow",
    "Access-Control-Allow-Origin",
    "Access-Control-Expose-Headers",
  );
  return { description, headers, content: HTML };
}

/** Headers that may be there. */
function inline(...names: readonly (HeaderName | "Set-Cookie")[]): Schema {
  const cookie = { description: "The session of the browser.", schema: TEXT };
  return Object.fromEntries(
    names.map((name) => {
      if (name === "Set-Cookie") return [name, cookie];
      const { description, schema } = HEADERS[name];
      return [name, { description, schema }];
    }),
  );
}
