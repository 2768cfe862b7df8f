import { html, type Html } from "../parts/html.js";

/** A choice for a part of the sentence. */
export interface PartChoice {
  readonly label: string;
  /** Address of the page with it; `null` if it would not be true. */
  readonly href: string | null;
  readonly isChosen?: boolean;
  /** Why it would not be true. */
  readonly reason?: string | undefined;
  /** Chart whose small picture stands before it. */
  readonly chart?: string;
}

/** Choices of a kind. */
export interface ChoiceGroup {
  /** `null` if the title of the part says it. */
  readonly heading: string | null;
  readonly choices: readonly PartChoice[];
}

/** A part of the sentence that says what the explorer shows. */
export interface SentencePart {
  readonly id: string;
  /** Text that it shows now. */
  readonly text: string;
  /** Title of its choices. */
  readonly title: string;
  readonly groups: readonly ChoiceGroup[];
  /** Small forms after its choices. */
  readonly forms: readonly Html[];
  /** True if it says nothing yet. */
  readonly isAbsent?: boolean;
}

/** Write a part as a button that opens its choices. */
export function partButton({ id, text, isAbsent = false }: SentencePart): Html {
  const [name, kind] = [html`<bdi>${text}</bdi>`, isAbsent ? "part absent" : "part"];
  return html`<button type="button" class="${kind}" popovertarget="${id}">${name}</button>`;
}

/** Write the choices of a part. Browsers that do not know popovers show them below the sentence. */
export function partPanel({ id, title, groups, forms }: SentencePart): Html {
  return html`<div class="panel" id="${id}" popover="auto" role="group" aria-label="${title}">
    <p class="panel-title">${title}</p>
    ${groups
      .filter(({ choices }) => choices.length > 0)
      .map(
        ({ heading, choices }) =>
          html`${heading === null ? null : html`<p class="panel-group"><bdi>${heading}</bdi></p>`}
            <ul>
              ${choices.map(writeChoice)}
            </ul>`,
      )}
    ${forms}
  </div>`;
}

function writeChoice({ label, href, isChosen = false, reason, chart }: PartChoice): Html {
  const text = html`<bdi>${label}</bdi>`;
  const drawn = chart === undefined ? null : html`data-chart="${chart}"`;
  if (href === null)
    return html`<li class="refused" ${drawn}>
      ${text} ${reason === undefined ? null : html`<small>${reason}</small>`}
    </li>`;
  return html`<li ${drawn}><a href="${href}" ${isChosen ? html`aria-current="true"` : null}>${text}</a></li>`;
}
