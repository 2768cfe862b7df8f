import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createRawServer, type Server, type Socket } from "node:net";

/** Address of a test's server: one of this machine that counts as public in these tests. */
export const PUBLIC = "127.0.0.1";

/** Response of a server; as raw bytes if HTTP does not allow it. */
export type Answer = { readonly listener: RequestListener } | { readonly raw: (socket: Socket) => void };

/** A server that gives the current response to every request. */
export interface HostileServer {
  readonly origin: string;
  readonly port: number;
  answer: Answer;
  /** Hosts and paths of the requests so far. */
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
  // Listen on every address of this machine, so that forbidden requests would arrive.
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
}

/** Respond with a body. */
export function body(content: string | Buffer, headers: Record<string, string> = {}, status = 200): Answer {
  return { listener: (_request, response) => response.writeHead(status, headers).end(content) };
}

/** Send raw bytes and end the connection. */
export function raw(...parts: readonly (string | Buffer)[]): Answer {
  return { raw: (socket) => socket.end(Buffer.concat(parts.map((part) => Buffer.from(part)))) };
}

export function redirect(location: string, status = 302): Answer {
  // Headers are ASCII.
  return body("", { location: location.replaceAll(/[^\x20-\x7e]+/gu, encodeURIComponent) }, status);
}
