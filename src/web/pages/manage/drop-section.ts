import { field, tokenField } from "../parts/form.js";
import { html, type Html } from "../parts/html.js";
import type { PageLocale } from "../parts/page-locale.js";
import { showError } from "../parts/show-error.js";

/** A dropping that was refused, with what was typed. */
export interface RefusedDrop {
  readonly confirmation: string;
  readonly errors: readonly string[];
}

interface DropForm {
  readonly action: string;
  readonly token: string;
  readonly refused: RefusedDrop | null;
  readonly title: string;
  /** Sentence on what dropping does not change, or when it is refused. */
  readonly remark: string;
  /** Label of the field that the name is typed into. */
  readonly confirm: string;
}

/** Write a form that drops something when its name is typed. */
export function dropSection(locale: PageLocale, { action, token, refused, title, remark, confirm }: DropForm): Html {
  const errors = (refused?.errors ?? []).map(
    (error) => html`<p class="error" dir="auto">${showError(locale, error)}</p> `,
  );
  return html`<section aria-labelledby="drop">
    <h2 id="drop">${title}</h2>
    ${errors.length === 0 ? null : html`<div role="alert">${errors}</div>`}
    <p>${remark}</p>
    <form method="post" action="${action}#drop">
      ${tokenField(token)} <input type="hidden" name="change" value="drop" />
      ${field({
        name: "confirmation",
        label: confirm,
        type: "text",
        autocomplete: "off",
        value: refused?.confirmation ?? "",
      })}
      <p><button>${title}</button></p>
    </form>
  </section>`;
}
