import type { LeakRow } from "#src/web/http/routes/leak-row.js";

/**
 * The routes about versions and rows of their files, and where a private dataset might show in them.
 * @param secret name of the private dataset
 */
export function questionsOfVersions(secret: string): Readonly<Record<string, LeakRow>> {
  return {
    "GET /{dataset}/meta/versions": {
      open: [
        "/town/meta/versions",
        "/town/meta/versions.json",
        "/town/meta/versions.atom",
        "/secret-plan/meta/versions",
      ],
      named: [`/${secret}/meta/versions`, `/${secret}/meta/versions.json`, `/${secret}@1/meta/versions.atom`],
      wrong: [`/${secret}/meta/versions.csv`, `/${secret}@9/meta/versions.json`],
    },
    "GET /{dataset}/sources/{source}/rows/{row}": {
      open: ["/town/sources/1/rows/1.json", "/secret-plan/sources/1/rows/1.json?entry=1"],
      named: [`/${secret}/sources/1/rows/1`, `/${secret}@1/sources/1/rows/1.json`],
      wrong: [
        `/${secret}/sources/1/rows/x.json`,
        `/${secret}/sources/9/rows/1.json`,
        `/${secret}/sources/1/rows/1.csv`,
      ],
    },
    "GET /{dataset}/meta/citation": {
      open: ["/town/meta/citation.json", "/town/meta/citation.bib", "/secret-plan/meta/citation.json"],
      named: [`/${secret}/meta/citation.json`, `/${secret}@1/meta/citation.bib`],
      wrong: [`/${secret}@9/meta/citation.json`, `/${secret}/meta/citation.csv`],
    },
    "GET /{dataset}/meta/changes": {
      open: [
        "/town/meta/changes.json?from=1&to=1",
        "/town/meta/changes?from=1&to=1&drilldown=region",
        "/secret-plan/meta/changes.csv",
      ],
      named: [
        `/${secret}/meta/changes?from=1&to=1`,
        `/${secret}/meta/changes.json?from=1&to=1&cut=region:Hidden%20valley`,
        `/${secret}@1/meta/changes.csv?from=1`,
        `/${secret}/meta/changes.ndjson?from=1&to=1`,
      ],
      wrong: [
        `/${secret}/meta/changes.json?from=x`,
        `/${secret}/meta/changes.json?from=9`,
        // Its currency is another.
        `/town%7C${secret}/meta/changes.json`,
        `/town%7C${secret}/meta/changes.csv`,
        `/${secret}/meta/changes.json?cut=regio:x`,
        `/${secret}/meta/changes.rss`,
      ],
    },
  };
}
