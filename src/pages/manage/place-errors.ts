export interface PlaceErrors {
  /** By the name of a place, without that name. */
  readonly beside: ReadonlyMap<string, readonly string[]>;
  /** What concerns no place that there is. */
  readonly others: readonly string[];
}

/** Sort the errors of a model by the places that they concern: each begins with where it stands, which may be within a place. */
export function splitErrors(errors: readonly string[], places: ReadonlySet<string>): PlaceErrors {
  const beside = new Map<string, string[]>();
  const others: string[] = [];
  for (const error of errors) {
    const place = findPlace(error.split(": ", 1)[0]!, places);
    if (place === undefined) others.push(error);
    else beside.set(place, [...(beside.get(place) ?? []), error.slice(place.length).replace(/^: /, "")]);
  }
  return { beside, others };
}

/** The place of a path, which may lead on into it: `views[0].drilldown`. */
function findPlace(path: string, places: ReadonlySet<string>): string | undefined {
  for (let end = path.length; end > 0; end = Math.max(path.lastIndexOf(".", end - 1), path.lastIndexOf("[", end - 1))) {
    if (places.has(path.slice(0, end))) return path.slice(0, end);
  }
  return undefined;
}
