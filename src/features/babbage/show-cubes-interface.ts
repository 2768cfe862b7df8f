import type { Answer } from "../../calls/answer.js";
import type { Context } from "../../calls/context.js";

/** `GET /api/3`: the name and version of the interface. */
export function showCubesInterface(context: Context, origin: string): Answer {
  const described = {
    status: "ok",
    api: "babbage",
    cubes_index_url: `${origin}/api/3/cubes`,
    version: context.version,
  };
  return {
    version: context.version,
    lastModified: null,
    canonical: "",
    public: true,
    formats: { json: async () => ({ chunks: [JSON.stringify(described)] }) },
  };
}
