import { once } from "node:events";
import { NO_CLUSTER, startCluster } from "./start-clickhouse.js";

/** Run a cluster of two shards on this machine until it is interrupted: `npm run cluster`. */
if (NO_CLUSTER) {
  process.stderr.write(`${NO_CLUSTER}\n`);
  process.exitCode = 1;
} else {
  const { settings, close } = await startCluster({ password: "secret" });
  const { urls, user, password } = settings;
  process.stdout.write(`export SPENDCUBE_ENGINE=clickhouse SPENDCUBE_CLICKHOUSE_URL=${urls.join(",")}
export SPENDCUBE_CLICKHOUSE_USER=${user} SPENDCUBE_CLICKHOUSE_PASSWORD="${password}"
`);
  await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  await close();
}
