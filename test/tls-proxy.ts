import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";

/** An authority, and a certificate for "localhost" that it signed, in PEM. */
export interface Authority {
  /** File with the certificate of the authority. */
  readonly caFile: string;
  readonly key: Buffer;
  readonly cert: Buffer;
}

/** Create an authority in a directory. */
export function makeAuthority(directory: string, name: string): Authority {
  const file = (kind: string): string => join(directory, `${name}-${kind}.pem`);
  const make = (options: string): void => {
    execFileSync("openssl", `req -x509 -newkey rsa:2048 -nodes -days 2 ${options}`.split(" "), { stdio: "pipe" });
  };
  make(`-subj /CN=${name} -keyout ${file("ca-key")} -out ${file("ca")}`);
  const signing = `-CA ${file("ca")} -CAkey ${file("ca-key")} -addext subjectAltName=DNS:localhost`;
  make(`-subj /CN=localhost ${signing} -keyout ${file("key")} -out ${file("cert")}`);
  return { caFile: file("ca"), key: readFileSync(file("key")), cert: readFileSync(file("cert")) };
}

/** A proxy that ends TLS. */
export interface TlsProxy {
  readonly port: number;
  /** Return all bytes that clients sent, as they were on the wire. */
  received(): Buffer;
  /** Return the number of bytes that were forwarded to the server. */
  numForwarded(): number;
  close(): void;
}

/** Forward what comes by TLS in plain, as a proxy in front of a server does. */
export async function startTlsProxy(target: URL, { key, cert }: Authority): Promise<TlsProxy> {
  const received: Buffer[] = [];
  let forwarded = 0;
  const server = createTlsServer({ key, cert, allowHalfOpen: true }, (client) => {
    const upstream = connect({ host: target.hostname, port: Number(target.port), allowHalfOpen: true });
    client.on("data", (chunk: Buffer) => (forwarded += chunk.length));
    client.pipe(upstream);
    upstream.pipe(client);
    // A server that is run from the library of ClickHouse aborts when a connection is reset.
    client.on("error", () => upstream.end());
    upstream.on("error", () => client.destroy());
    upstream.on("close", () => client.destroy());
  });
  server.on("tlsClientError", () => {});
  const wire = createServer((client: Socket) => {
    client.on("data", (chunk: Buffer) => received.push(chunk));
    server.emit("connection", client);
  });
  await new Promise<void>((resolve) => wire.listen(0, resolve));
  return {
    port: (wire.address() as AddressInfo).port,
    received: () => Buffer.concat(received),
    numForwarded: () => forwarded,
    close: () => void wire.close(),
  };
}
