import { makeCube } from "../cube/cube.js";
import { loadCubeWithRollups } from "../peers/spendcube.js";
import { serveDataset } from "./serve-dataset.js";
import { serveProcess } from "./server-process.js";

const [, , rows, threads] = process.argv;

await serveProcess(async () => {
  const { engine, model } = await loadCubeWithRollups(makeCube(Number(rows)), Number(threads));
  return serveDataset(model, engine);
});
