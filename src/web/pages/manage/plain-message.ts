import {
  type ErrorCode,
  readErrorSentence,
  type ReadSentence,
  writeSentence,
} from "../../../core/errors/error-text.js";
import { html, type Html } from "../parts/html.js";
import type { PageLocale } from "../parts/page-locale.js";
import { showError, writeError } from "../parts/show-error.js";

/** Show an error in the language of the page, without the names of the model's keys. */
export function showPlainError(locale: PageLocale, message: string): Html {
  const { field, text, said } = plainMessage(locale, message);
  const value = html`${said ?? showError(locale, text)}`;
  return field === null ? value : locale.fillHtml(locale.words.loads.errors.at, { place: field, value });
}

/** Write an error as `showPlainError` shows it, without markup. */
export function writePlainError(locale: PageLocale, message: string): string {
  const { field, text, said } = plainMessage(locale, message);
  const value = said ?? writeError(locale, text);
  return field === null ? value : locale.fill(locale.words.loads.errors.at, { place: field, value });
}

interface PlainMessage {
  /** The label of the field of a dataset that it is about; `null` for none. */
  readonly field: string | null;
  readonly text: string;
  /** The whole text, if there are words for it that name no keys. */
  readonly said: string | null;
}

/** Errors with the same values that name no keys of the model. */
const PLAIN: Partial<Record<ErrorCode, ErrorCode>> = {
  sum_counted_twice: "sum_counted_twice_plain",
  sums_counted_twice: "sums_counted_twice_plain",
  total_differs: "total_differs_plain",
  row_is_a_sum: "row_is_a_sum_plain",
  row_is_of_sums: "row_is_of_sums_plain",
};

/** Write an error without keys of the model, if there are words for it. */
function writePlainly(text: string, read: ReadSentence | null): string {
  const code = read && PLAIN[read.code];
  return (code && writeSentence({ ...read, code })) || text;
}

/** Matches a key of the model's dataset before an error. */
const DATASET_KEY = /^dataset\.(\w+): /;

function plainMessage({ words }: PageLocale, message: string): PlainMessage {
  const { fields } = words.drafts.dataset;
  const { plain } = words.drafts;
  const [place = "", key = ""] = DATASET_KEY.exec(message) ?? [];
  const label = Object.hasOwn(fields, key) ? fields[key as keyof typeof fields] : null;
  const text = label === null ? message : message.slice(place.length);
  const read = readErrorSentence(text);
  const isPlain = read !== null && read.places === "" && read.cell === null && Object.hasOwn(plain, read.code);
  return {
    field: label,
    text: writePlainly(text, read),
    said: isPlain ? plain[read.code as keyof typeof plain] : null,
  };
}
