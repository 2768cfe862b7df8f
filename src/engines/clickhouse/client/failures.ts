import { errorText } from "../../../core/errors/error-text.js";
import { ClusterFailure, EngineUnreachable, OverCapacity, queryTooLong } from "../../../core/errors/errors.js";

/** An error that the server reported. */
export class ServerError extends ClusterFailure {
  override readonly name = "ServerError";

  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** Codes of errors after which the same query may succeed: the connection or another node was lost, or is shutting down. */
const LOST = new Set([3, 32, 209, 210, 236, 279]);
/** Codes of errors of a node that has lost its data: no retry helps, but an operator does. */
const GONE = new Set([60, 81]);
/** Codes of errors of files that are missing, cut short or damaged. */
const DAMAGED = new Set([33, 40, 107, 226, 228, 246, 271]);
const TOO_SLOW = new Set([159, 160]);
const CANCELLED = 394;
const TOO_MANY_QUERIES = 202;
const TOO_MUCH_MEMORY = 241;
/** Too many groups; the limit is sent with aggregations alone. */
export const TOO_MANY_ROWS = 158;
/** A dictionary that a node does not have. */
export const NO_DICTIONARY = 36;

const CODES = new Set(["ECONNRESET", "ECONNREFUSED", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND"]);

/** Sentences about a node that is not trusted, by the codes of errors of TLS. */
const UNTRUSTED = new Map([
  ...[
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "SELF_SIGNED_CERT_IN_CHAIN",
    "UNABLE_TO_GET_ISSUER_CERT",
    "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    "CERT_SIGNATURE_FAILURE",
  ].map(
    (code) => [code, "its certificate is not of an authority that is known; name it with --clickhouse-ca"] as const,
  ),
  ["CERT_HAS_EXPIRED", "its certificate has expired"],
  ["CERT_NOT_YET_VALID", "its certificate is not valid yet"],
  [
    "ERR_TLS_CERT_ALTNAME_INVALID",
    "its certificate is not for this host; use the name that it is for in --clickhouse-url",
  ],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "it does not speak HTTPS at this port"],
  ["EPROTO", "it does not speak HTTPS at this port"],
]);

/** Say why a node is not trusted, to which nothing was sent then; `null` if an error is another one. */
export function explainDistrust(error: unknown): string | null {
  const sentence = error instanceof Error && "code" in error ? UNTRUSTED.get(String(error.code)) : undefined;
  return sentence === undefined ? null : `${sentence} (${(error as Error).message.trim()})`;
}

/** True for an error after which a query may be sent again. */
export function isLost(error: unknown): boolean {
  if (error instanceof ServerError) return LOST.has(error.code);
  return error instanceof Error && "code" in error && CODES.has(String(error.code));
}

/** True for an error of the server that says that stored data is gone or damaged. */
export function isDamage(error: unknown): boolean {
  return error instanceof ServerError && (GONE.has(error.code) || DAMAGED.has(error.code));
}

/** Turn an error of a query into one for clients, if it is not a bug. The original is its cause, for the log. */
export function explainClusterError(cause: unknown): unknown {
  if (isLost(cause) || explainDistrust(cause)) return unreachable(cause);
  if (!(cause instanceof ServerError)) return cause;
  if (GONE.has(cause.code)) return unreachable(cause);
  if (TOO_SLOW.has(cause.code)) return queryTooLong(cause);
  if (cause.code === CANCELLED) {
    return new OverCapacity(errorText("request_cancelled"), { limit: "cancelled", cause });
  }
  if (cause.code === TOO_MUCH_MEMORY) {
    return new OverCapacity(errorText("query_over_cluster_memory"), { limit: "memory", cause });
  }
  if (cause.code === TOO_MANY_QUERIES) {
    return new OverCapacity(errorText("cluster_is_busy"), { cause });
  }
  return cause;
}

export function unreachable(cause: unknown): EngineUnreachable {
  return new EngineUnreachable(errorText("data_not_reached"), { cause });
}
