import { errorText } from "../../../core/errors/error-text.js";
import { NotFound } from "../../../core/errors/errors.js";
import type { Answer } from "../../answer.js";

/** Months for which the contact is said to be right. RFC 9116 recommends less than a year. */
const MONTHS = 6;

/**
 * `GET /.well-known/security.txt`: where to report vulnerabilities (RFC 9116).
 * @param contact URI, as in `mailto:security@town.example`; `undefined` if the operator names none
 * @throws NotFound without a contact
 */
export function showSecurity(contact: string | undefined, version: string, origin: string, now = new Date()): Answer {
  if (contact === undefined) throw new NotFound(errorText("no_security_contact"));
  // The same for a month, so that it can be cached.
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + MONTHS + 1)).toISOString();
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${expires}`,
    "Preferred-Languages: en",
    `Canonical: ${origin}/.well-known/security.txt`,
  ];
  return {
    version,
    lastModified: null,
    canonical: lines.join("\n"),
    public: true,
    formats: { text: async () => ({ chunks: [`${lines.join("\n")}\n`] }) },
  };
}
