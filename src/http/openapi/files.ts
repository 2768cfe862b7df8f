import type { RouteDescription } from "./description.js";

export const SHOW_FILE: RouteDescription = {
  id: "showFile",
  tag: "Interface",
  summary: "Read a file that pages need, under the name that they call it by",
  statuses: [404],
  bodies: { css: "A style sheet.", js: "A script.", svg: "A picture." },
};
