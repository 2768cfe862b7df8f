import type { Feature } from "../../web/http/routes/feature.js";
import { MCP_SCHEMAS } from "./description.js";
import { makeMcpRoute } from "./mcp-route.js";

/** Tools for assistants, by the Model Context Protocol. */
export const ASSISTANTS: Feature = {
  name: "mcp",
  schemas: MCP_SCHEMAS,
  samples: {},
  // Messages are tested for private data tool by tool.
  leakRows: () => ({ "POST /mcp": { open: ["/mcp"] } }),
  makeRoutes: (context) => [makeMcpRoute(context)],
  introduction: (origin) =>
    `- [MCP](${origin}/mcp): tools for assistants over the Model Context Protocol, Streamable HTTP (POST)\n`,
};
