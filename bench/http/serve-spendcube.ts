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
  return serveDataset(model, engine);
});
