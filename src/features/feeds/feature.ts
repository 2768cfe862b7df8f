import { mediaTypeOf } from "../../calls/formats.js";
import { unversionedUrl } from "../../calls/reading/describe/links.js";
import type { RouteDescription } from "../../calls/route-description.js";
import type { Feature } from "../../web/http/routes/feature.js";
import { writeDatasetsAtom, writeDatasetsRss } from "./datasets-feed.js";
import { writeEntriesFeed } from "./entries-feed.js";
import { writeVersionsFeed } from "./versions-feed.js";

const VERSIONS = "/{dataset}/meta/versions";

const MATCHES: Pick<RouteDescription, "details" | "bodies"> = {
  details: "",
  bodies: { atom: "The newest 50 matches, to follow the search by; it takes the filters of the page (RFC 4287)." },
};

/** Feeds to follow the list of datasets, the versions of one, and searches by. */
export const FEEDS: Feature = {
  name: "feeds",
  samples: {},
  // The routes are those of what is followed.
  leakRows: () => ({}),
  makeRoutes: () => [],
  services: {
    feeds: {
      writeDatasets: { rss: writeDatasetsRss, atom: writeDatasetsAtom },
      writeVersions: writeVersionsFeed,
      writeEntries: writeEntriesFeed,
    },
  },
  alternate: ({ html_url: url }, { versions }) => [
    mediaTypeOf("atom"),
    versions.versions,
    `${unversionedUrl(url)}${VERSIONS.replace("/{dataset}", "")}.atom`,
  ],
  additions: {
    "/datasets": {
      details: "",
      bodies: { rss: "The newest twenty datasets, as a feed.", atom: "The same as Atom (RFC 4287)." },
    },
    [VERSIONS]: { details: "", bodies: { atom: "The newest fifty versions as a feed." } },
    "/{dataset}/entries": MATCHES,
    "/{dataset}/{dimension}/{name}/entries": MATCHES,
    "/search": MATCHES,
    "/members/{taxonomy}/{name}": {
      details: "",
      bodies: { atom: "Its newest 50 entries in the 50 datasets that were changed last, to follow it by (RFC 4287)." },
    },
  },
};
