import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import type { TlsFiles } from "#src/web/http/server/listener.js";

export interface Certificate extends TlsFiles {
  /** Put it in the place of another. */
  copyTo(other: TlsFiles): void;
  remove(): void;
}

/** A key and a certificate that they sign themselves, in files of a directory of their own. */
export function makeCertificate(name: string): Certificate {
  const directory = mkdtempSync(join(tmpdir(), "spendcube-tls-"));
  const [keyFile, certFile] = [join(directory, "key.pem"), join(directory, "cert.pem")];
  const options = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${name} -keyout ${keyFile} -out ${certFile}`;
  execFileSync("openssl", options.split(" "), { stdio: "pipe" });
  return {
    keyFile,
    certFile,
    copyTo(other) {
      copyFileSync(keyFile, other.keyFile);
      copyFileSync(certFile, other.certFile);
    },
    remove: () => rmSync(directory, { recursive: true }),
  };
}

/** The name in the certificate that a new connection is shown. */
export async function certifiedName(port: number): Promise<string> {
  const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false });
  await once(socket, "secureConnect");
  const { CN } = socket.getPeerCertificate().subject;
  socket.destroy();
  return String(CN);
}
