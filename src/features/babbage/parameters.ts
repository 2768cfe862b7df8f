import type { FeatureParameters, ParametersByPath } from "../../core/query/call-parameters.js";
import { parameterNames, type RouteDescription } from "../../calls/route-description.js";
import { AGGREGATE_CUBE, LIST_CUBE_MEMBERS, LIST_FACTS } from "./description.js";

const INSTEAD = {
  dataset: "here the path names the dataset",
  filter: 'here filters are written cut=dimension.attribute:"value"',
  year: "here a year is written cut=time.year:2009",
};

/** Parameters of the calls of cubes. */
export const CUBE_PARAMETERS: ParametersByPath = {
  "/api/3/cubes/{dataset}/aggregate": parametersOfCube(AGGREGATE_CUBE, {
    measure: "here aggregates=measure.sum chooses the sums",
  }),
  "/api/3/cubes/{dataset}/facts": parametersOfCube(LIST_FACTS, {
    measure: "here fields=reference,reference chooses what entries show",
  }),
  "/api/3/cubes/{dataset}/members/{reference}": parametersOfCube(LIST_CUBE_MEMBERS, {
    drilldown: "here the path names the dimension",
  }),
};

function parametersOfCube(about: RouteDescription, instead: Readonly<Record<string, string>>): FeatureParameters {
  return { names: parameterNames(about), instead: { ...INSTEAD, ...instead }, areForeign: true };
}
