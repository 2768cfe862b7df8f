/** Phrases of messages that speak of the model's keys, and what to say to somebody who sees a form. */
const PHRASES: readonly (readonly [phrase: RegExp, plain: string])[] = [
  [/^dataset\.(\w+): is missing/, "The $1 is missing"],
  [/is empty and has no default_value/g, "is empty"],
  [/or give "default_value" in the model/g, "or say what an empty cell stands for"],
  [/give "default_value"/g, "say what an empty cell stands for"],
];

/** Return a message without the names of the model's keys. */
export function plainMessage(message: string): string {
  return PHRASES.reduce((text, [phrase, plain]) => text.replace(phrase, plain), message);
}
