import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A key and a certificate that they sign themselves, in files of a directory of their own. */
export function makeCertificate(name: string): {
  readonly keyFile: string;
  readonly certFile: string;
  remove(): void;
} {
  const directory = mkdtempSync(join(tmpdir(), "spendcube-tls-"));
  const [keyFile, certFile] = [join(directory, "key.pem"), join(directory, "cert.pem")];
  const options = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${name} -keyout ${keyFile} -out ${certFile}`;
  execFileSync("openssl", options.split(" "), { stdio: "pipe" });
  return { keyFile, certFile, remove: () => rmSync(directory, { recursive: true }) };
}
