import type { LabelledPath } from "../../../calls/views/pages/levels.js";
import { html, type Html } from "../parts/html.js";
import { sayPhrase } from "../parts/say-phrase.js";
import type { PageLocale } from "../parts/page-locale.js";

/** A level above the one that is shown. */
interface TrailStep {
  readonly label: string;
  readonly href: string;
}

/** Write the way down a hierarchy as breadcrumbs, which end with the member that is opened. */
export function levelTrail(
  locale: PageLocale,
  { opened, labels: said, url }: LabelledPath,
  hrefOf: (numOpened: number) => string,
): Html | null {
  if (opened.length === 0) return null;
  const labels = said.map((each) => sayPhrase(locale, each));
  const steps = opened.map((_, at): TrailStep => ({
    label: labels[at - 1] ?? locale.words.figures.all,
    href: hrefOf(at),
  }));
  const current = labels.at(-1)!;
  return html`<nav class="crumbs" aria-label="${locale.words.figures.levels}">
    <ol>
      ${steps.map(({ label, href }) => html`<li><a href="${href}" dir="auto">${label}</a></li> `)}
      <li>
        ${url === null ? html`<bdi>${current}</bdi>` : html`<a href="${locale.href(url)}" aria-current="true" dir="auto">${current}</a>`}
      </li>
    </ol>
  </nav>`;
}
