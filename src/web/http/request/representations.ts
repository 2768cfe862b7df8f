import { errorText } from "../../../core/errors/error-text.js";
import Negotiator from "negotiator";
import { type Format, FORMATS, formatsThat } from "../../../calls/formats.js";
import { didYouMean } from "../../../core/model/nearest.js";
import { InvalidQuery, type UserError } from "../../../core/errors/errors.js";
import type { HttpRequest } from "../message/message.js";
import { NotAcceptable } from "../message/refusals.js";
import type { Route } from "../message/route.js";
import type { RequestTarget } from "./target.js";

/** Formats that a suffix of any path can name. Any other suffix is part of a name, unless the path has that format. */
const ALWAYS = formatsThat(({ suffix }) => suffix === "always");

/** Formats that a suffix can name where the path has them. */
const RARE = formatsThat(({ suffix }) => suffix === "rare");

/** Formats of `/api` calls that `Accept` can choose. */
const ACCEPTED = formatsThat(({ isAccepted }) => isAccepted);

/** True if a text names a format as a suffix. @param formats formats that the path has */
export function isSuffix(text: string, formats: readonly Format[]): text is Format {
  const rare = formats.filter((format) => RARE.has(format));
  return [...ALWAYS, ...rare].some((suffix) => suffix === text);
}

/** The parts of a request that say which format the client wants. */
export interface FormatRequest {
  readonly kind: Route["kind"];
  readonly format: string | undefined;
  readonly suffix: Format | undefined;
  readonly accept: string | undefined;
}

export function readFormatRequest(
  { kind }: Route,
  suffix: Format | undefined,
  target: RequestTarget,
  request: HttpRequest,
): FormatRequest {
  return { kind, suffix, format: target.parameters.get("format"), accept: request.headers.get("accept") };
}

/**
 * Choose the format to answer in; `undefined` when a suffix or `format` names none of those available. An `/api` call
 * answers JSON unless `format` (ignored without a choice) names another format, or `Accept` prefers one of `ACCEPTED`.
 * A resource goes by its suffix, else by `Accept`; if `Accept` names none available, it gets HTML, or JSON if there is
 * no HTML.
 */
export function findFormat(
  available: readonly string[],
  { kind, format, suffix, accept }: FormatRequest,
): Format | undefined {
  const formats = orderFormats(available);
  if (kind === "api") {
    if (format !== undefined && formats.length > 1) return find(formats, format);
    return (
      preferredFormat(
        accept,
        [...ACCEPTED].filter((format) => formats.includes(format)),
      ) ?? "json"
    );
  }
  if (suffix !== undefined) return find(formats, suffix);
  return preferredFormat(accept, formats) ?? find(formats, "html") ?? find(formats, "json") ?? formats[0];
}

function preferredFormat(accept: string | undefined, formats: readonly Format[]): Format | undefined {
  const types = formats.map((format) => FORMATS[format].type);
  const best = preferredType(accept, types);
  return best === undefined ? undefined : formats[types.findIndex((type) => type === best)];
}

/** Return the error for a request that `findFormat` found no format for. */
export function refuseFormat(available: readonly string[], { kind, format, suffix }: FormatRequest): UserError {
  const formats = orderFormats(available);
  return kind === "api"
    ? new InvalidQuery(
        errorText("unknown_format", { format, known: formats.join(", "), remedy: didYouMean(format ?? "", formats) }),
      )
    : new NotAcceptable(
        errorText("no_such_suffix", { suffix, available: formats.map((format) => `.${format}`).join(", ") }),
      );
}

/** Choose the best of some media types for an `Accept` header; `undefined` when it accepts none of them. */
export function preferredType(accept: string | undefined, types: readonly string[]): string | undefined {
  return accept === undefined ? types[0] : new Negotiator({ headers: { accept } }).mediaType(types);
}

function orderFormats(available: readonly string[]): readonly Format[] {
  return (Object.keys(FORMATS) as Format[]).filter((format) => available.includes(format));
}

function find(formats: readonly Format[], name: string): Format | undefined {
  return formats.find((format) => format === name);
}
