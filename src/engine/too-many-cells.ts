/** What is said of an aggregation beyond `Bounds.maxCells`. */
export function tooManyCells(maxCells: number): string {
  return `The drilldown has more than ${maxCells} cells; cut more or drill down by less`;
}
