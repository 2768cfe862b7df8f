import { request, type Response } from "../client.js";

interface Kept {
  readonly response: Response;
  readonly asked: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string | undefined>>;
}

/**
 * A small model of a cache that readers share and that does what RFC 9111 says: it selects what it keeps by `Vary`, gives it
 * to others while it is fresh, and asks whether it is still right when it is not, with the headers of the reader who wants it.
 */
export class SharedCache {
  readonly #kept = new Map<string, Kept[]>();
  /** Number of replies that were given without asking. */
  given = 0;

  constructor(readonly origin: string) {}

  async get(path: string, asked: Readonly<Record<string, string>>): Promise<Response> {
    const all = this.#kept.get(path) ?? [];
    const kept = all.findLast((each) => isFor(each, asked));
    if (kept && isFresh(kept)) {
      this.given++;
      return { ...kept.response, headers: kept.headers };
    }
    const tag = kept?.headers["etag"];
    const response = await request(this.origin + path, {
      headers: { ...asked, ...(tag === undefined ? {} : { "if-none-match": tag }) },
    });
    if (kept && response.status === 304) {
      // The headers of the reply replace those that are kept (RFC 9111, 3.2).
      kept.headers = { ...kept.headers, ...response.headers };
      return { ...kept.response, headers: kept.headers };
    }
    if (/\bpublic\b/.test(response.headers["cache-control"] ?? ""))
      this.#kept.set(path, [...all, { response, asked, headers: response.headers }]);
    return response;
  }
}

/** True if the headers that `Vary` names are those of the request that brought the reply (RFC 9111, 4.1). */
function isFor({ headers, asked: first }: Kept, asked: Readonly<Record<string, string>>): boolean {
  const names = (headers["vary"] ?? "").toLowerCase().split(/\s*,\s*/);
  return names.every((name) => name !== "*" && first[name] === asked[name]);
}

function isFresh({ headers }: Kept): boolean {
  return Number(/max-age=(\d+)/.exec(headers["cache-control"] ?? "")?.[1] ?? 0) > 0;
}
