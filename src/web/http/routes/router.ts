import type { Format } from "../../../calls/formats.js";
import { isSuffix } from "../request/representations.js";
import type { Route } from "../message/route.js";

/** The routes of one path that match a request. */
export interface Match {
  readonly routes: readonly Route[];
  /** Values of the template's named segments, unchanged. */
  readonly whole: ReadonlyMap<string, string>;
  /** The same without a known suffix of the last segment. */
  readonly segments: ReadonlyMap<string, string>;
  readonly suffix: Format | undefined;
  /** True if the suffix may also be part of a name. */
  readonly ambiguous: boolean;
}

export type Router = (segments: readonly string[]) => Match | undefined;

/** Create a router. If several templates match a path, literal segments win over tails, and tails over names. */
export function createRouter(routes: readonly Route[]): Router {
  const templates = [...new Set(routes.map((route) => route.path))].map((path) => {
    const group = routes.filter((route) => route.path === path);
    const resource = group.every((route) => route.kind === "resource");
    const formats = group.flatMap((route) => route.formats);
    return { path, formats, parts: path.split("/").slice(1).filter(Boolean).map(parsePart), routes: group, resource };
  });
  // Longer literals first: `/datasets.rss` may be a path of its own beside `/datasets`.
  templates.sort((a, b) => compareRanks(a.parts, b.parts) || b.path.length - a.path.length);

  return (segments) => {
    for (const { parts, formats, routes: group, resource } of templates) {
      if (parts.length !== segments.length) continue;
      const match = matchParts(parts, segments, resource ? formats : null);
      if (match) return { routes: group, ...match };
    }
    return undefined;
  };
}

/** A segment of a template: a literal (without a name), or a name with a literal tail, which may be empty. */
interface Part {
  readonly name: string | undefined;
  readonly text: string;
}

function parsePart(segment: string): Part {
  const [, name, tail] = /^\{(\w+)\}(.*)$/.exec(segment) ?? [];
  return name === undefined ? { name: undefined, text: segment } : { name, text: tail ?? "" };
}

function compareRanks(a: readonly Part[], b: readonly Part[]): number {
  const rank = (part: Part | undefined): number => (!part?.name ? 0 : part.text ? 1 : 2);
  const differing = a.findIndex((part, i) => rank(part) !== rank(b[i]));
  return differing < 0 ? 0 : rank(a[differing]) - rank(b[differing]);
}

function matchParts(
  parts: readonly Part[],
  segments: readonly string[],
  formats: readonly Format[] | null,
): Omit<Match, "routes"> | undefined {
  const last = segments.length - 1;
  const whole = new Map<string, string>();
  const stripped = new Map<string, string>();
  let suffix: Format | undefined;
  for (const [i, part] of parts.entries()) {
    const segment = segments[i] ?? "";
    let bare = segment;
    let value = take(part, segment);
    if (i === last && formats && (value === undefined || part.name)) {
      const split = splitSuffix(segment, formats);
      const without = split && take(part, split.name);
      if (split && without !== undefined) ({ suffix, name: bare } = split);
      value ??= without;
    }
    if (value === undefined) return undefined;
    if (!part.name) continue;
    whole.set(part.name, value);
    stripped.set(part.name, take(part, bare) ?? value);
  }
  return {
    whole,
    segments: stripped,
    suffix,
    ambiguous: suffix !== undefined && parts[last]?.name !== undefined && parts[last].text === "",
  };
}

/** Return the value that a segment gives a part, empty text for a literal; `undefined` if it does not match. */
function take({ name, text }: Part, segment: string): string | undefined {
  if (name === undefined) return segment === text ? "" : undefined;
  return segment.length > text.length && segment.endsWith(text)
    ? segment.slice(0, segment.length - text.length)
    : undefined;
}

function splitSuffix(segment: string, formats: readonly Format[]): { name: string; suffix: Format } | undefined {
  const dot = segment.lastIndexOf(".");
  const suffix = segment.slice(dot + 1);
  return dot > 0 && isSuffix(suffix, formats) ? { name: segment.slice(0, dot), suffix } : undefined;
}
