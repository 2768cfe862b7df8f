import type { RouteDescription } from "../../../calls/route-description.js";
import { ANY_OBJECT, object, refer, type Schema, TEXT } from "../../../calls/schema.js";

export const SHOW_INTERFACE: RouteDescription = {
  id: "showInterface",
  tag: "Interface",
  summary: "Read this document",
  details: "The OpenAPI 3.1 document of this server: every path with its parameters, answers and errors.",
  json: refer("OpenApi"),
};

export const DESCRIBE_SITE: RouteDescription = {
  id: "describeSite",
  tag: "Assistants",
  summary: "Read what the site is, its public datasets, and how assistants ask",
  details: "A text for AI assistants: what the site publishes, its public datasets, and how to ask.",
  bodies: { text: "Markdown, as described at llmstxt.org." },
};

export const SHOW_ROBOTS: RouteDescription = {
  id: "showRobots",
  tag: "Interface",
  summary: "Read what search engines should leave alone",
  details: "Searches and the explorer are left alone; pages of datasets may be read.",
  bodies: { text: "As in RFC 9309." },
  isOfNow: true,
};

export const SHOW_SECURITY: RouteDescription = {
  id: "showSecurity",
  tag: "Interface",
  summary: "Read where to report vulnerabilities, if the operator says so",
  details: "A contact by RFC 9116, from the setting `--security-contact`; 404 without it.",
  bodies: { text: "As in RFC 9116." },
  isOfNow: true,
};

export const SHOW_ICON: RouteDescription = {
  id: "showIcon",
  tag: "Interface",
  summary: "Read the icon of the pages, for programs that read no SVG",
  details: "The icon in the ICO format.",
  bodies: { ico: "An icon of 16, 32 and 48 pixels." },
};

export const INTERFACE_SCHEMAS: Readonly<Record<string, Schema>> = {
  OpenApi: object(
    {
      openapi: { type: "string", pattern: "^3\\.1\\." },
      info: object({ title: TEXT, version: TEXT }, ANY_OBJECT),
      paths: ANY_OBJECT,
    },
    ANY_OBJECT,
  ),
};
