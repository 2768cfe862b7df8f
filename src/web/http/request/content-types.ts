import type { Form } from "../../../calls/answer.js";

/** The content type of each format, in order of preference. */
export const CONTENT_TYPES = {
  html: "text/html; charset=utf-8",
  json: "application/json; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  rss: "application/rss+xml; charset=utf-8",
  atom: "application/atom+xml; charset=utf-8",
  xml: "application/xml; charset=utf-8",
  jsonld: "application/ld+json",
  ttl: "text/turtle; charset=utf-8",
  bib: "application/x-bibtex; charset=utf-8",
  ndjson: "application/x-ndjson",
  arrow: "application/vnd.apache.arrow.stream",
  parquet: "application/vnd.apache.parquet",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  text: "text/plain; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml; charset=utf-8",
  png: "image/png",
  ico: "image/x-icon",
  woff2: "font/woff2",
  gz: "application/gzip",
} as const;

/** Formats that have no place for warnings. */
export const WITHOUT_WARNINGS: ReadonlySet<Form> = new Set<Form>([
  "csv",
  "ndjson",
  "arrow",
  "parquet",
  "xlsx",
  "gz",
  "svg",
  "png",
]);
