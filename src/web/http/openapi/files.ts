import type { RouteDescription } from "../../../calls/route-description.js";

export const SHOW_FILE: RouteDescription = {
  id: "showFile",
  tag: "Interface",
  summary: "Read a style sheet, script, picture or font of the pages",
  details: "The links of pages name the files, with a mark of their contents: they never change.",
  statuses: [404],
  bodies: { css: "A style sheet.", js: "A script.", svg: "A picture.", woff2: "A font." },
};
