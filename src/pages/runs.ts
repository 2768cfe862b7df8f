import type { RunPage, RunsPage } from "../api/page.js";
import { alternatesOf, resourceLink } from "./alternates.js";
import { describe } from "./describe.js";
import { html, type Html } from "./html.js";
import type { Content, Crumb } from "./layout.js";
import type { Reader } from "./reader.js";
import { sourcesCrumbs, table } from "./sources.js";

export function runsPage(page: RunsPage, reader: Reader): Content {
  const { name, source, runs } = page;
  const main = html`${runs.map(
    (run) =>
      html`<section>
        <h2><a href="${reader.href(run.html_url)}">${run.time_queued}: ${run.status}</a></h2>
        <div class="fields">${describe(run)}</div>
      </section> `,
  )}`;
  return {
    title: `Runs of source ${source.id} of ${name}`,
    crumbs: sourceCrumbs(name, source),
    main,
    data: [resourceLink("The runs", page)],
    alternates: alternatesOf(page),
  };
}

export function runPage(page: RunPage): Content {
  const { name, source, run } = page;
  const crumbs = [...sourceCrumbs(name, source), { label: "Runs", url: `${source.html_url}/runs` }];
  const { errors, ...rest } = run;
  const main = html`<div class="fields">${describe(rest)}</div>
    ${errors.length === 0 ? null : showErrors(errors)}`;
  return {
    title: `Run ${run.id} of source ${source.id} of ${name}`,
    crumbs,
    main,
    data: [resourceLink("The run", page)],
    alternates: alternatesOf(page),
  };
}

function showErrors(errors: RunPage["run"]["errors"]): Html {
  return html`<h2>Errors</h2>
    ${table(
      "Errors",
      ["Row", "Column", "Attribute", "Value", "What is wrong"],
      errors.map(
        ({ row, column, attribute, value, message }) =>
          html`<tr>
            <td class="number">${row}</td>
            <td dir="auto">${column}</td>
            <td>${attribute}</td>
            <td dir="auto">${value}</td>
            <td dir="auto">${message}</td>
          </tr> `,
      ),
    )}`;
}

function sourceCrumbs(name: string, source: RunPage["source"]): readonly Crumb[] {
  return [...sourcesCrumbs(name), { label: `Source ${source.id}`, url: source.html_url }];
}
