import type { MemberPage } from "../api/page.js";
import { crumbOf, titleOf } from "./crumbs.js";
import { describe } from "./describe.js";
import { html } from "./html.js";
import type { Content } from "./layout.js";

export function memberPage({ entriesUrl, dataset, dimension, member }: MemberPage): Content {
  const entries = entriesUrl === null ? null : html`<p><a href="${entriesUrl}">Entries</a></p>`;
  const main = html`${describe(member)} ${entries}`;
  return { title: titleOf(member), crumbs: [crumbOf(dataset), crumbOf(dimension)], main };
}
