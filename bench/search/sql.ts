import type { Found } from "./contestant.js";
import { FACETS, PAGESIZE, type Question } from "./questions.js";

/** Print a question as one SQL statement for its count, page and facets, over a table `entries`. */
export function questionSql({ facets }: Question, where: string): string {
  const parts = [
    "SELECT 'count' AS part, count(*) AS n, 0 AS value FROM found",
    `(SELECT 'hit', amount, id FROM found ORDER BY amount DESC, id LIMIT ${PAGESIZE})`,
    ...facets.map(
      (name, at) =>
        `(SELECT 'facet ${at}', count(*), ${name} FROM found GROUP BY ${name} ORDER BY 2 DESC, 3 LIMIT ${FACETS})`,
    ),
  ];
  const columns = ["id", "amount", ...facets].join(", ");
  return `WITH found AS MATERIALIZED (SELECT ${columns} FROM entries WHERE ${where}) ${parts.join(" UNION ALL ")}`;
}

/** Read the statement's result. @param rows part and number of each row */
export function readFound({ facets }: Question, rows: readonly (readonly [part: string, n: number])[]): Found {
  const numbersOf = (part: string): number[] => rows.filter(([own]) => own === part).map(([, n]) => n);
  const [count = 0] = numbersOf("count");
  if (numbersOf("hit").length !== Math.min(PAGESIZE, count)) throw new Error("The page is incomplete");
  return { count, facets: facets.map((_, at) => numbersOf(`facet ${at}`).toSorted((a, b) => b - a)) };
}
