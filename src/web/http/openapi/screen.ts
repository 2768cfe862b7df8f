import type { DescribedRoute } from "./described-route.js";
import { inQuery, referToParameter } from "../../../calls/shared-parameters.js";
import { HEADERS, type HeaderName } from "./responses.js";
import { object, refer, type Schema, TEXT } from "../../../calls/schema.js";

/**
 * Describe the request and the responses of a page for one browser session.
 * @param fields fields of the form
 * @param files fields of the form that are files
 */
export function describeScreen(
  { method, path, about }: DescribedRoute,
  fields: Readonly<Record<string, Schema>>,
  files: readonly string[] = [],
): Schema {
  return {
    parameters: [
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => referToParameter(name!)),
      ...(about.parameters ?? []).map(inQuery),
    ],
    ...(method === "POST" ? { requestBody: describeForm(fields, files) } : {}),
    responses: {
      ...(method === "GET" ? { "200": answer("The page.") } : {}),
      "303": {
        description: "Redirect to the next page.",
        headers: inline(
          "Location",
          "Cache-Control",
          "Vary",
          "X-Content-Type-Options",
          "Strict-Transport-Security",
          "Set-Cookie",
        ),
      },
      default: {
        ...answer("The page with messages about what is wrong, or an error."),
        content: { ...HTML, "application/json": { schema: refer("Problem") } },
      },
    },
    security: [{}],
  };
}

const HTML = { "text/html": { schema: TEXT } };

/** Describe a form. Every form has a `token`, which was shown with it. */
function describeForm(fields: Readonly<Record<string, Schema>>, files: readonly string[]): Schema {
  const type = files.length > 0 ? "multipart/form-data" : "application/x-www-form-urlencoded";
  const parts = Object.fromEntries(files.map((name) => [name, { type: "string", format: "binary" }]));
  return {
    required: true,
    content: { [type]: { schema: object({ token: TEXT, ...fields, ...parts }) } },
  };
}

function answer(description: string): Schema {
  const headers = inline(
    "Cache-Control",
    "Vary",
    "Content-Language",
    "X-Content-Type-Options",
    "Strict-Transport-Security",
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

/** Describe optional headers in place. */
function inline(...names: readonly (HeaderName | "Set-Cookie")[]): Schema {
  const cookie = { description: "The session cookie.", schema: TEXT };
  return Object.fromEntries(
    names.map((name) => {
      if (name === "Set-Cookie") return [name, cookie];
      const { description, schema } = HEADERS[name];
      return [name, { description, schema }];
    }),
  );
}
