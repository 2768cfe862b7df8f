/** True if the values of a drilldown are points in time. */
export function isTimeline(reference: string): boolean {
  return /^year$|\.(year|fiscal_year|yearmonth)$/.test(reference);
}
