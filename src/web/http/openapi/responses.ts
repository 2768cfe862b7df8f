import { ERROR_CODES } from "../../../core/errors/error-text.js";
import { arrayOf, described, mapOf, object, optional, refer, type Schema, TEXT } from "../../../calls/schema.js";

export const PROBLEM_SCHEMAS: Readonly<Record<string, Schema>> = {
  Problem: optional(
    object({
      errors: described({ ...arrayOf(TEXT), minItems: 1 }, "Everything that is wrong, one sentence each."),
      codes: described(
        {
          ...arrayOf(
            object({
              code: described({ enum: [...ERROR_CODES, "other"] }, "Which of the errors that docs/errors.md lists."),
              values: mapOf(TEXT),
            }),
          ),
          minItems: 1,
        },
        "The same for programs, one for each error, in its order: `unknown_dimension` and what it is about. Sentences may be reworded, codes stay.",
      ),
    }),
    {
      status: described({ enum: ["error"] }, "Under `/api/3` only."),
      message: described(TEXT, "The same as one text; under `/api/3` only."),
      version: described({ type: "integer" }, "With 410 only: the number of the version."),
      num_entries: described({ type: "integer" }, "With 410 only: the number of entries that it had."),
      totals: described(
        { type: ["object", "null"], additionalProperties: TEXT },
        "With 410 only: the sum of each measure that it had, with all digits; `null` if not known.",
      ),
    },
  ),
};

/** Schema of the body of an error. */
export const PROBLEM: Schema = refer("Problem");

interface Header {
  readonly description: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

/** Headers of responses, by name. */
export const HEADERS = {
  "Cache-Control": header(
    "How the response may be cached: by everybody, or not at all if it was read with a key.",
    true,
  ),
  ETag: header("Entity tag; changes with the data and with everything else that the body depends on.", true),
  "Last-Modified": header("Time of the last change of the data.", true),
  Vary: header("Request headers that the response depends on.", true),
  "Access-Control-Allow-Origin": header("`*`: pages of every origin may read the response. Replies to forms lack it."),
  "Access-Control-Expose-Headers": header("Headers that pages of other origins may read."),
  "Content-Language": header("Language of the words, as an ISO 639-1 code; pages and pictures only."),
  "X-Content-Type-Options": header("`nosniff`: the content type is as declared.", true),
  "Content-Security-Policy": header("What a page or a picture may load; HTML and SVG only."),
  "Strict-Transport-Security": header("HTTPS only, from now on; sent by servers that speak HTTPS themselves."),
  "Content-Disposition": header("File name to save the body under."),
  Link: header(
    'URL of the next page, with `rel="next"`, unless it is the last. Answers about one version of a public dataset: the same answer for ever, with `rel="cite-as"`; where the request names the version, also `rel="latest-version"` and `rel="predecessor-version"`. Links beyond 2 kB are left out.',
  ),
  "Spendcube-Warnings": header(
    "Warnings of an answer whose format cannot show them: a JSON array of sentences, in which everything but printable ASCII, and `%`, is percent-encoded.",
  ),
  "Accept-Ranges": header("`bytes`: `Range` requests a part of the file."),
  "Content-Range": header("Place of the part in the file, or the length of the file.", true),
  "Repr-Digest": header("SHA-256 of the whole file (RFC 9530)."),
  Location: header("URL of the answer, or of the run of a load.", true),
  "WWW-Authenticate": header("`ApiKey`.", true),
  "Retry-After": header("Seconds to wait before the next attempt.", true),
  Allow: header("Methods of the path; with status 405."),
} satisfies Readonly<Record<string, Header>>;

export type HeaderName = keyof typeof HEADERS;

/** Headers of every response that pages of other origins may read. */
export const COMMON_HEADERS: readonly HeaderName[] = [
  "Vary",
  "X-Content-Type-Options",
  "Strict-Transport-Security",
  "Access-Control-Allow-Origin",
  "Access-Control-Expose-Headers",
];

export function referToHeaders(names: readonly HeaderName[]): Schema {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Describe headers that only some answers of a call have. */
export function describeOptional(names: readonly HeaderName[]): Schema {
  return Object.fromEntries(names.map((name) => [name, { ...HEADERS[name], required: false }]));
}

/** Descriptions of errors by status; `default` covers all others. */
const PROBLEMS: Readonly<Record<string, readonly [description: string, ...headers: HeaderName[]]>> = {
  400: ["The request is malformed, or names something that does not exist."],
  401: ["The dataset is private and the request has no key, or the key is unknown.", "WWW-Authenticate"],
  403: ["The user of the key does not manage the dataset, or a change was requested without HTTPS."],
  404: ["There is nothing at this path."],
  406: ["The suffix, or `Accept-Encoding`, requests a format that is not available."],
  409: ["The present state does not allow it: another load is running, or the mapping differs."],
  410: [
    "The data of the version is no longer kept, or was purged: `version`, `num_entries` and `totals` say what it had.",
  ],
  413: ["The body is too large."],
  429: ["The client exceeds its rate limit.", "Retry-After"],
  501: ["The format is not answered."],
  503: ["The server is overloaded, or the answer takes too long.", "Retry-After"],
  default: ["Any other error: method, size of the request, or an internal error.", "Allow"],
};

export const PROBLEM_RESPONSES: Readonly<Record<string, Schema>> = Object.fromEntries(
  Object.entries(PROBLEMS).map(([status, [description, ...headers]]) => [
    problemName(status),
    {
      description,
      headers: referToHeaders([
        "Cache-Control",
        ...COMMON_HEADERS,
        ...headers,
        "Content-Language",
        "Content-Security-Policy",
      ]),
      content: {
        "application/json": { schema: PROBLEM },
        "application/javascript": { schema: described(TEXT, "The JSON wrapped in a call of `callback`.") },
        "text/html": { schema: described(TEXT, "A page, for browsers; never under `/api`.") },
      },
    },
  ]),
);

/** Return the description of an error answer, for one that differs. */
export function describeProblemOf(status: string): Schema {
  return PROBLEM_RESPONSES[problemName(status)]!;
}

export function referToProblem(status: string): Schema {
  return { $ref: `#/components/responses/${problemName(status)}` };
}

function problemName(status: string): string {
  return status === "default" ? "Problem" : `Problem${status}`;
}

function header(description: string, required?: true): Header {
  return { description, ...(required ? { required } : {}), schema: TEXT };
}
