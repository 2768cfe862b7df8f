import type * as UwsModule from "uWebSockets.js";
import { errorText } from "../../../core/errors/error-text.js";
import { phraseText } from "../../../core/errors/phrase-text.js";
import { Conflict } from "../../../core/errors/errors.js";
import { cleanPath } from "./clean-path.js";
import { drain } from "./drain.js";
import { isEndUncertain } from "./framing.js";
import { UwsResponse } from "./uws-response.js";
import type { HttpListener, ListenSettings, TlsFiles } from "./listener.js";
import type { RequestHead } from "../message/message.js";
import { joinHeaders } from "./join-headers.js";
import { Receiver } from "./receive.js";
import { refuseTls } from "./refuse-tls.js";
import { UWS_CIPHERS } from "./tls-ciphers.js";
import { nextRequestId } from "./request-id.js";

/** An app with the methods that pass connections on to another app: the package's types omit them. */
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
 * Serve with uWebSockets.js. It answers what it cannot parse: 400, 431, and 505 to HTTP/1.0. It closes a connection
 * that sends a request before the reply to the previous one, or nothing for ten seconds.
 * @throws Conflict when the key or certificate is invalid, or the server cannot listen there
 */
export function listenOverUws(uws: Uws, settings: ListenSettings): HttpListener {
  const { host, port, tls, idleTimeoutMs, drainMs, maxConnections, createHandler, logger } = settings;
  // Send no header that names the software.
  (uws as Uws & { _cfg(option: string): void })._cfg("silent");
  const app = createApp(uws, tls);
  const socket = bind(app, host, port);
  if (!socket) {
    app.close();
    throw new Conflict(
      errorText("address_not_listened_on", {
        address: `${host}:${port}`,
        reason: phraseText("system_gives_no_reason"),
      }),
    );
  }
  const actualPort = uws.us_socket_local_port(socket as UwsModule.us_socket);
  const receiver = new Receiver(createHandler(actualPort), settings);
  const { traffic } = receiver;
  /** Apps that `app` passes connections on to, each with its own certificate; the last one is in use. */
  const successors: App[] = [];
  let stopped: Promise<void> | undefined;
  attend(app);

  function attend(app: App): void {
    app.filter((response, change) => {
      traffic.noteConnection(change as number as 1 | -1);
      // Close it at once: without free file descriptors the process could not even read its files.
      if ((change as number) > 0 && traffic.connections > maxConnections) response.close();
    });
    app.any("/*", (response, native) => {
      // An exception thrown from this callback would end the process.
      try {
        const head = readHead(native, tls !== undefined);
        receiver.receive({
          writer: new UwsResponse(response, idleTimeoutMs, isEndUncertain(head)),
          head,
          flow: response,
          feed: (body) => response.onData((piece, isLast) => body.push(Buffer.from(piece.slice(0)), isLast)),
        });
      } catch (error) {
        logger.error({ err: error }, "a request could not be received");
        response.close();
      }
    });
  }

  /** Create an app with the new certificate and pass new connections to it: an app cannot change its own. */
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
    receiver.isLast = true;
    uws.us_listen_socket_close(socket as UwsModule.us_listen_socket);
  };
  const close = (): void => {
    for (const each of [app, ...successors]) each.close();
  };
  const stop = (): Promise<void> => drain(traffic, drainMs, { refuse, close });

  return { port: actualPort, connections: () => traffic.connections, renewTls, stop: () => (stopped ??= stop()) };
}

/** Copy the head of a request: uWebSockets.js invalidates it when the handler returns. */
function readHead(native: UwsModule.HttpRequest, secure: boolean): RequestHead {
  return {
    id: nextRequestId(),
    method: native.getCaseSensitiveMethod(),
    path: cleanPath(native.getUrl()),
    query: native.getQuery() ?? "",
    headers: joinHeaders((note) => native.forEach(note)),
    secure,
  };
}

function createApp(uws: Uws, tls: TlsFiles | undefined): App {
  if (!tls) return uws.App();
  try {
    return uws.SSLApp({ key_file_name: tls.keyFile, cert_file_name: tls.certFile, ssl_ciphers: UWS_CIPHERS });
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
