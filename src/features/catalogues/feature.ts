import type { Feature } from "../../web/http/routes/feature.js";
import { writeCatalogue } from "./write-catalogue.js";

/** The list of datasets as a catalogue in DCAT, for the portals that collect these. */
export const CATALOGUES: Feature = {
  name: "catalogues",
  samples: {},
  // The route is that of the list.
  leakRows: () => ({}),
  makeRoutes: () => [],
  services: { writeCatalogue },
  additions: {
    "/datasets": {
      details: "The catalogue in DCAT, JSON-LD and Turtle, has public datasets only, 200 on a page.",
      bodies: {
        jsonld:
          "The public ones as a catalogue in DCAT 3; with links to other pages (hydra:PartialCollectionView) if there are several.",
        ttl: "The same as Turtle.",
      },
    },
  },
};
