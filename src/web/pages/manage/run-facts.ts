import type { RunPage } from "../../../calls/views/resources/sources.js";
import { html, type Html } from "../parts/html.js";
import type { PageReader } from "../parts/reader.js";

/** Write the facts of a load in words: its times, its rows and what became of them, and the totals after it. */
export function showRunFacts({ run, name }: RunPage, reader: PageReader): Html {
  const { count, money } = reader.numbers;
  const time = (iso: string): Html => html`<time datetime="${iso}">${reader.dates.minute(iso)}</time>`;
  const rows: readonly (readonly [label: string, fact: Html | string | null])[] = [
    ["Dataset", html`<a href="${reader.href(`${reader.origin}/${name}`)}">${name}</a>`],
    ["What was done", OPERATIONS[run.operation]],
    ["Ordered", time(run.time_queued)],
    ["Began", run.time_start === null ? null : time(run.time_start)],
    ["Ended", run.time_end === null ? null : time(run.time_end)],
    ["Rows read", count(run.rows_read)],
    ["Blank or left out", some(run.rows_blank, count)],
    ["Rows with errors", some(run.rows_rejected, count)],
    ["New entries", some(run.entries_created, count)],
    ["Entries replaced", some(run.entries_updated, count)],
    ["Rows with the key of a later row", some(run.rows_repeated, count)],
    ["Entries in the dataset now", run.num_entries === null ? null : count(run.num_entries)],
    ...Object.entries(run.totals ?? {}).map(
      ([measure, total]) => [`Total of ${measure}`, money(null).exact(total)] as const,
    ),
  ];
  return html`<section aria-labelledby="facts">
    <h2 id="facts">Details</h2>
    <dl class="facts">
      ${rows.map(([label, fact]) =>
        fact === null
          ? null
          : html`<dt>${label}</dt>
              <dd>${fact}</dd> `,
      )}
    </dl>
  </section>`;
}

const OPERATIONS: Readonly<Record<RunPage["run"]["operation"], string>> = {
  load: "The rows of this source were loaded",
  replace: "All earlier rows were replaced",
  remove: "The rows of this source were removed",
};

/** Return a count as text; `null` for none. */
function some(number: number, count: (n: number) => string): string | null {
  return number === 0 ? null : count(number);
}
