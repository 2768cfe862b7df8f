import type * as UwsModule from "uWebSockets.js";
import { Conflict } from "../errors/errors.js";
import { drain, untilQuiet } from "./drain.js";
import { Line } from "./line.js";
import type { Listener, ListenSettings, TlsFiles } from "./listener.js";
import type { RequestHead } from "./message.js";
import { joinHeaders } from "./join-headers.js";
import { Reception } from "./reception.js";
import { refuseTls } from "./refuse-tls.js";
import { nextRequestId } from "./request-id.js";

export type Uws = typeof UwsModule;

/**
 * Serve over uWebSockets.js. What it cannot parse it answers itself: 400, 431, and 505 to HTTP/1.0. It closes a
 * connection that sends a request before the reply to the one before, or nothing for ten seconds.
 * @throws Conflict for a key and a certificate that are none, or when it cannot listen
 */
export function listenOverUws(uws: Uws, settings: ListenSettings): Listener {
  const { port, tls, silenceMs, drainMs, createHandler, logger } = settings;
  // No header that names the software.
  (uws as Uws & { _cfg(option: string): void })._cfg("silent");
  let door = openDoor(uws, settings, port);
  const doors = [door];
  const actualPort = uws.us_socket_local_port(door.socket);
  const reception = new Reception(createHandler(actualPort));
  const { traffic } = reception;
  let stopped: Promise<void> | undefined;
  let isClosed = false;
  attend(door);

  function attend({ app }: Door): void {
    app.filter((_, change) => traffic.noteConnection(change as number as 1 | -1));
    app.any("/*", (response, native) => {
      // An exception that left this function would end the process.
      try {
        reception.receive({
          line: new Line(response, silenceMs),
          head: readHead(native, tls !== undefined),
          flow: response,
          feed: (body) => response.onData((piece, isLast) => body.push(Buffer.from(new Uint8Array(piece)), isLast)),
        });
      } catch (error) {
        logger.error({ err: error }, "a request could not be received");
        response.close();
      }
    });
  }

  /** Another app at the same port: the certificate of one cannot be changed. */
  async function renewTls(): Promise<void> {
    if (!tls || stopped) return;
    const before = door;
    door = openDoor(uws, settings, actualPort);
    doors.push(door);
    attend(door);
    // Who was on the way to the one before is let in there.
    await untilQuiet();
    if (!isClosed) uws.us_listen_socket_close(before.socket);
  }

  const refuse = (): void => {
    reception.isLast = true;
    uws.us_listen_socket_close(door.socket);
  };
  const close = (): void => {
    isClosed = true;
    for (const { app } of doors) app.close();
  };
  const stop = (): Promise<void> => drain(traffic, drainMs, { refuse, close });

  return { port: actualPort, connections: () => traffic.connections, renewTls, stop: () => (stopped ??= stop()) };
}

interface Door {
  readonly app: UwsModule.TemplatedApp;
  readonly socket: UwsModule.us_listen_socket & UwsModule.us_socket;
}

function openDoor(uws: Uws, { host, tls }: ListenSettings, port: number): Door {
  const app = createApp(uws, tls);
  const socket = bind(app, host, port);
  if (socket) return { app, socket: socket as Door["socket"] };
  app.close();
  throw new Conflict(`Cannot listen on ${host}:${port}`);
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

function createApp(uws: Uws, tls: TlsFiles | undefined): UwsModule.TemplatedApp {
  if (!tls) return uws.App();
  try {
    return uws.SSLApp({ key_file_name: tls.keyFile, cert_file_name: tls.certFile });
  } catch (error) {
    throw refuseTls(tls, error);
  }
}

function bind(app: UwsModule.TemplatedApp, host: string, port: number): object | false {
  let socket: object | false = false;
  app.listen(host, port, (result) => {
    socket = result;
  });
  return socket;
}
