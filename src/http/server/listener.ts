import type { Logger } from "../message/message.js";
import type { Handler } from "./request-handler.js";

export interface ListenSettings {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly tls?: TlsFiles | undefined;
  readonly unpackDirectory: string;
  /** Where bytes of bodies are put that there is no room for in memory. */
  readonly spillDirectory: string;
  /** Time after which a reader that takes nothing is cut off. */
  readonly idleTimeoutMs: number;
  /** Time for which connections are still accepted when it is told to stop, and then for which open ones are kept. */
  readonly drainMs: number;
  /** Connections at once; more are closed. */
  readonly maxConnections: number;
  /** @param port that the server listens on */
  readonly createHandler: (port: number) => Handler;
  readonly logger: Logger;
}

/** PEM files. */
export interface TlsFiles {
  readonly keyFile: string;
  readonly certFile: string;
}

export interface HttpListener {
  readonly port: number;
  /** Those that are open. */
  connections(): number;
  /**
   * Read the key and the certificate again, for connections that are made from now on. Those that are open go on.
   * @throws Conflict when they are none; then all stays as it was
   */
  renewTls(): Promise<void>;
  /** After a while accept nobody any more, let what runs come to its end, and let go of every connection. */
  stop(): Promise<void>;
}

/**
 * Listen at an address and answer whoever comes.
 * @throws Conflict when the address is taken or none of this machine, or for a key and a certificate that are none
 */
export type Listen = (settings: ListenSettings) => Promise<HttpListener>;
