import type { Logger } from "pino";
import type { AuditEvent } from "../../access/audit-log.js";

/** Return a function that logs the begin, the end and the failure of loads, given all audited events. */
export function logLoads(logger: Logger): (event: AuditEvent) => void {
  return (event) => {
    if (event.action === "dataset.load.begin") logger.info(event, "a load begins");
    else if (event.action === "dataset.load" && event.warnings) logger.warn(event, "a load is complete, with warnings");
    else if (event.action === "dataset.load") logger.info(event, "a load is complete");
    else if (event.action === "dataset.load.failed") logger.warn(event, "a load failed");
  };
}
