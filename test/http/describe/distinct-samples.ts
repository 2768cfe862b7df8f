/** Requests for lists of members. */
export const DISTINCT_SAMPLES: readonly string[] = [
  "/town/cofog1.distinct",
  "/town/region.distinct?q=n&pagesize=1",
  "/town/rate.distinct?cut=region:North",
  "/town/until.distinct?attribute=year",
  "/town/region.distinct?filter=region:North",
];
