import type { RouteDescription } from "../../calls/route-description.js";
import { FRAME_THEME } from "../../calls/views/pages/page-parameters.js";
import { COUNT_SCHEMA, described, object, optional, TEXT, URL } from "../../calls/schema.js";

export const EMBED_PAGE: RouteDescription = {
  id: "embedPage",
  tag: "Pages",
  summary: "Find the frame for an address of this server, as oEmbed 1.0",
  details:
    "Editors and other sites call this when the address of a dataset, of the explorer or of a frame is pasted into a text; those pages link to it. Private datasets count as missing for every caller.",
  parameters: [
    {
      name: "url",
      description: "Address of a dataset, of the explorer or of a frame, also of a version.",
      schema: TEXT,
      required: true,
      example: "http://127.0.0.1:8080/uk-spending",
    },
    ...["maxwidth", "maxheight"].map((name) => ({ name, description: "Limit of the frame in pixels.", schema: TEXT })),
    { ...FRAME_THEME, description: `${FRAME_THEME.description} Without it, as \`url\` says.` },
    { name: "format", description: "`json`; any other is answered 501.", schema: { enum: ["json"], default: "json" } },
  ],
  json: described(
    optional(
      object({
        version: { const: "1.0" },
        type: { const: "rich" },
        title: TEXT,
        html: described(TEXT, "An `iframe` with the chart."),
        width: COUNT_SCHEMA,
        height: COUNT_SCHEMA,
        provider_name: TEXT,
        provider_url: URL,
      }),
      {
        thumbnail_url: described(URL, "Picture of the chart; absent if there is none."),
        thumbnail_width: COUNT_SCHEMA,
        thumbnail_height: COUNT_SCHEMA,
      },
    ),
    "As described at oembed.com.",
  ),
  isForAll: true,
  statuses: [404, 501],
};
