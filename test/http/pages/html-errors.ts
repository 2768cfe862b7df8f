import { HtmlElement, HtmlValidate, StaticConfigLoader } from "html-validate";

/** Lists elements as the validator does, which joins lists at every element and takes most of its time for that. */
HtmlElement.prototype.getElementsByTagName = function list(this: HtmlElement, tagName: string): HtmlElement[] {
  const found: HtmlElement[] = [];
  const visit = (element: HtmlElement): void => {
    for (const child of element.childElements) {
      if (child.is(tagName)) found.push(child);
      visit(child);
    }
  };
  visit(this);
  return found;
};

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
    // Anchors of documents are those of their headings, some of which begin with a number.
    "valid-id": ["error", { relaxed: true }],
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
