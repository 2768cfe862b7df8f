import type { RunPage, RunsPage } from "../api/page.js";
import { describe } from "./describe.js";
import { html } from "./html.js";
import type { Content, Crumb } from "./layout.js";
import { sourcesCrumbs } from "./sources.js";

export function runsPage({ origin, name, source, runs }: RunsPage): Content {
  const main = html`${runs.map(
    (run) =>
      html`<section>
        <h2><a href="${run.html_url}">${run.time_queued}: ${run.status}</a></h2>
        ${describe(run)}
      </section> `,
  )}`;
  return { title: `Runs of source ${source.id} of ${name}`, crumbs: sourceCrumbs(origin, name, source), main };
}

export function runPage({ origin, name, source, run }: RunPage): Content {
  const crumbs = [...sourceCrumbs(origin, name, source), { label: "Runs", url: `${source.html_url}/runs` }];
  const { errors, ...rest } = run;
  const main = html`${describe(rest)}
  ${
    errors.length === 0
      ? null
      : html`<h2>Errors</h2>
          <table>
            <thead>
              <tr>
                <th scope="col">Row</th>
                <th scope="col">Column</th>
                <th scope="col">Attribute</th>
                <th scope="col">Value</th>
                <th scope="col">What is wrong</th>
              </tr>
            </thead>
            <tbody>
              ${errors.map(
                ({ row, column, attribute, value, message }) =>
                  html`<tr>
                    <td>${row}</td>
                    <td dir="auto">${column}</td>
                    <td>${attribute}</td>
                    <td dir="auto">${value}</td>
                    <td dir="auto">${message}</td>
                  </tr> `,
              )}
            </tbody>
          </table> `
  }`;
  return { title: `Run ${run.id} of source ${source.id} of ${name}`, crumbs, main };
}

function sourceCrumbs(origin: string, name: string, source: RunPage["source"]): readonly Crumb[] {
  return [...sourcesCrumbs(origin, name), { label: `Source ${source.id}`, url: source.html_url }];
}
