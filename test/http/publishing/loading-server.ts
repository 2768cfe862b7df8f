import { openVersions } from "#src/calls/reading/lookup/open-versions.js";
import type { OpenVersions } from "#src/web/http/handler-settings.js";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { fastDirectory } from "../../fast-directory.js";
import { join } from "node:path";
import assert from "node:assert/strict";
import { type Actor, ANONYMOUS } from "#src/access/actor.js";
import type { Loads } from "#src/calls/publishing/loads/loads.js";
import { Unauthenticated } from "#src/core/errors/errors.js";
import { makeRoutes } from "#src/features/features.js";
import type { ServerContext } from "#src/web/http/session/server-context.js";
import type { ServerSettings } from "#src/web/http/start-server.js";
import { plainFormat } from "../../reference/builder.js";
import { ShapeFolder } from "#src/store/shape-folder.js";
import { Catalog } from "#src/store/catalog.js";
import { USUAL_KEEPING } from "#src/store/versions.js";
import { accountCalled } from "../../unit/store/accounts.js";
import { contextOf, loadsOf } from "../../fixtures.js";
import { request, type RequestOptions, type Response } from "../client.js";
import { type Document, DocumentChecker } from "../protocol/document.js";
import { startTestServer } from "../server.js";

export interface Body {
  readonly status: number;
  readonly headers: Response["headers"];
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever JSON the server answers
  readonly json: any;
}

/** A server that datasets are loaded into, and one with files to load. Every answer is checked against the document. */
export interface LoadingServer {
  readonly url: string;
  readonly directory: string;
  readonly context: ServerContext;
  readonly files: FileServer;
  /** Request a path as a user; `null`: anonymously. */
  ask(user: string | null, method: string, path: string, options?: RequestOptions): Promise<Body>;
  /** `POST /api/2/new` with parameters in the URL. */
  load(user: string | null, parameters: Readonly<Record<string, string>>): Promise<Body>;
  /** The same, waited for. */
  loaded(user: string, parameters: Readonly<Record<string, string>>): Promise<Body>;
  /** The run of an accepted load, when it is over. */
  end(user: string | null, accepted: Body): Promise<Body["json"]>;
  stop(): Promise<void>;
}

export interface LoadingOptions {
  readonly loads?: (catalog: Catalog) => Partial<Loads>;
  readonly server?: Partial<ServerSettings>;
  readonly hidePrivate?: boolean;
  readonly keepsSources?: boolean;
}

const USERS = ["ada", "bob", "admin"];

