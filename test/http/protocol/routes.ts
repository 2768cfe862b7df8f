import type { Chunks, Redirect } from "#src/calls/answer.js";
import type { Format } from "#src/calls/formats.js";
import {
  BadSource,
  Conflict,
  Forbidden,
  EngineUnreachable,
  InvalidModel,
  InvalidQuery,
  NotFound,
  OverCapacity,
  Unauthenticated,
} from "#src/core/errors/errors.js";
import type { Accepted, CallInput, RouteOutcome, Route } from "#src/web/http/message/route.js";

export const LAST_MODIFIED = new Date("2020-02-03T04:05:06.789Z");

const REFUSALS = {
  BadSource,
  Conflict,
  Forbidden,
  EngineUnreachable,
  InvalidModel,
  InvalidQuery,
  NotFound,
  OverCapacity,
  Unauthenticated,
} as const;

/** Text of about 200 KB that compresses well and is not ASCII. */
export const LARGE = JSON.stringify(Array.from({ length: 5000 }, (_, i) => ({ id: i, label: `Straße № ${i} 😀` })));

/** Calls of every shape that a route can have, small enough to be read here. */
export const ROUTES: readonly Route[] = [
  api("/api/2/cells", ["json", "csv", "ndjson", "arrow"], ({ parameters }) => ({
    json: '{"summary":{"amount":12.5},"drilldown":[]}',
    csv: "amount\r\n12.5\r\n",
    canonical: `cells ${parameters.get("cut") ?? ""} ${parameters.get("page") ?? ""}`,
    nextPage: parameters.get("page") === "last" ? undefined : 3,
  })),
  api("/api/2/echo", ["json"], (input) => ({
    json: JSON.stringify({
      q: input.parameters.get("q") ?? null,
      a: input.parameters.all("a"),
      cut: input.parameters.get("cut") ?? null,
      origin: input.origin,
      secure: input.secure,
      remoteAddress: input.remoteAddress,
    }),
  })),
  api("/api/2/large", ["json", "csv"], () => ({ json: LARGE, csv: LARGE })),
  api("/api/2/unbreakable", ["json"], () => ({ json: '["\u2028\u2029"]' })),
  api("/api/2/private", ["json"], ({ actor }) => {
    if (actor.name === null) throw new Unauthenticated("This dataset is private");
    return { json: JSON.stringify(actor.name), public: false };
  }),
  api("/api/2/refuse", ["json"], ({ parameters }) => {
    throw new REFUSALS[parameters.get("family") as keyof typeof REFUSALS](["One fault.", "<b>Another</b>."]);
  }),
  api("/api/2/bug", ["json"], () => {
    throw new TypeError("a secret of the program");
  }),
  api("/api/2/named", ["csv", "json"], ({ parameters }) => ({
    json: "{}",
    csv: "a\r\n",
    filename: parameters.get("filename"),
  })),
  {
    ...api("/api/2/new", ["json"], () => ({ json: "{}" })),
    method: "POST",
    call: async ({ body, parameters }) => {
      const bytes = parameters.get("read") === "no" ? 0 : (await body()).length;
      return { accepted: JSON.stringify({ bytes }), location: "/cra/sources/1" };
    },
  },
  resource("/", [], () => ({ redirect: "/datasets" })),
  resource("/datasets", ["html", "json", "csv"], () => ({ html: "<h1>All</h1>", json: "[]", csv: "name\r\n" })),
  resource("/away", ["json"], ({ format, parameters }) => ({
    redirect: `/to?format=${format}&q=${parameters.get("q") ?? ""}`,
  })),
  resource("/{dataset}", ["html", "json"], ({ segments }) => ({
    json: JSON.stringify(Object.fromEntries(segments)),
    html: "<h1>x</h1>",
  })),
  resource("/{dataset}/model", ["json"], () => ({ json: '"model"' })),
  resource("/{dataset}/{dimension}", ["html", "json"], ({ segments }) => ({
    json: JSON.stringify(Object.fromEntries(segments)),
    html: "<h1>x</h1>",
  })),
  resource("/{dataset}/{dimension}.distinct", ["json"], ({ segments }) => ({
    json: JSON.stringify(["distinct", segments.get("dimension")]),
  })),
  {
    ...resource("/{dataset}/{dimension}/{name}", ["json", "csv"], ({ segments }) => ({
      json: JSON.stringify(segments.get("name")),
      csv: `${segments.get("name")}\r\n`,
    })),
    isWholeName: async ({ segments }) => segments.get("name") === "really.csv",
  },
];

/** A route to whatever a test wants to do itself. */
export function custom(path: string, call: Route["call"], more: Partial<Route> = {}): Route {
  return { method: "GET", path, kind: "api", formats: ["json"], call, ...more };
}

/** A route that sends chunks as JSON. */
export function streaming(path: string, chunks: (input: CallInput) => Chunks): Route {
  return custom(path, (input) => ({
    version: "1",
    lastModified: LAST_MODIFIED,
    canonical: path,
    public: true,
    formats: { json: async () => ({ chunks: chunks(input) }) },
  }));
}

interface Content extends Partial<Record<Format, string>> {
  readonly canonical?: string;
  readonly public?: boolean;
  readonly nextPage?: number | undefined;
  readonly filename?: string | undefined;
}

type Made = Content | Extract<RouteOutcome, Redirect | Accepted>;

function api(path: string, formats: readonly Format[], make: (input: CallInput) => Made): Route {
  return { method: "GET", path, kind: "api", formats, call: (input) => answer(formats, make(input)) };
}

function resource(path: string, formats: readonly Format[], make: (input: CallInput) => Made): Route {
  return { ...api(path, formats, make), kind: "resource" };
}

function answer(formats: readonly Format[], made: Made): RouteOutcome {
  if ("redirect" in made || "accepted" in made) return made;
  const { nextPage, filename } = made;
  const body = (text: string) => async () => ({
    chunks: [text],
    ...(nextPage === undefined ? {} : { nextPage }),
    ...(filename === undefined ? {} : { filename }),
  });
  return {
    version: "7",
    lastModified: LAST_MODIFIED,
    canonical: made.canonical ?? JSON.stringify(made),
    public: made.public ?? true,
    formats: Object.fromEntries(formats.map((format) => [format, body(made[format] ?? "")])),
  };
}
