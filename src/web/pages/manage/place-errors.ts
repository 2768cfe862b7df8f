export interface PlaceErrors {
  /** Errors by the name of their place, without that name in the text. */
  readonly beside: ReadonlyMap<string, readonly string[]>;
  /** Errors of no known place. */
  readonly others: readonly string[];
}

/** Group the errors of a model by place. Each error begins with a path, which may lead into a place. */
export function splitErrors(errors: readonly string[], places: ReadonlySet<string>): PlaceErrors {
  const beside = new Map<string, string[]>();
  const others: string[] = [];
  for (const error of errors) {
    const place = findPlace(error.split(": ", 1)[0]!, places);
    if (place === undefined) others.push(error);
    else beside.set(place, [...(beside.get(place) ?? []), error.slice(place.length).replace(/^(?:: |\.)/, "")]);
  }
  return { beside, others };
}

/** Find the place of a path; the path may lead into it, such as `views[0].drilldown` into `views`. */
function findPlace(path: string, places: ReadonlySet<string>): string | undefined {
  for (let end = path.length; end > 0; end = Math.max(path.lastIndexOf(".", end - 1), path.lastIndexOf("[", end - 1))) {
    if (places.has(path.slice(0, end))) return path.slice(0, end);
  }
  return undefined;
}
