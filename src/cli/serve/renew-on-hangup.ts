import type { Logger } from "pino";
import type { Server } from "../../http/start-server.js";

/**
 * Take a renewed certificate on SIGHUP; where it is none, the one before stays.
 * @returns stops doing so
 */
export function renewOnHangup(server: Pick<Server, "renewTls">, logger: Logger): () => void {
  const renew = (): void => {
    server.renewTls().then(
      () => logger.info("new connections have the certificate as its file is now"),
      (error: unknown) => logger.error({ err: error }, "the certificate was not renewed"),
    );
  };
  process.on("SIGHUP", renew);
  return () => void process.off("SIGHUP", renew);
}
