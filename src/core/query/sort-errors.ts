/**
 * Sort error messages by parameter, in the given order; other parameters come last. The sort is stable.
 * @param errors each begins with the name of its parameter and a colon
 */
export function sortErrors(errors: readonly string[], parameters: readonly string[]): readonly string[] {
  const rank = (sentence: string): number => {
    const at = parameters.indexOf(sentence.slice(0, sentence.indexOf(":")));
    return at < 0 ? parameters.length : at;
  };
  return errors.toSorted((a, b) => rank(a) - rank(b));
}
