import { cutClauses } from "../cube/queries.js";

export const AGGREGATE_PATH = "/api/2/aggregate";

/** Q3 as a URL; wrk.lua adds cuts like the ones below. */
export const QUESTION = `${AGGREGATE_PATH}?dataset=cube&drilldown=function.name|region.name`;

export function departmentsCut(departments: readonly number[]): string {
  return `&cut=${cutClauses({ department: departments }).join("|")}`;
}
