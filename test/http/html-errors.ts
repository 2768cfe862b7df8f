import { HtmlValidate, StaticConfigLoader } from "html-validate";

const LOADER = new StaticConfigLoader({
  root: true,
  extends: ["html-validate:recommended"],
  rules: {
    // Style of the template formatter; browsers read it in the same way.
    "doctype-style": ["error", { style: "lowercase" }],
    "void-style": ["error", { style: "selfclosing" }],
    "attribute-boolean-style": ["error", { style: "empty" }],
    "no-trailing-whitespace": "off",
    // The default types are meant: buttons submit, inputs take text.
    "no-implicit-button-type": "off",
    "no-implicit-input-type": "off",
    // Some parameters repeat: chosen columns, the steps of a drilldown.
    "form-dup-name": "off",
    // Labels tell lists apart, so any element may have one.
    "aria-label-misuse": ["error", { allowAnyNamable: true }],
    // Publishers choose the labels of datasets and members.
    "long-title": "off",
  },
});

// A validator would make the rules anew for every page.
const RULES = await LOADER.getConfigFor("page.html");
LOADER.getConfigFor = () => RULES;
const VALIDATOR = new HtmlValidate(LOADER);

/** Return the errors of a page without duplicates. */
export async function errorsOf(page: string): Promise<readonly string[]> {
  const { results } = await VALIDATOR.validateString(page);
  const lines = page.split("\n");
  const errors = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line }) => `${ruleId}: ${message}: ${lines[line - 1]!.trim().slice(0, 200)}`),
  );
  return [...new Set(errors)];
}
