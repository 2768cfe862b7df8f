import type { Model } from "#src/core/model/cube.js";
import type { Parameters } from "#src/core/query/parameters.js";
import { type BoundSearch, bindSearchRequest } from "#src/core/query/search/bind-search.js";
import { parseSearchRequest } from "#src/core/query/search/request.js";
import type { SearchBounds } from "#src/core/query/syntax/parse.js";

const USUAL: SearchBounds = { maxClauses: 1024, maxNesting: 64 };

/** Parse the parameters of a search of one dataset and bind them to its model. @throws InvalidQuery with every error */
export function bindSearch(model: Model, parameters: Parameters, bounds: SearchBounds = USUAL): BoundSearch {
  const errors: string[] = [];
  const request = parseSearchRequest(parameters, bounds, errors);
  return bindSearchRequest([model], request, true, bounds.maxClauses, errors);
}