/** A server on a free port with a data directory of its own, and the users `ada`, `bob` and `admin`. */
export async function startLoading({
  loads,
  server: settings,
  hidePrivate,
  keepsSources: sources = false,
}: LoadingOptions = {}): Promise<LoadingServer> {
  const directory = await mkdtemp(join(fastDirectory(), "spendcube-"));
  const keeping = { ...USUAL_KEEPING, sources };
  const catalog = await Catalog.open(join(directory, "data"), plainFormat, undefined, keeping);
  for (const name of USERS) await catalog.addAccount(accountCalled(name, { id: name, admin: name === "admin" }));
  const download = { directory: join(directory, "downloads"), privateAddresses: true };
  const context = contextOf([], {
    catalog,
    loads: loadsOf(catalog, { download, ...loads?.(catalog) }),
    hidePrivate: hidePrivate ?? false,
    shapes: new ShapeFolder(join(directory, "data")),
  });
  const routes = makeRoutes(context);
  const openThem: OpenVersions = (actor, names) => openVersions(catalog, actor, names);
  const server = await startTestServer(routes, { authenticate, openVersions: openThem, ...settings });
  const files = await startFileServer();
  const document = JSON.parse((await request(`${server.url}/openapi.json`)).text) as Document;
  const checker = new DocumentChecker(document);

  const check = (method: string, path: string, response: Response): void => {
    const segments = path.split("?")[0]!.split("/");
    const known = Object.keys(document.paths).find((template) => {
      const parts = template.split("/");
      const fits = (part: string, at: number): boolean => {
        const pattern = part.replaceAll(".", "\\.").replace(/\{\w+\}/, "[^/.]+");
        return new RegExp(`^${pattern}$`).test(segments[at]!);
      };
      return parts.length === segments.length && /sources|new/.test(template) && parts.every(fits);
    });
    if (known && document.paths[known]![method.toLowerCase()]) checker.check(known, method.toLowerCase(), response);
  };
  const ask: LoadingServer["ask"] = async (user, method, path, options = {}) => {
    const key: Record<string, string> = user === null ? {} : { Authorization: `ApiKey ${user}` };
    const headers = { Accept: "application/json", ...key, ...options.headers };
    const response = await request(server.url + path, { ...options, method, headers });
    check(method, path, response);
    const { status, text } = response;
    const isJson = /json/.test(response.headers["content-type"] ?? "");
    return { status, headers: response.headers, text, json: isJson ? JSON.parse(text) : null };
  };
  const load: LoadingServer["load"] = (user, parameters) =>
    ask(user, "POST", `/api/2/new?${new URLSearchParams(parameters)}`);
  return {
    url: server.url,
    directory,
    context,
    files,
    ask,
    load,
    async loaded(user, parameters) {
      const body = await load(user, { ...parameters, wait: "true" });
      assert.equal(body.status, 200, body.text);
      return body;
    },
    async end(user, { json }) {
      const path = new URL(json.run.url).pathname;
      for (;;) {
        const run = (await ask(user, "GET", path)).json;
        if (run.status !== "queued" && run.status !== "running") return run;
        await new Promise(setImmediate);
      }
    },
    async stop() {
      files.open();
      await context.loads.services.lock.idle();
      await Promise.all([server.stop(), files.stop()]);
      await rm(directory, { recursive: true });
    },
  };
}

function authenticate(authorization: string | undefined): Actor {
  if (authorization === undefined) return ANONYMOUS;
  const name = USERS.find((each) => authorization === `ApiKey ${each}`);
  if (name) return { id: name, name, admin: name === "admin" };
  throw new Unauthenticated("No user has this API key");
}

type Reply = (request: IncomingMessage, response: ServerResponse) => void;

export interface FileServer {
  /** Before every path. */
  readonly base: string;
  /** Serve a file from now on. @returns its URL */
  put(path: string, content: string | Buffer | object, headers?: Readonly<Record<string, string>>): string;
  /** Answer a path by hand. @returns its URL */
  on(path: string, reply: Reply): string;
  /** Serve a file that is held back until `release`. @returns its URL */
  hold(path: string, content: string): string;
  /** Let everybody go on who waits for a file. */
  release(): void;
  /** Hold nothing any more. */
  open(): void;
  /** Paths that were asked for, in order. */
  readonly asked: string[];
  stop(): Promise<void>;
}

/** Files that loads fetch. */
export async function startFileServer(): Promise<FileServer> {
  const replies = new Map<string, Reply>();
  const held: (() => void)[] = [];
  let isOpen = false;
  const asked: string[] = [];
  const server = createServer((incoming, response) => {
    const path = incoming.url!;
    asked.push(path);
    const reply = replies.get(path);
    if (reply) reply(incoming, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const release = (): void => {
    for (const go of held.splice(0)) go();
  };
  const on: FileServer["on"] = (path, reply) => {
    replies.set(path, reply);
    return base + path;
  };
  return {
    base,
    asked,
    on,
    put(path, content, headers = {}) {
      const body = typeof content === "string" || Buffer.isBuffer(content) ? content : JSON.stringify(content);
      return on(path, (_, response) => response.writeHead(200, headers).end(body));
    },
    hold: (path, content) =>
      on(path, (_, response) => {
        if (isOpen) response.end(content);
        else held.push(() => response.end(content));
      }),
    release,
    open() {
      isOpen = true;
      release();
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** Use a server and stop it, whatever comes of it. */
export async function withServer(
  options: Parameters<typeof startLoading>[0],
  use: (server: LoadingServer) => Promise<void>,
): Promise<void> {
  const server = await startLoading(options);
  try {
    await use(server);
  } finally {
    await server.stop();
  }
}
