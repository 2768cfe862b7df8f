import type { TableFormat } from "../../core/engine/storage.js";
import { ForeignStore } from "../../core/errors/errors.js";
import { tableOfHeader } from "../../engines/clickhouse/table/version-header.js";

/** Let a format open only what its engine wrote. @throws ForeignStore, with the way to open it */
export function refuseOtherEngine<Format extends TableFormat>(format: Format, isCluster: boolean): Format {
  return {
    ...format,
    open(...[model, header, lengths]: Parameters<TableFormat["open"]>) {
      if ((tableOfHeader(header) !== null) === isCluster) return format.open(model, header, lengths);
      throw new ForeignStore(
        isCluster
          ? "This data directory has datasets in memory; start without --engine clickhouse, or name another --data"
          : "This data directory has datasets in a ClickHouse cluster; start with --engine clickhouse and its --clickhouse-url",
      );
    },
  };
}
