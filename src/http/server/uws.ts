import type * as UwsModule from "uWebSockets.js";
import { Conflict } from "../../errors/errors.js";
import { drain } from "./drain.js";
import { UwsResponse } from "./uws-response.js";
import type { HttpListener, ListenSettings, TlsFiles } from "./listener.js";
import type { RequestHead } from "../message/message.js";
import { joinHeaders } from "./join-headers.js";
import { Receiver } from "./receive.js";
import { refuseTls } from "./refuse-tls.js";
import { nextRequestId } from "./request-id.js";

/** The package's own types leave out what gives connections to another app. */
interface App extends UwsModule.TemplatedApp {
  getDescriptor(): object;
  addChildAppDescriptor(descriptor: object): void;
  removeChildAppDescriptor(descriptor: object): void;
}

export type Uws = Omit<typeof UwsModule, "App" | "SSLApp"> & {
  App(): App;
  SSLApp(options: UwsModule.AppOptions): App;
};

/**
 * Serve over uWebSockets.js. What it cannot parse it answers itself: 400, 431, and 505 to HTTP/1.0. It closes a
 * connection that sends a request before the reply to the one before, or nothing for ten seconds.
 * @throws Conflict for a key and a certificate that are none, or when it cannot listen
 */
export function listenOverUws(uws: Uws, settings: ListenSettings): HttpListener {
  const { host, port, tls, idleTimeoutMs, drainMs, maxConnections, createHandler, logger } = settings;
  // No header that names the software.
  (uws as Uws & { _cfg(option: string): void })._cfg("silent");
  const app = createApp(uws, tls);
  const socket = bind(app, host, port);
  if (!socket) {
    app.close();
    throw new Conflict(`Cannot listen on ${host}:${port}`);
  }
  const actualPort = uws.us_socket_local_port(socket as UwsModule.us_socket);
  const reception = new Receiver(createHandler(actualPort), settings);
  const { traffic } = reception;
  /** Those that `app` has handed connections over to, each with a certificate of its own. */
  const successors: App[] = [];
  let stopped: Promise<void> | undefined;
  attend(app);

  function attend(app: App): void {
    app.filter((response, change) => {
      traffic.noteConnection(change as number as 1 | -1);
      // Where nobody could be accepted any more, nothing could be read or written either.
      if ((change as number) > 0 && traffic.connections > maxConnections) response.close();
    });
    app.any("/*", (response, native) => {
      // An exception that left this function would end the process.
      try {
        reception.receive({
          line: new UwsResponse(response, idleTimeoutMs),
          head: readHead(native, tls !== undefined),
          flow: response,
          feed: (body) => response.onData((piece, isLast) => body.push(Buffer.from(piece.slice(0)), isLast)),
        });
      } catch (error) {
        logger.error({ err: error }, "a request could not be received");
        response.close();
      }
    });
  }

  /** The certificate of an app cannot be changed; but it can let another have the connections that it accepts. */
  async function renewTls(): Promise<void> {
    if (!tls || stopped) return;
    const next = createApp(uws, tls);
    attend(next);
    app.addChildAppDescriptor(next.getDescriptor());
    const before = successors.at(-1);
    if (before) app.removeChildAppDescriptor(before.getDescriptor());
    successors.push(next);
  }

  const refuse = (): void => {
    reception.isLast = true;
    uws.us_listen_socket_close(socket as UwsModule.us_listen_socket);
  };
  const close = (): void => {
    for (const each of [app, ...successors]) each.close();
  };
  const stop = (): Promise<void> => drain(traffic, drainMs, { refuse, close });

  return { port: actualPort, connections: () => traffic.connections, renewTls, stop: () => (stopped ??= stop()) };
}

/** Copy what a request says: uWebSockets.js takes it back when the handler returns. */
function readHead(native: UwsModule.HttpRequest, secure: boolean): RequestHead {
  return {
    id: nextRequestId(),
    method: native.getCaseSensitiveMethod(),
    path: native.getUrl(),
    query: native.getQuery() ?? "",
    headers: joinHeaders((note) => native.forEach(note)),
    secure,
  };
}

function createApp(uws: Uws, tls: TlsFiles | undefined): App {
  if (!tls) return uws.App();
  try {
    return uws.SSLApp({ key_file_name: tls.keyFile, cert_file_name: tls.certFile });
  } catch (error) {
    throw refuseTls(tls, error);
  }
}

function bind(app: App, host: string, port: number): object | false {
  let socket: object | false = false;
  app.listen(host, port, (result) => {
    socket = result;
  });
  return socket;
}
