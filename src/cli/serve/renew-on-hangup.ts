import type { Logger } from "pino";
import type { Server } from "../../web/http/start-server.js";

/**
 * Read the certificate again on SIGHUP; if the new one is invalid, the old one stays in use.
 * @returns a function that ends this
 */
export function renewOnHangup(server: Pick<Server, "renewTls">, logger: Logger): () => void {
  const renew = (): void => {
    server.renewTls().then(
      () => logger.info("the certificate was renewed for new connections"),
      (error: unknown) => logger.error({ err: error }, "the certificate was not renewed"),
    );
  };
  process.on("SIGHUP", renew);
  return () => void process.off("SIGHUP", renew);
}
