/** Facts about a format of answers. */
interface FormatFacts {
  /** The `Content-Type` of its bodies. */
  readonly type: string;
  /**
   * Which paths a suffix can name it in: all, where it is otherwise part of a name, or those that have the format; absent:
   * none.
   */
  readonly suffix?: "always" | "rare";
  /** Extension of its files, if it is not its name. */
  readonly extension?: string;
  /** True if its bodies have a file name to save them under. */
  readonly isDownload?: boolean;
  /** True if its bodies are no text. */
  readonly isBinary?: boolean;
  /** True if its bodies are compressed already. */
  readonly isCompressed?: boolean;
  /** True if it has no place for warnings. */
  readonly lacksWarnings?: boolean;
  /** True if `Accept` can choose it for `/api` calls: no browser asks for it by default. */
  readonly isAccepted?: boolean;
  /** True if it has numbers and words in the reader's language. */
  readonly isInLanguages?: boolean;
}

/** The formats of answers, in order of preference. */
export const FORMATS = {
  html: { type: "text/html; charset=utf-8", suffix: "always", isInLanguages: true },
  json: { type: "application/json; charset=utf-8", suffix: "always", isAccepted: true },
  csv: { type: "text/csv; charset=utf-8", suffix: "always", isDownload: true, lacksWarnings: true },
  rss: { type: "application/rss+xml; charset=utf-8", suffix: "always", isInLanguages: true },
  atom: { type: "application/atom+xml; charset=utf-8", suffix: "rare", isInLanguages: true },
  xml: { type: "application/xml; charset=utf-8" },
  jsonld: { type: "application/ld+json", suffix: "rare" },
  ttl: { type: "text/turtle; charset=utf-8", suffix: "rare" },
  bib: { type: "application/x-bibtex; charset=utf-8", suffix: "rare", isDownload: true },
  ndjson: {
    type: "application/x-ndjson",
    suffix: "rare",
    isDownload: true,
    lacksWarnings: true,
    isAccepted: true,
  },
  arrow: {
    type: "application/vnd.apache.arrow.stream",
    extension: "arrows",
    isBinary: true,
    isDownload: true,
    lacksWarnings: true,
    isAccepted: true,
  },
  parquet: {
    type: "application/vnd.apache.parquet",
    isBinary: true,
    isCompressed: true,
    isDownload: true,
    lacksWarnings: true,
  },
  xlsx: {
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    suffix: "rare",
    isBinary: true,
    isCompressed: true,
    isDownload: true,
    lacksWarnings: true,
  },
  /** A table as a page shows it, as a workbook. */
  table: {
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    extension: "xlsx",
    isBinary: true,
    isCompressed: true,
    isDownload: true,
    lacksWarnings: true,
    isInLanguages: true,
  },
  text: { type: "text/plain; charset=utf-8" },
  css: { type: "text/css; charset=utf-8" },
  js: { type: "text/javascript; charset=utf-8" },
  svg: {
    type: "image/svg+xml; charset=utf-8",
    lacksWarnings: true,
    isInLanguages: true,
  },
  png: {
    type: "image/png",
    isBinary: true,
    isCompressed: true,
    lacksWarnings: true,
    isInLanguages: true,
  },
  ico: { type: "image/x-icon", isBinary: true },
  woff2: { type: "font/woff2", isBinary: true, isCompressed: true },
  gz: {
    type: "application/gzip",
    isBinary: true,
    isCompressed: true,
    isDownload: true,
    lacksWarnings: true,
  },
} as const satisfies Readonly<Record<string, FormatFacts>>;

export type Format = keyof typeof FORMATS;

/** Formats that all entries of a dataset can be written in. */
export const EXPORT_FORMATS = ["csv", "ndjson", "arrow", "parquet"] as const satisfies readonly Format[];

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const FACTS: Readonly<Record<Format, FormatFacts>> = FORMATS;

/** List the formats of which something is true. */
export function formatsThat(holds: (facts: FormatFacts) => boolean | undefined): ReadonlySet<Format> {
  return new Set((Object.keys(FACTS) as Format[]).filter((format) => holds(FACTS[format])));
}

/** Formats that have no place for warnings. */
export const WITHOUT_WARNINGS = formatsThat((format) => format.lacksWarnings);

/** Formats with words, numbers and texts of the data in the reader's language. */
export const IN_LANGUAGES = formatsThat(({ isInLanguages }) => isInLanguages);

/** Return the media type of a format, without parameters. */
export function mediaTypeOf(format: Format): string {
  return FORMATS[format].type.split(";", 1)[0]!;
}

/** Return the name to save a body under. */
export function downloadName(stem: string, format: Format): string {
  return `${stem}.${FACTS[format].extension ?? format}`;
}

/** List the formats of a call that answers JSON and others. @param bodies what a body has in each of the others */
export function withJson(bodies: Readonly<Partial<Record<Format, string>>>): readonly Format[] {
  return ["json", ...(Object.keys(bodies) as Format[])];
}
