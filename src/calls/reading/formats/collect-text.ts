import { decimalText } from "../../../core/model/values/decimal.js";
import type { Body, TextOut } from "../../answer.js";

/** Collect the text of a body. */
export async function collectText(body: Body): Promise<string> {
  let text = "";
  if ("write" in body) {
    const out: TextOut = {
      write: (piece) => void (text += piece),
      writePhrase: (phrase) => void (text += phrase.toString()),
      writeQuoted: (quoted) => void (text += JSON.stringify(quoted)),
      writeDecimal: (unscaled, scale) => void (text += decimalText({ unscaled: BigInt(unscaled), scale })),
      isFull: () => false,
    };
    for await (const _ of body.write(out));
  } else {
    for await (const chunk of body.chunks) {
      if (typeof chunk !== "string") throw new TypeError("A body of bytes has no text");
      text += chunk;
    }
  }
  return text;
}
