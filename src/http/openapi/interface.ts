import type { RouteDescription } from "./description.js";
import { ANY_OBJECT, object, refer, type Schema, TEXT } from "./schema.js";

export const SHOW_INTERFACE: RouteDescription = {
  id: "showInterface",
  tag: "Interface",
  summary: "Read this document",
  json: refer("OpenApi"),
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
