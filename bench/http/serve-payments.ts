import { Kernel } from "#src/engines/kernel/kernel.js";
import { loadPayments } from "../payments.js";
import { serveDataset } from "./serve-dataset.js";
import { serveProcess } from "./server-process.js";
import { memberOf, writePaths } from "./write-paths.js";

const [, , directory, threads] = process.argv;

// Two servers of one table: with and without the response cache.
await serveProcess(async () => {
  const { model, engine } = await loadPayments(Kernel.start({ threads: Number(threads) }));
  const { name } = model.dataset;
  await writePaths(model, engine, directory!, {
    member: (_, nameOf) => `/${name}/to/${nameOf("to")}.json`,
    entry: ({ id }) => `/${name}/entries/${id}.json`,
    prefix: (entry) => {
      const letters = String(memberOf(model, entry, "to")[1]).slice(0, 3);
      return `/${name}/to.distinct.json?pagesize=10&q=${encodeURIComponent(letters)}`;
    },
    cut: (_, nameOf) => `/${name}/to.distinct.json?pagesize=10&cut=unit:${nameOf("unit")}`,
    aggregate: (_, nameOf) => `/api/2/aggregate?dataset=${name}&drilldown=year&cut=to:${nameOf("to")}`,
  });
  const servers = [serveDataset(model, engine), serveDataset(model, engine, { cacheBytes: 0 })];
  return (await Promise.all(servers)).join(" ");
});
