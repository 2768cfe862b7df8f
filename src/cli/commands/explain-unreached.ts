/** Reasons why no server is reached, with their remedies, by error code. */
const REASONS: Readonly<Record<string, readonly [reason: string, remedy: string]>> = {
  ECONNREFUSED: ["refuses the connection", "check whether the server runs, and its address and port in --server"],
  ENOTFOUND: ["has a host name that does not exist", "check it in --server"],
  EAI_AGAIN: ["has a host name that cannot be looked up now", "check it in --server, and this machine's network"],
  ETIMEDOUT: ["does not answer", "check the address in --server, and firewalls on the way"],
  EHOSTUNREACH: ["cannot be reached", "check the address in --server, and this machine's network"],
  ENETUNREACH: ["cannot be reached", "check the address in --server, and this machine's network"],
  EPIPE: ["closed the connection without an answer", "try again, and see the server's log"],
  ECONNRESET: ["closed the connection without an answer", "try again, and see the server's log"],
  EPROTO: ["does not speak HTTPS at that port", "check the port, or use http in --server"],
  CERT_HAS_EXPIRED: ["has a certificate that has expired", "renew it there"],
  ERR_TLS_CERT_ALTNAME_INVALID: ["has a certificate for other names", "give one of those in --server"],
};

/** Codes of certificates from an unknown authority. */
const UNTRUSTED = /SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY)|CERT_UNTRUSTED/;

/** Explain in a sentence why a server was not reached; `null` for other errors. */
export function explainUnreached({ origin }: URL, { code = "" }: NodeJS.ErrnoException): string | null {
  const [reason, remedy] = REASONS[code] ?? explainCertificate(code) ?? [];
  return reason === undefined ? null : `${origin} ${reason} (${code}); ${remedy}`;
}

function explainCertificate(code: string): readonly [reason: string, remedy: string] | null {
  if (UNTRUSTED.test(code)) {
    return ["has a certificate that is not trusted", "name the file of its authority in NODE_EXTRA_CA_CERTS"];
  }
  return /^(?:ERR_SSL|ERR_TLS|CERT)_/.test(code) ? ["cannot be reached by HTTPS", "check its certificate"] : null;
}
