import { described, arrayOf, object, refer, type Schema, TEXT } from "./schema.js";

export const PROBLEM_SCHEMAS: Readonly<Record<string, Schema>> = {
  Problem: object({
    errors: described({ ...arrayOf(TEXT), minItems: 1 }, "Everything that was wrong, a sentence each."),
  }),
};

interface Header {
  readonly description: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

/** Headers that responses have, by the name that the document refers to them by. */
export const HEADERS = {
  "Cache-Control": header("How it may be kept: by everybody, or by nobody what was read with a key.", true),
  ETag: header("Changes with the data and with everything else that shapes the body.", true),
  "Last-Modified": header("When the data last changed.", true),
  Vary: header("Request headers that shape the response.", true),
  "Access-Control-Allow-Origin": header("Pages of every origin may read it; on all but what becomes of forms."),
  "Access-Control-Expose-Headers": header("Headers that pages of other origins may read."),
  "X-Content-Type-Options": header("The type is as it is said to be.", true),
  "Content-Security-Policy": header("What a page may load; on HTML."),
  "Content-Disposition": header("A name to save the body under."),
  Link: header('The next page, with `rel="next"`, where there is one.'),
  Location: header("Where the answer is.", true),
  "WWW-Authenticate": header("`ApiKey`.", true),
  "Retry-After": header("Seconds after which to try again.", true),
  Allow: header("Methods that there are; with status 405."),
} satisfies Readonly<Record<string, Header>>;

export type HeaderName = keyof typeof HEADERS;

/** On every response that pages of other origins may read. */
export const COMMON_HEADERS: readonly HeaderName[] = [
  "Vary",
  "X-Content-Type-Options",
  "Access-Control-Allow-Origin",
  "Access-Control-Expose-Headers",
];

export function referToHeaders(names: readonly HeaderName[]): Schema {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The same of headers that some answers of a call do without. */
export function describeOptional(names: readonly HeaderName[]): Schema {
  return Object.fromEntries(names.map((name) => [name, { ...HEADERS[name], required: false }]));
}

/** Why a request was refused, by status; `default` is every other. */
const PROBLEMS: Readonly<Record<string, readonly [description: string, ...headers: HeaderName[]]>> = {
  400: ["The request cannot be understood, or names what is not there."],
  401: ["The dataset is private and no key was sent, or the key that was sent is nobody's.", "WWW-Authenticate"],
  403: ["The sender of the key is not one of the dataset's managers, or a change was asked for without HTTPS."],
  404: ["There is nothing here."],
  406: ["The suffix, or `Accept-Encoding`, asks for a form that is not there."],
  409: ["The present state rules it out: another load is running, or the mapping is another one."],
  413: ["The body is too large."],
  429: ["The client asks more often than this server lets it.", "Retry-After"],
  503: ["Too much is asked for at once, or it takes too long.", "Retry-After"],
  default: ["Anything else that is wrong: method, size of the request, or a fault of the server.", "Allow"],
};

export const PROBLEM_RESPONSES: Readonly<Record<string, Schema>> = Object.fromEntries(
  Object.entries(PROBLEMS).map(([status, [description, ...headers]]) => [
    problemName(status),
    {
      description,
      headers: referToHeaders(["Cache-Control", ...COMMON_HEADERS, ...headers, "Content-Security-Policy"]),
      content: {
        "application/json": { schema: refer("Problem") },
        "application/javascript": { schema: described(TEXT, "The JSON in a call of `callback`.") },
        "text/html": { schema: described(TEXT, "For browsers, but not under `/api`.") },
      },
    },
  ]),
);

export function referToProblem(status: string): Schema {
  return { $ref: `#/components/responses/${problemName(status)}` };
}

function problemName(status: string): string {
  return status === "default" ? "Problem" : `Problem${status}`;
}

function header(description: string, required?: true): Header {
  return { description, ...(required ? { required } : {}), schema: TEXT };
}
