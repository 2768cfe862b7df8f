import { after, describe } from "node:test";
import { clickHouseFormat } from "#src/engines/clickhouse/format.js";
import { NO_CLUSTER, startCluster } from "../start-clickhouse.js";
import { describeBuilders } from "./builder-suite.js";
import { describeAdjusted } from "./adjust-suite.js";
import { describeCuts } from "./cut-suite.js";
import { describeDerived } from "./derived-suite.js";
import { describeEngine } from "./engine-suite.js";
import { describeLeases } from "./lease-suite.js";
import { describeLookups } from "./lookup-suite.js";
import { describeSearch } from "./search-suite.js";
import { describeSerialization } from "./serialize-suite.js";
import { describeStatistics } from "./statistic-suite.js";
import { describeSums } from "./sum-suite.js";

const ALL_INLINE = { mostMembers: 0, leastMembers: 0, share: 0 };

if (NO_CLUSTER) {
  describe("the ClickHouse engine", { skip: NO_CLUSTER }, () => {});
} else {
  const started = await startCluster();
  after(() => started.close());
  const format = clickHouseFormat(started.cluster);
  describeEngine("the ClickHouse engine", format);
  describeBuilders("the ClickHouse engine", format);
  describeCuts("the ClickHouse engine", format);
  describeAdjusted("the ClickHouse engine", format);
  describeDerived("the ClickHouse engine", format);
  describeLookups("the ClickHouse engine", format);
  describeLeases("the ClickHouse engine", format);
  describeStatistics("the ClickHouse engine", format);
  describeSums("the ClickHouse engine", format);
  describeSerialization("the ClickHouse engine", format);
  describeSearch("the ClickHouse engine", format);

  // Every dimension that can be inline is from its first load on.
  const inline = clickHouseFormat(started.cluster, { inlineRules: ALL_INLINE });
  describeEngine("the ClickHouse engine, inline", inline);
  describeBuilders("the ClickHouse engine, inline", inline);
  describeCuts("the ClickHouse engine, inline", inline);
  describeAdjusted("the ClickHouse engine, inline", inline);
  describeDerived("the ClickHouse engine, inline", inline);
  describeLookups("the ClickHouse engine, inline", inline);
  describeLeases("the ClickHouse engine, inline", inline);
  describeStatistics("the ClickHouse engine, inline", inline);
  describeSerialization("the ClickHouse engine, inline", inline);
  describeSearch("the ClickHouse engine, inline", inline);

  const fronted = clickHouseFormat(started.cluster, { rollupBytes: 100_000 });
  describeEngine("the ClickHouse engine, with sums that are kept", fronted);
  describeCuts("the ClickHouse engine, with sums that are kept", fronted);
  describeAdjusted("the ClickHouse engine, with sums that are kept", fronted);
  describeDerived("the ClickHouse engine, with sums that are kept", fronted);
}
