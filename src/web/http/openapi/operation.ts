import { type Format, formatsThat, IN_LANGUAGES, mediaTypeOf, WITHOUT_WARNINGS } from "../../../calls/formats.js";
import type { DescribedRoute } from "./described-route.js";
import type { Parameter, RouteDescription } from "../../../calls/route-description.js";
import {
  BOM_PARAMETER,
  inQuery,
  JSON_PARAMETERS,
  LENIENT_PARAMETER,
  referToParameter,
} from "../../../calls/shared-parameters.js";
import { describeScreen } from "./screen.js";
import {
  COMMON_HEADERS,
  type HeaderName,
  describeOptional,
  describeProblemOf,
  referToHeaders,
  PROBLEM,
  referToProblem,
} from "./responses.js";
import { ANY_OBJECT, described, type Schema, TEXT } from "../../../calls/schema.js";

/** Statuses of the errors with which a load may end. */
const ENDS_OF_RUNS: ReadonlySet<string> = new Set(["400", "503"]);

/** Formats whose bodies are no text. */
const BINARY = formatsThat(({ isBinary }) => isBinary);

/** Formats with a file name to save their bodies under. */
const DOWNLOADS = formatsThat(({ isDownload }) => isDownload);

const BYTES: Schema = { type: "string", format: "binary" };

/** Headers of files, of which parts may be requested. */
const FILE_HEADERS: readonly HeaderName[] = ["Accept-Ranges", "Repr-Digest"];

/** A path of a route: without a suffix, or with the suffix of one format. */
export interface Variant {
  readonly route: DescribedRoute;
  /** The formats of this path: all of the route, or that of the suffix. */
  readonly formats: readonly Format[];
  /** The format that the suffix names; `undefined` without a suffix. */
  readonly suffix: Format | undefined;
}

const OF_DAY =
  "Where the request names a version by a day, as `town@2026-11-22`: the same with the number of the version that was current at its end (UTC).";

/** Describe the operation of one method of one path. */
export function describeOperation({ route, formats, suffix }: Variant): Schema {
  const { id, tag, summary, details } = route.about;
  const suffixed = suffix === undefined ? id : `${id}As${suffix.charAt(0).toUpperCase()}${suffix.slice(1)}`;
  return {
    operationId: suffixed,
    tags: [tag],
    summary: suffix === undefined ? summary : `${summary} (${suffix.toUpperCase()})`,
    description: details,
    ...(route.about.screen
      ? describeScreen(route, route.about.screen, route.about.form?.files)
      : {
          parameters: listParameters(route, formats),
          ...(route.about.form ? { requestBody: describeForm(route.about) } : {}),
          ...(route.about.message ? { requestBody: describeMessage(route.about.message) } : {}),
          responses: describeResponses(route, formats),
          security: route.method === "GET" || route.about.isForAll ? [{}, { ApiKey: [] }] : [{ ApiKey: [] }],
        }),
  };
}

function listParameters(route: DescribedRoute, formats: readonly Format[]): readonly Schema[] {
  const segments = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => referToParameter(name!));
  const own = [
    ...(route.about.parameters ?? []),
    ...(route.kind === "api" && formats.length > 1 ? [formatOf(formats)] : []),
  ];
  const ofJson = formats.includes("json") ? JSON_PARAMETERS.map(({ name }) => referToParameter(name)) : [];
  const ofCsv = formats.includes("csv") ? [referToParameter(BOM_PARAMETER.name)] : [];
  const ofData = formats.some((format) => WITHOUT_WARNINGS.has(format))
    ? [referToParameter(LENIENT_PARAMETER.name)]
    : [];
  return [...segments, ...own.map(inQuery), ...ofJson, ...ofCsv, ...ofData];
}

function describeMessage(schema: Schema): Schema {
  return { required: true, content: { "application/json": { schema } } };
}

/** Describe the form in which the parameters may be sent instead of in the URL. */
function describeForm({ parameters = [], form }: RouteDescription): Schema {
  const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
  const files = Object.fromEntries(form!.files.map((name) => [name, BYTES]));
  return {
    content: {
      "application/x-www-form-urlencoded": { schema: { type: "object", properties } },
      "multipart/form-data": { schema: { type: "object", properties: { ...properties, ...files } } },
    },
  };
}

/** Describe the parameter that chooses the format of an `/api` call. */
function formatOf(formats: readonly Format[]): Parameter {
  return { name: "format", description: "Format of the answer.", schema: { enum: formats, default: "json" } };
}

/** Name the header of the language of formats, if they have one. */
function languageOf(formats: readonly Format[]): readonly HeaderName[] {
  return formats.some((format) => IN_LANGUAGES.has(format)) ? ["Content-Language"] : [];
}

