import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerOptions } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { readFileSync } from "node:fs";
import { type AddressInfo, Server as NetServer } from "node:net";
import { Server as TlsServer } from "node:tls";
import { drain } from "./drain.js";
import { joinHeaders } from "./join-headers.js";
import type { HttpListener, ListenSettings, TlsFiles } from "./listener.js";
import type { RequestHead } from "../message/message.js";
import { NodeResponse } from "./node-response.js";
import { refuseAddress } from "./port.js";
import { Receiver } from "./receive.js";
import { refuseTls } from "./refuse-tls.js";
import { nextRequestId } from "./request-id.js";

/** A connection that sends nothing for so long, and waits for nothing, is closed. */
const IDLE_MS = 10_000;

const OPTIONS: ServerOptions = {
  // Larger than what the exchange lets through, which says in JSON what was too long.
  maxHeaderSize: 40 * 1024,
  keepAliveTimeout: IDLE_MS,
  // An upload may take hours, as long as something comes.
  requestTimeout: 0,
};

/**
 * Serve over Node's own HTTP server. What it cannot parse it answers itself: 400, also to a URL
 * or method that is not ASCII or unknown, and 431.
 * @throws Conflict when the address is taken or none of this machine, or for a key and a certificate that are none
 */
export async function listenOverNode(settings: ListenSettings): Promise<HttpListener> {
  const { host, port, tls, idleTimeoutMs, drainMs, maxConnections, createHandler, logger } = settings;
  let reception: Receiver | undefined;
  const server = create(tls, (request, response) => {
    try {
      reception!.receive({
        line: new NodeResponse(response, idleTimeoutMs),
        head: readHead(request, tls !== undefined),
        flow: { pause: () => request.pause(), resume: () => request.resume(), close: () => request.destroy() },
        feed(body) {
          request.on("data", (piece: Buffer) => body.push(piece, false));
          request.on("end", () => body.push(Buffer.alloc(0), true));
          // Whether a sender is silent for too long is for the body to say.
          request.on("timeout", () => {});
        },
      });
    } catch (error) {
      logger.error({ err: error }, "a request could not be received");
      response.destroy();
    }
  });
  server.setTimeout(IDLE_MS);
  server.on("connection", (socket) => {
    const traffic = reception?.traffic;
    traffic?.noteConnection(1);
    socket.once("close", () => traffic?.noteConnection(-1));
    if (traffic && traffic.connections > maxConnections) socket.destroy();
  });
  server.listen({ host, port });
  await once(server, "listening").catch((error: unknown) => {
    throw refuseAddress(host, port, error);
  });
  const { port: actualPort } = server.address() as AddressInfo;
  reception = new Receiver(createHandler(actualPort), settings);
  const { traffic } = reception;
  let stopped: Promise<void> | undefined;

  const refuse = (): void => {
    reception.isLast = true;
    // That of HTTP servers also closes connections that may just be sending a request.
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
    server.setSecureContext({ key: readFileSync(tls.keyFile), cert: readFileSync(tls.certFile) });
  } catch (error) {
    throw refuseTls(tls, error);
  }
}

function readHead({ method = "", url = "", rawHeaders }: IncomingMessage, secure: boolean): RequestHead {
  const mark = url.indexOf("?");
  return {
    id: nextRequestId(),
    method,
    path: mark < 0 ? url : url.slice(0, mark),
    query: mark < 0 ? "" : url.slice(mark + 1),
    headers: joinHeaders((note) => {
      for (let at = 0; at < rawHeaders.length; at += 2)
        note(rawHeaders[at]!.toLowerCase(), asText(rawHeaders[at + 1]!));
    }),
    secure,
  };
}

/** Node reads each byte of a header as a character, and what is not ASCII is UTF-8. */
function asText(bytes: string): string {
  return /[\x80-\xff]/.test(bytes) ? Buffer.from(bytes, "latin1").toString() : bytes;
}
