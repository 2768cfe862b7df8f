import { errorText } from "../../../core/errors/error-text.js";
import type { Context } from "../../../calls/context.js";
import { readAsset } from "../../../core/assets/assets.js";
import type { StaticFiles } from "../../pages/parts/static-files.js";
import { NotFound } from "../../../core/errors/errors.js";
import type { DescribedRoute } from "../openapi/described-route.js";
import { SHOW_ICON } from "../openapi/interface.js";
import type { RouteDescription } from "../../../calls/route-description.js";

const SHOW_FILE: RouteDescription = {
  id: "showFile",
  tag: "Interface",
  summary: "Read a style sheet, script, picture or font of the pages",
  details: "The links of pages name the files, with a mark of their contents: they never change.",
  statuses: [404],
  bodies: { css: "A style sheet.", js: "A script.", svg: "A picture.", woff2: "A font." },
};

/**
 * Make the route of style sheets, scripts, pictures and fonts. A file's name contains a hash of its content, so it never
 * changes.
 */
export function makeStaticRoute(files: StaticFiles): DescribedRoute {
  return {
    method: "GET",
    path: "/static/{file}",
    kind: "resource",
    formats: ["css", "js", "svg", "woff2"],
    about: SHOW_FILE,
    call: ({ segments }) => {
      const name = segments.get("file")!;
      const file = files.find(name);
      if (!file) throw new NotFound(errorText("no_such_file", { file: name }));
      return {
        version: name,
        lastModified: STARTED,
        canonical: "",
        public: true,
        lasts: true,
        withoutLinks: true,
        holds: () => true,
        formats: { [file.format]: async () => ({ chunks: [file.bytes] }) },
      };
    },
  };
}

/** Make the route of the icon, which some programs look for under this name only. */
export function makeIconRoute(context: Pick<Context, "version">): DescribedRoute {
  return {
    method: "GET",
    path: "/favicon.ico",
    kind: "resource",
    formats: ["ico"],
    about: SHOW_ICON,
    call: () => ({
      version: context.version,
      lastModified: STARTED,
      canonical: "",
      public: true,
      holds: () => true,
      formats: { ico: async () => ({ chunks: [readAsset("dist/favicon.ico")] }) },
    }),
  };
}

/** Modification time of the files, which depend on the program only. */
const STARTED = new Date();
