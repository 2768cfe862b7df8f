import { firstVersion } from "../../first-version.js";

const { history } = firstVersion(new Date(0));

/** The versions of a dataset: the first one, which is current, and one whose data is no longer kept. */
export const WITH_GONE = [...history, { ...history[0]!, number: 7, isKept: false }];

/** Requests about versions of a dataset that was loaded once, by the path of their route. */
export const VERSION_SAMPLES: Readonly<Record<string, readonly string[]>> = {
  "/{dataset}/meta/versions": ["/town/meta/versions", "/bare/meta/versions"],
  "/{dataset}/meta/citation": ["/town/meta/citation", "/bare@1/meta/citation"],
  "/{dataset}/meta/changes": [
    "/town/meta/changes?from=1&to=1",
    "/town/meta/changes?from=1&to=1&cut=region:North&drilldown=region|year&against=region:x&pagesize=1&lenient=true",
  ],
};
