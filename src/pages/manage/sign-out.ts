import { renderForm, tokenField } from "../parts/form.js";
import { html } from "../parts/html.js";

export interface SignOut {
  readonly origin: string;
  readonly token: string;
  readonly name: string;
}

export function renderSignOut({ origin, token, name }: SignOut): string {
  const main = html`<form method="post" action="${origin}/logout">
      ${tokenField(token)}
      <p>You are signed in as <bdi>${name}</bdi>. <button>Sign out</button></p>
    </form>
    <p><a href="${origin}/settings">Settings</a></p>`;
  return renderForm(origin, "Sign out", [], main);
}
