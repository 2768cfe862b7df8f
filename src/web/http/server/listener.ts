import type { Logger } from "../message/message.js";
import type { Handler } from "./request-handler.js";

export interface ListenSettings {
  readonly host: string;
  /** Port to listen on; 0 picks a free one. */
  readonly port: number;
  readonly tls?: TlsFiles | undefined;
  readonly unpackDirectory: string;
  /** Directory for bytes of request bodies that do not fit into memory. */
  readonly spillDirectory: string;
  /** Milliseconds after which a client that takes or sends too little is disconnected. */
  readonly idleTimeoutMs: number;
  /** Milliseconds of each phase of a shutdown: first all goes on, then only open connections are served. */
  readonly drainMs: number;
  /** Maximum of open connections; further ones are closed. */
  readonly maxConnections: number;
  /** @param port the port that the server listens on */
  readonly createHandler: (port: number) => Handler;
  readonly logger: Logger;
}

/** Paths of PEM files. */
export interface TlsFiles {
  readonly keyFile: string;
  readonly certFile: string;
}

export interface HttpListener {
  readonly port: number;
  /** Number of open connections. */
  connections(): number;
  /**
   * Read the key and the certificate again, for new connections. Open connections keep the old ones.
   * @throws Conflict when the files are not a valid key and certificate; then the old ones stay in use
   */
  renewTls(): Promise<void>;
  /** Shut down gracefully: refuse new connections, finish running requests, then close every connection. */
  stop(): Promise<void>;
}

/**
 * Listen at an address and answer requests.
 * @throws Conflict when the address is in use or does not belong to this machine, or the key or certificate is invalid
 */
export type Listen = (settings: ListenSettings) => Promise<HttpListener>;
