import type { EnglishWords } from "../../words/english.js";

/** A title of a part of a chart, as charts write it: `Health, 2009: £119`. */
const TIP = /(<(?:a|g|circle|path|rect)\b[^>]*>\s*<title>)([^<]*): (?=[^<:]*<\/title)/g;

/** Write the colon and the comma of a language in the tips of the charts of a finished page or picture. */
export function punctuateTips(markup: string, { said }: Pick<EnglishWords, "said">): string {
  const [colon, comma] = [said.named, said.and].map((text) => />(.*)</.exec(text)![1]!) as [string, string];
  if (colon === ": " && comma === ", ") return markup;
  return markup.replaceAll(
    TIP,
    (_, begin: string, name: string) => `${begin}${name.replace(/, (?=\d{4}[^,]*$)/, comma)}${colon}`,
  );
}
