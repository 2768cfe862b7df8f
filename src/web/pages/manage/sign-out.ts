import { formContent, type FormPage, tokenField } from "../parts/form.js";
import { html } from "../parts/html.js";
import type { LayoutContent } from "../parts/layout.js";

export interface SignOutPage extends FormPage {
  readonly kind: "sign out";
  readonly name: string;
}

export function signOutPage({ origin, token, errors, name }: SignOutPage): LayoutContent {
  const main = html`<form method="post" action="${origin}/logout">
      ${tokenField(token)}
      <p>You are signed in as <bdi>${name}</bdi>. <button>Sign out</button></p>
    </form>
    <p><a href="${origin}/settings">Settings</a></p>`;
  return formContent("Sign out", errors, main);
}
