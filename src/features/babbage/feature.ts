import type { Feature } from "../../web/http/routes/feature.js";
import { CUBE_SAMPLES, leakRowsOfCubes } from "./samples.js";
import { markReading } from "../../web/http/routes/feature-routes.js";
import { makeCubeRoutes } from "./cube-routes.js";
import { CUBE_PARAMETERS } from "./parameters.js";
import { CUBE_SCHEMAS } from "./description.js";

/** The newer interface of OpenSpending, under `/api/3`. */
export const BABBAGE: Feature = {
  name: "babbage",
  schemas: CUBE_SCHEMAS,
  cited: ["DescribedCube", "InfoPackage", "CubeCells", "CubeFacts", "CubeMembers"],
  parameters: CUBE_PARAMETERS,
  samples: CUBE_SAMPLES,
  leakRows: leakRowsOfCubes,
  makeRoutes: (context) => markReading(makeCubeRoutes(context)),
};