function describeResponses(route: DescribedRoute, formats: readonly Format[]): Schema {
  const { redirect } = route.about;
  const own = formats.filter((format) => !redirect?.formats.includes(format));
  const answers: Record<string, Schema> = {};
  if (own.length > 0) {
    answers["200"] = describeAnswer(route, own);
    if (route.method === "GET") {
      answers["304"] = {
        description: "Not modified: the client has the current version.",
        headers: referToHeaders([
          "Cache-Control",
          "ETag",
          ...lastModifiedOf(route),
          ...languageOf(own),
          ...COMMON_HEADERS,
        ]),
      };
    }
  }
  const { accepted, silent, message, json } = route.about;
  if (accepted) {
    answers["202"] = {
      description: "Accepted: the work goes on after this answer.",
      headers: referToHeaders(["Location", "Cache-Control", ...COMMON_HEADERS]),
      content: describeJson(accepted),
    };
  }
  if (silent !== undefined) {
    answers["202"] = { description: silent, headers: referToHeaders(["Cache-Control", ...COMMON_HEADERS]) };
  }
  if (redirect && (own.length < formats.length || formats.length === 0)) {
    const headers = referToHeaders(["Location", "Cache-Control", ...COMMON_HEADERS]);
    answers["302"] = { description: redirect.to, headers };
  }
  if (namesVersion(route)) {
    const to = answers["302"] ? `${redirect!.to} ${OF_DAY}` : OF_DAY;
    answers["302"] = { description: to, headers: referToHeaders(["Location", "Cache-Control", ...COMMON_HEADERS]) };
  }
  for (const status of listRefusals(route, own.length > 0)) {
    answers[status] = accepted && ENDS_OF_RUNS.has(status) ? describeFailedRun(status) : referToProblem(status);
  }
  if (route.about.isFile) {
    const whole = answers["200"] as { readonly headers: Schema; readonly content: Schema };
    const part = { ...whole.headers, ...referToHeaders(["Content-Range"]) };
    answers["206"] = { ...whole, description: "The part that `Range` requests.", headers: part };
    const none = referToHeaders(["Cache-Control", "ETag", "Last-Modified", "Content-Range", ...COMMON_HEADERS]);
    answers["416"] = { description: "The file has no such part.", headers: none };
  }
  if (message && json) answers["400"] = describeRefusedMessage(json);
  return answers;
}

/** Describe an error that may be that of a run that the client waited for; `Location` then has its URL. */
function describeFailedRun(status: string): Schema {
  const { headers, ...problem } = describeProblemOf(status);
  return { ...problem, headers: { ...(headers as Schema), ...describeOptional(["Location"]) } };
}

/** Describe the answer to a message that cannot be read: an error of its own protocol, or that of any call. */
function describeRefusedMessage(json: Schema): Schema {
  const { content, ...problem } = describeProblemOf("400");
  const either = { "application/json": { schema: { anyOf: [json, PROBLEM] } } };
  return { ...problem, content: { ...(content as Schema), ...either } };
}

function lastModifiedOf({ about }: DescribedRoute): readonly HeaderName[] {
  return about.isOfNow ? [] : ["Last-Modified"];
}

function describeAnswer(route: DescribedRoute, formats: readonly Format[]): Schema {
  const { summary, paged, maySayOnce, maySayWarnings, accepted, downloads = [], json = TEXT, bodies } = route.about;
  const headers: HeaderName[] = ["Cache-Control", ...COMMON_HEADERS];
  const validators: HeaderName[] = route.method === "GET" ? ["ETag", ...lastModifiedOf(route)] : [];
  if (!maySayOnce) headers.push(...validators);
  if (accepted) headers.push("Location");
  if (maySayWarnings && formats.some((format) => WITHOUT_WARNINGS.has(format))) headers.push("Spendcube-Warnings");
  if (paged || isOfVersion(route)) headers.push("Link");
  if (formats.some((format) => DOWNLOADS.has(format) || downloads.includes(format)))
    headers.push("Content-Disposition");
  if (formats.includes("html") || formats.includes("svg")) headers.push("Content-Security-Policy");
  headers.push(...languageOf(formats));
  const content = formats.flatMap((format): [string, Schema][] => {
    if (format === "json") return Object.entries(describeJson(json));
    return [[mediaTypeOf(format), { schema: describeBody(format, bodies?.[format]) }]];
  });
  const described = {
    ...referToHeaders(headers),
    ...(maySayOnce && describeOptional(validators)),
    ...(route.about.isFile && referToHeaders(FILE_HEADERS)),
  };
  return { description: summary, headers: described, content: Object.fromEntries(content) };
}

function describeJson(schema: Schema): Readonly<Record<string, Schema>> {
  return {
    "application/json": { schema },
    "application/javascript": { schema: described(TEXT, "The JSON wrapped in a call of `callback`.") },
  };
}

function describeBody(format: Format, description: string | undefined): Schema {
  const schema = BINARY.has(format) ? BYTES : format === "jsonld" ? ANY_OBJECT : TEXT;
  if (description !== undefined) return described(schema, description);
  return format === "html" ? described(schema, "An HTML page.") : schema;
}

/** List the statuses of errors. All others are covered by `default`. */
function listRefusals(route: DescribedRoute, hasBody: boolean): readonly string[] {
  const { path, kind, about } = route;
  const { statuses = [] } = about;
  const found = new Set([
    "400",
    "401",
    ...(hasBody ? ["406", "503"] : []),
    ...(about.isUnlimited ? [] : ["429"]),
    ...statuses.map(String),
  ]);
  const isOfDataset = path.includes("{dataset}");
  if (isOfDataset || (namesDataset(route) && !about.isForAll)) found.add("403");
  if (isOfDataset && kind === "resource") found.add("404");
  if (namesVersion(route)) found.add("410");
  return [...[...found].toSorted(), "default"];
}

function isOfVersion({ readsOnly, about }: DescribedRoute): boolean {
  return readsOnly === true || about.isOfVersion === true;
}

function namesDataset({ path, about }: DescribedRoute): boolean {
  return path.includes("{dataset}") || (about.parameters?.some(({ name }) => name === "dataset") ?? false);
}

/** True if a request may name a version of a dataset. */
function namesVersion(route: DescribedRoute): boolean {
  return namesDataset(route) && isOfVersion(route) && !route.about.isOfAllVersions;
}
