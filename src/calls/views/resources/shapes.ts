import type { LayerFacts } from "../../../core/model/shape-layer.js";
import type { Resource } from "../../answer.js";
import type { Context } from "../../context.js";
import type { PagePlace } from "../../page-place.js";

/** The layers of shapes that maps are drawn from. */
export interface ShapesPage extends PagePlace {
  readonly kind: "shapes";
  readonly layers: readonly LayerFacts[];
}

/** `GET /shapes`: the layers of shapes, with their licences and sources. */
export function listLayers(context: Context, origin: string): Resource<ShapesPage> {
  const layers = context.shapes?.list() ?? [];
  return {
    version: context.shapes?.version() || "none",
    lastModified: null,
    canonical: "shapes",
    public: true,
    formats: {
      json: async () => ({
        chunks: [
          JSON.stringify(
            layers.map(({ name, label, taxonomy, licence, source, id, added, numShapes }) => ({
              name,
              label,
              taxonomy,
              licence,
              source,
              id,
              num_shapes: numShapes,
              added,
            })),
          ),
        ],
      }),
    },
    page: async () => ({
      kind: "shapes",
      origin,
      url: `${origin}/shapes`,
      query: "",
      alternates: ["json"],
      layers,
    }),
  };
}
