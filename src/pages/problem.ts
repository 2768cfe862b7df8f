import { html } from "./html.js";
import { layOut } from "./layout.js";
import { createReader } from "./reader.js";
import type { StaticFiles } from "./static-files.js";

/** A page that says what was wrong. @param origin where links lead */
export function renderProblem(title: string, faults: readonly string[], origin: string, files: StaticFiles): string {
  const reader = createReader("en", origin);
  const main = html`${faults.map((fault) => html`<p class="fault" dir="auto">${fault}</p> `)}
    <p><a href="${reader.href("/datasets")}">All datasets</a></p>`;
  return layOut(reader, files, { title, crumbs: [], main, data: [] }).markup;
}
