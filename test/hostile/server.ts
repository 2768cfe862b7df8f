import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createRawServer, type Server, type Socket } from "node:net";

/** Where the server of a test listens: an address of this machine that is taken for a public one. */
export const PUBLIC = "127.0.0.1";

/** What a server sends: an answer, or, for those that HTTP does not allow, bytes. */
export type Answer = { readonly listener: RequestListener } | { readonly raw: (socket: Socket) => void };

/** A server that gives the answer of the moment, whatever it is asked. */
export interface HostileServer {
  readonly origin: string;
  readonly port: number;
  answer: Answer;
  /** Hosts and paths that were asked for. */
  readonly asked: string[];
  close(): Promise<void>;
}

export async function startHostileServer(): Promise<HostileServer> {
  const asked: string[] = [];
  const listen = (request: IncomingMessage, response: ServerResponse): void => {
    asked.push(`${request.headers.host}${request.url}`);
    response.on("error", () => {});
    if ("listener" in server.answer) server.answer.listener(request, response);
  };
  const http = createServer(listen);
  const front = createRawServer((socket) => {
    socket.on("error", () => {});
    if ("raw" in server.answer) {
      const { raw } = server.answer;
      socket.once("data", () => raw(socket));
    } else http.emit("connection", socket);
  });
  const sockets = new Set<Socket>();
  front.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await listenOn(front);
  const { port } = front.address() as AddressInfo;
  const server: HostileServer = {
    origin: `http://${PUBLIC}:${port}`,
    port,
    answer: { listener: (_request, response) => response.end() },
    asked,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => front.close(resolve));
    },
  };
  return server;
}

async function listenOn(server: Server): Promise<void> {
  // On every address of this machine: what must not be asked would be there.
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
}

/** A body. */
export function body(content: string | Buffer, headers: Record<string, string> = {}, status = 200): Answer {
  return { listener: (_request, response) => response.writeHead(status, headers).end(content) };
}

/** Bytes as they are, and the end of the connection. */
export function raw(...parts: readonly (string | Buffer)[]): Answer {
  return { raw: (socket) => socket.end(Buffer.concat(parts.map((part) => Buffer.from(part)))) };
}

export function redirect(location: string, status = 302): Answer {
  // Headers are ASCII.
  return body("", { location: location.replaceAll(/[^\x20-\x7e]+/gu, encodeURIComponent) }, status);
}
