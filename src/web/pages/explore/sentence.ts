import { listHtml } from "../parts/enumerate.js";
import type { Exploration } from "../../../calls/views/pages/exploration.js";
import { html, type Html } from "../parts/html.js";
import type { PageLocale } from "../parts/page-locale.js";
import { exploreForm } from "./explore-form.js";
import { partButton, partPanel, type SentencePart } from "./sentence-part.js";
import {
  chartPart,
  type CutPart,
  cutParts,
  figurePart,
  filterPart,
  otherPart,
  splitParts,
  timePart,
} from "./sentence-parts.js";
import { wayOfCut } from "./way-of-cut.js";

/** Write what a state shows as a sentence, whose parts open their choices. */
export function exploreSentence(page: Exploration, locale: PageLocale): Html {
  const { words } = locale;
  const figure = figurePart(page, locale);
  const cuts = cutParts(page, locale);
  const splits = splitParts(page, locale);
  const time = timePart(page, locale);
  const other = otherPart(page, locale);
  const said = [...splits, ...(other ? [other] : [])];
  const more: SentencePart = {
    id: "part-more",
    text: words.explore.form.more,
    title: words.explore.form.name,
    groups: [],
    forms: [exploreForm(page, locale, page)],
    isAbsent: true,
  };
  const added = [filterPart(page, locale), ...said.filter(({ isAbsent }) => isAbsent), chartPart(page, locale), more];
  const parts = [figure, ...cuts, ...(time ? [time] : []), ...said.filter(({ isAbsent }) => !isAbsent), ...added];
  const sentence = compose(page, locale, { figure, cuts, splits, time, other });
  return html`<div class="sentence" role="group" aria-label="${words.explore.form.name}">
    <p>${sentence}</p>
    <p class="adds">${added.map((each) => html`${partButton(each)} `)}</p>
    ${parts.map(partPanel)}
  </div>`;
}

/** The parts that a sentence may have. */
interface SentenceParts {
  readonly figure: SentencePart;
  readonly cuts: readonly CutPart[];
  readonly splits: readonly SentencePart[];
  readonly time: SentencePart | null;
  readonly other: SentencePart | null;
}

function compose(page: Exploration, locale: PageLocale, { figure, cuts, splits, time, other }: SentenceParts): Html {
  const { fillHtml, words } = locale;
  const { sentence: texts } = words.explore;
  let sentence = partButton(figure);
  for (const cut of cuts) {
    const member = partButton(cut);
    const way = wayOfCut(page, cut.cut);
    sentence =
      way === null
        ? cut.dimension === null
          ? fillHtml(texts.at, { sentence, time: member })
          : fillHtml(texts.where, { sentence, member, dimension: html`<bdi>${cut.dimension}</bdi>` })
        : fillHtml(texts[way], { sentence, member });
  }
  const by = splits.filter(({ isAbsent }) => !isAbsent).map(partButton);
  if (by.length > 0) sentence = fillHtml(texts.by, { sentence, parts: listHtml(locale, by) });
  if (time) sentence = fillHtml(texts.at, { sentence, time: partButton(time) });
  if (other && !other.isAbsent) sentence = fillHtml(texts.compared, { sentence, other: partButton(other) });
  return sentence;
}
