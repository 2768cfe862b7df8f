import { makeCube } from "../cube/cube.js";
import { loadCube, loadCubeWithRollups } from "../peers/spendcube.js";
import { serveDataset } from "./serve-dataset.js";
import { serveProcess } from "./server-process.js";

const [, , rows, threads, rollups] = process.argv;

await serveProcess(async () => {
  const { engine, model } = await (rollups === undefined ? loadCubeWithRollups : loadCube)(
    makeCube(Number(rows)),
    Number(threads),
  );
  // First answers are compared with the same ones from the cache.
  return serveDataset(model, engine, rollups === undefined ? {} : { cacheBytes: 2 ** 30 });
});
