import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerOptions } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { readFileSync } from "node:fs";
import { type AddressInfo, Server as NetServer, type Socket } from "node:net";
import { Server as TlsServer } from "node:tls";
import { cleanPath } from "./clean-path.js";
import { drain } from "./drain.js";
import { joinHeaders } from "./join-headers.js";
import type { HttpListener, ListenSettings, TlsFiles } from "./listener.js";
import type { RequestHead } from "../message/message.js";
import { NodeConnection } from "./node-connection.js";
import { refuseAddress } from "./port.js";
import { Receiver } from "./receive.js";
import { NODE_CIPHERS } from "./tls-ciphers.js";
import { refuseTls } from "./refuse-tls.js";
import { nextRequestId } from "./request-id.js";

/** Milliseconds after which a connection without a running request is closed: it sends nothing, or its head slowly. */
const IDLE_MS = 10_000;
/** Milliseconds between searches for connections that send their head too slowly. */
const CHECK_MS = 2_000;

const OPTIONS: ServerOptions = {
  // Larger than the handler's own limit, so that the handler refuses headers in JSON.
  maxHeaderSize: 40 * 1024,
  keepAliveTimeout: IDLE_MS,
  headersTimeout: IDLE_MS,
  connectionsCheckingInterval: CHECK_MS,
  // An upload may take hours, as long as bytes keep arriving.
  requestTimeout: 0,
};

/**
 * Serve with Node's own HTTP server. Node answers what it cannot parse: 431, and 400, also to a URL that is not ASCII
 * or an unknown method; and 408 to a head that takes too long. A connection that sends a request before the reply to the
 * previous one is closed.
 * @throws Conflict when the address is in use or does not belong to this machine, or the key or certificate is invalid
 */
export async function listenOverNode(settings: ListenSettings): Promise<HttpListener> {
  const { host, port, tls, idleTimeoutMs, drainMs, maxConnections, createHandler, logger } = settings;
  let receiver: Receiver | undefined;
  const connections = new WeakMap<Socket, NodeConnection>();
  const server = create(tls, (request, response) => {
    try {
      const writer = connectionOf(request.socket).begin(response);
      if (!writer) return;
      receiver!.receive({
        writer,
        head: readHead(request, tls !== undefined),
        flow: { pause: () => request.pause(), resume: () => request.resume(), close: () => request.destroy() },
        feed(body) {
          request.on("data", (piece: Buffer) => body.push(piece, false));
          request.on("end", () => body.push(Buffer.alloc(0), true));
          // The body has an idle timeout of its own.
          request.on("timeout", () => {});
        },
      });
    } catch (error) {
      logger.error({ err: error }, "a request could not be received");
      response.destroy();
    }
  });
  const connectionOf = (socket: Socket): NodeConnection => {
    const known = connections.get(socket) ?? new NodeConnection(socket, idleTimeoutMs, IDLE_MS);
    connections.set(socket, known);
    return known;
  };
  server.setTimeout(IDLE_MS);
  // The size of the head is limited; Node would drop headers beyond the first thousands.
  server.maxHeadersCount = 0;
  server.on("connection", (socket) => {
    const traffic = receiver?.traffic;
    traffic?.noteConnection(1);
    socket.once("close", () => traffic?.noteConnection(-1));
    if (traffic && traffic.connections > maxConnections) socket.destroy();
  });
  server.listen({ host, port });
  await once(server, "listening").catch((error: unknown) => {
    throw refuseAddress(host, port, error);
  });
  const { port: actualPort } = server.address() as AddressInfo;
  receiver = new Receiver(createHandler(actualPort), settings);
  const { traffic } = receiver;
  let stopped: Promise<void> | undefined;

  const refuse = (): void => {
    receiver.isLast = true;
    // `close` of an HTTP server also closes idle connections, which may just be sending a request.
    NetServer.prototype.close.call(server);
  };
  const renewTls = async (): Promise<void> => {
    if (server instanceof TlsServer) setPem(server, tls!);
  };
  const close = (): void => server.closeAllConnections();
  const stop = (): Promise<void> => drain(traffic, drainMs, { refuse, close });

  return { port: actualPort, connections: () => traffic.connections, renewTls, stop: () => (stopped ??= stop()) };
}

function create(tls: TlsFiles | undefined, receive: RequestListener): Server {
  if (!tls) return createServer(OPTIONS, receive);
  const server = createSecureServer({ ...OPTIONS, handshakeTimeout: IDLE_MS }, receive);
  setPem(server, tls);
  return server;
}

function setPem(server: TlsServer, tls: TlsFiles): void {
  try {
    const [key, cert] = [readFileSync(tls.keyFile), readFileSync(tls.certFile)];
    server.setSecureContext({ key, cert, ciphers: NODE_CIPHERS, minVersion: "TLSv1.2" });
  } catch (error) {
    throw refuseTls(tls, error);
  }
}

function readHead({ method = "", url = "", rawHeaders }: IncomingMessage, secure: boolean): RequestHead {
  const mark = url.indexOf("?");
  return {
    id: nextRequestId(),
    method,
    path: cleanPath(mark < 0 ? url : url.slice(0, mark)),
    query: mark < 0 ? "" : url.slice(mark + 1),
    headers: joinHeaders((note) => {
      for (let at = 0; at < rawHeaders.length; at += 2)
        note(rawHeaders[at]!.toLowerCase(), asText(rawHeaders[at + 1]!));
    }),
    secure,
  };
}

/** Decode a header value as UTF-8: Node reads each byte as one character. */
function asText(bytes: string): string {
  return /[\x80-\xff]/.test(bytes) ? Buffer.from(bytes, "latin1").toString() : bytes;
}
