import { Kernel } from "#src/engines/kernel/kernel.js";
import { makeCube } from "../cube/cube.js";
import { loadPayments } from "../payments.js";
import { loadCube } from "../peers/spendcube.js";
import { serveDataset } from "./serve-dataset.js";
import { serveProcess } from "./server-process.js";
import { writePaths } from "./write-paths.js";

/** Number of different pages of entries that are requested. */
const PAGES = 1000;

const [, , subject, rows, directory, threads] = process.argv;

// Two servers of one table: with and without the response cache.
await serveProcess(async () => {
  const isCube = subject === "cube";
  const { model, engine } = await (isCube
    ? loadCube(makeCube(Number(rows)), Number(threads))
    : loadPayments(Kernel.start({ threads: Number(threads) })));
  const { name } = model.dataset;
  // The largest dimension, and a small one to cut it by.
  const [many, few] = isCube ? ["supplier", "department"] : ["to", "unit"];
  let page = 0;
  await writePaths(model, engine, directory!, {
    dataset: () => `/${name}`,
    member: (_, nameOf) => `/${name}/${many}/${nameOf(many!)}`,
    entries: () => `/${name}/entries`,
    turned: () => `/${name}/entries?page=${(page++ % PAGES) + 1}`,
    filtered: (_, nameOf) => `/${name}/entries?filter=${few}:${nameOf(few!)}`,
    explore: () => `/${name}/explore?drilldown=${many}&chart=treemap`,
    into: (_, nameOf) => `/${name}/explore?drilldown=${many}&cut=${few}:${nameOf(few!)}&chart=bars`,
  });
  const servers = [serveDataset(model, engine), serveDataset(model, engine, { cacheBytes: 0 })];
  return (await Promise.all(servers)).join(" ");
});
