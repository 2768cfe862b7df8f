import type * as Uws from "uWebSockets.js";
import { loadAddon } from "../assets/assets.js";
import { Conflict } from "../errors/errors.js";
import { drain } from "./drain.js";
import { createIncomingBody } from "./incoming-body.js";
import { Line } from "./line.js";
import type { Handler, HttpReply, Logger, RequestHead, Watch } from "./message.js";
import { checkFree } from "./port.js";
import { nextRequestId } from "./request-id.js";
import { Traffic } from "./traffic.js";

export interface ListenSettings {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly tls?: { readonly keyFile: string; readonly certFile: string } | undefined;
  readonly unpackDirectory: string;
  /** Time after which a reader that takes nothing is cut off. */
  readonly silenceMs: number;
  /** Time for which connections are still accepted when it is told to stop, and then for which open ones are kept. */
  readonly drainMs: number;
  /** @param port that the server listens on */
  readonly createHandler: (port: number) => Handler;
  readonly logger: Logger;
}

export interface Listener {
  readonly port: number;
  /** Those that are open. */
  connections(): number;
  /** After a while accept nobody any more, let what runs come to its end, and let go of every connection. */
  stop(): Promise<void>;
}

/**
 * Serve over uWebSockets.js. What it cannot parse it answers itself: 400, 431, and 505 to HTTP/1.0. It closes a
 * connection that sends a request before the reply to the one before, or nothing for ten seconds.
 * @throws Conflict when the address is taken or none of this machine, or for a key and a certificate that are none
 */
export async function listen(settings: ListenSettings): Promise<Listener> {
  const { host, port, tls, silenceMs, drainMs, createHandler, logger } = settings;
  await checkFree(host, port);
  const uws = loadUws(settings.unpackDirectory);
  const app = createApp(uws, tls);
  const socket = bind(app, host, port);
  if (!socket) {
    app.close();
    throw new Conflict(`Cannot listen on ${host}:${port}`);
  }
  const actualPort = uws.us_socket_local_port(socket as Uws.us_socket);
  const handler = createHandler(actualPort);

  const traffic = new Traffic();
  let isLast = false;
  let stopped: Promise<void> | undefined;

  app.filter((_, change) => traffic.noteConnection(change as number as 1 | -1));
  app.any("/*", (response, native) => {
    // An exception that left this function would end the process.
    try {
      const request = begin(new Line(response, silenceMs), readHead(native, tls !== undefined));
      const { line, head } = request;
      const known = handler.recall(head, line);
      const sent = known ? send(request, known) : serve(request, response);
      if (!sent) return;
      traffic.noteRequest(1);
      // A stream that failed is logged where it is made.
      const ended = sent.catch(() => line.cut());
      void ended.finally(() => traffic.noteRequest(-1));
    } catch (error) {
      logger.error({ err: error }, "a request could not be received");
      response.close();
    }
  });

  function begin(line: Line, head: RequestHead): Begun {
    return { line, head, remoteAddress: handler.watch?.wantsAddress ? line.remoteAddress : "", at: performance.now() };
  }

  async function serve(request: Begun, response: Uws.HttpResponse): Promise<void> {
    const { line, head } = request;
    const cancel = new AbortController();
    const body = createIncomingBody(response);
    line.onGone = () => {
      body.close(new Error("The client went away"));
      cancel.abort();
    };
    if (head.method === "GET" || head.method === "HEAD") body.close();
    else response.onData((piece, isLast) => body.push(Buffer.from(new Uint8Array(piece)), isLast));
    const reply = await handler.answer({
      ...head,
      get remoteAddress() {
        return line.remoteAddress;
      },
      cancel,
      body,
    });
    body.close();
    await send(request, reply);
  }

  function send(request: Begun, reply: HttpReply): Promise<void> | undefined {
    const { line, head } = request;
    const begun = performance.now() - request.at;
    const sent = line.send(reply, head.method === "HEAD", isLast);
    if (!handler.watch) return sent;
    const note = (): void => noteServed(handler.watch!, request, reply, begun);
    if (sent) return sent.finally(note);
    note();
    return undefined;
  }

  const refuse = (): void => {
    isLast = true;
    uws.us_listen_socket_close(socket as Uws.us_listen_socket);
  };
  const stop = (): Promise<void> => drain(traffic, drainMs, { refuse, close: () => app.close() });

  return { port: actualPort, connections: () => traffic.connections, stop: () => (stopped ??= stop()) };
}

/** A request that was received. */
interface Begun {
  readonly line: Line;
  readonly head: RequestHead;
  readonly remoteAddress: string;
  readonly at: number;
}

function noteServed({ onServed }: Watch, request: Begun, reply: HttpReply, begun: number): void {
  const { head, remoteAddress, line, at } = request;
  const { bytes, isGone } = line;
  onServed({ head, remoteAddress, reply, begun, ended: performance.now() - at, bytes, isGone });
}

/** Copy what a request says: uWebSockets.js takes it back when the handler returns. */
function readHead(native: Uws.HttpRequest, secure: boolean): RequestHead {
  const headers = new Map<string, string>();
  native.forEach((name, value) => {
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}${name === "cookie" ? "; " : ", "}${value}`);
  });
  return {
    id: nextRequestId(),
    method: native.getCaseSensitiveMethod(),
    path: native.getUrl(),
    query: native.getQuery() ?? "",
    headers,
    secure,
  };
}

function createApp(uws: typeof Uws, tls: ListenSettings["tls"]): Uws.TemplatedApp {
  if (!tls) return uws.App();
  try {
    return uws.SSLApp({ key_file_name: tls.keyFile, cert_file_name: tls.certFile });
  } catch (error) {
    throw new Conflict(
      `Cannot serve HTTPS with the key "${tls.keyFile}" and the certificate "${tls.certFile}": ` +
        "they must be PEM files that belong together",
      { cause: error },
    );
  }
}

function bind(app: Uws.TemplatedApp, host: string, port: number): object | false {
  let socket: object | false = false;
  app.listen(host, port, (result) => {
    socket = result;
  });
  return socket;
}

function loadUws(unpackDirectory: string): typeof Uws {
  // Read once, while the addon loads. Larger than what the exchange lets through, which says in JSON what was too long.
  process.env["UWS_HTTP_MAX_HEADERS_SIZE"] = String(40 * 1024);
  const uws = loadAddon("uWebSockets.js", unpackDirectory) as typeof Uws & { _cfg(option: string): void };
  // No header that names the software.
  uws._cfg("silent");
  return uws;
}
