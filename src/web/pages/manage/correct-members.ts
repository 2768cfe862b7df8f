import type {
  CorrectionForm,
  CountedMember,
  RecordedCorrection,
} from "../../../calls/publishing/manage/correct-members.js";
import { datasetsCrumb } from "../parts/crumbs.js";
import { enumerateHtml } from "../parts/enumerate.js";
import { tokenField } from "../parts/form.js";
import { html, type Html } from "../parts/html.js";
import { isolate } from "../parts/isolate.js";
import type { LayoutContent } from "../parts/layout.js";
import { markWrong } from "../parts/mark-wrong.js";
import type { PageLocale } from "../parts/page-locale.js";
import { queryOf } from "../parts/query.js";
import { screenContent } from "../parts/screen.js";
import { showError } from "../parts/show-error.js";
import { nameSource } from "../parts/source-name.js";
import { table } from "../parts/table.js";

/** Data of the form that corrects the label of a member, or unites several. */
export interface CorrectionPage {
  readonly kind: "corrections";
  readonly origin: string;
  readonly token: string;
  readonly form: CorrectionForm;
  readonly errors: readonly string[];
}

interface View {
  readonly form: CorrectionForm;
  readonly token: string;
  readonly errors: readonly string[];
  readonly locale: PageLocale;
  readonly url: string;
}

/** Name of a field for a spelling of a member. */
export function spellingField(at: number, key: "name" | "same"): string {
  return `s${at}-${key}`;
}

export function correctionPage({ token, form, errors }: CorrectionPage, locale: PageLocale): LayoutContent {
  const { dataset, member, dimension } = form;
  const { words, fill } = locale;
  const { corrections: texts } = words.manage;
  const url = `${locale.href(dataset.html_url)}/editor`;
  const view: View = {
    form,
    token,
    errors,
    locale,
    url: `${url}/members`,
  };
  const main = html`<p class="lead">${texts.lead}</p>
    ${member ? correctionForm(view, member) : chooseMember(view)} ${listRecorded(view)}`;
  return screenContent(locale, {
    title: member ? fill(texts.titleOf, { member: member.label }) : fill(texts.title, { dataset: dataset.label }),
    crumbs: [
      datasetsCrumb(locale),
      { label: dataset.label, url: dataset.html_url },
      { label: words.manage.model.manage, url },
      ...(member && dimension ? [{ label: dimension.label, url: `${url}/members?dimension=${dimension.name}` }] : []),
    ],
    errors: member ? [] : errors,
    main,
  });
}

/** Write the form in which a member is looked for. */
function chooseMember({ form, locale, url }: View): Html {
  const { dimensions, dimension, find, candidates } = form;
  const { corrections: texts } = locale.words.manage;
  if (dimensions.length === 0) return html`<p>${texts.noDimension}</p>`;
  const options = dimensions.map(
    ({ name, label }) =>
      html`<option value="${name}" ${name === dimension?.name ? html`selected=""` : null}>${label}</option> `,
  );
  const link = (name: string): string =>
    `${url}${queryOf([["dimension", dimension!.name] as const, ["member", name] as const])}`;
  return html`<form class="bar-form" method="get" action="${url}">
      <p>
        <label for="dimension">${texts.dimension}</label>
        <select id="dimension" name="dimension">
          ${options}
        </select>
      </p>
      <p>
        <label for="find-member">${texts.member}</label>
        <input id="find-member" name="find" value="${find}" type="search" autocomplete="off" />
      </p>
      <p><button>${texts.search}</button></p>
    </form>
    ${
      find === "" || !dimension
        ? null
        : candidates.length === 0
          ? html`<p role="status">${texts.none}</p>`
          : memberTable(
              { form, locale },
              texts.found,
              candidates.map((each) => ({
                member: each,
                cell: html`<a href="${link(each.name)}" dir="auto">${each.label}</a>`,
              })),
            )
    }`;
}

/** Write a table of members with their entries and amounts. */
function memberTable(
  { form, locale }: Pick<View, "form" | "locale">,
  caption: string,
  rows: readonly { readonly member: Omit<CountedMember, "name" | "label">; readonly cell: Html }[],
): Html {
  const { corrections: texts } = locale.words.manage;
  const money = locale.numbers.money(form.dataset.currency);
  const heads = [
    texts.spelling,
    { ofNumbers: texts.entries },
    ...form.measures.map(({ label }) => ({ ofNumbers: label })),
  ];
  const row = ({ member, cell }: (typeof rows)[number]): Html =>
    html`<tr>
      <td>${cell}</td>
      <td class="number">${locale.numbers.count(member.numEntries)}</td>
      ${member.sums.map((sum) => html`<td class="number">${money.exact(sum)}</td> `)}
    </tr> `;
  return table(caption, heads, rows.map(row));
}

function correctionForm(view: View, member: CountedMember): Html {
  const { form, token, errors, locale, url } = view;
  const { dimension, candidates, find, label, shown } = form;
  const { corrections: texts } = locale.words.manage;
  const wrong = errors.length === 0 ? null : markWrong("label-error");
  const ticks = candidates.map((each, at) => ({
    member: each,
    cell: html`<input type="hidden" name="${spellingField(at, "name")}" value="${each.name}" />
      <label class="tick"
        ><input
          type="checkbox"
          name="${spellingField(at, "same")}"
          value="yes"
          ${each.isSame ? html`checked=""` : null}
        />
        <bdi>${each.label}</bdi
        >${each.name === each.label ? null : html` <small><bdi>${each.name}</bdi></small>`}</label
      >`,
  }));
  return html`<form method="post" action="${url}" class="model">
    ${tokenField(token)}
    <input type="hidden" name="dimension" value="${dimension!.name}" />
    <input type="hidden" name="member" value="${member.name}" />
    <input type="hidden" name="shown" value="${shown}" />
    <section aria-labelledby="correct">
      <h2 id="correct">${texts.labelTitle}</h2>
      ${memberTable(view, texts.now, [{ member, cell: html`<bdi>${member.label}</bdi>` }])}
      <div class="places">
        <div class="line">
          <label for="label">${dimension!.hasLabels ? texts.label : texts.value}</label>
          <input id="label" name="label" value="${label}" dir="auto" autocomplete="off" ${wrong} />
          ${
            errors.length === 0
              ? null
              : html`<div id="label-error" role="alert">
                  ${errors.map((error) => html`<p class="beside-field" dir="auto">${showError(locale, error)}</p> `)}
                </div>`
          }
        </div>
      </div>
    </section>
    <section aria-labelledby="same">
      <h2 id="same">${texts.sameTitle}</h2>
      <p class="note">${texts.sameAbout}</p>
      ${ticks.length === 0 ? html`<p>${texts.none}</p>` : memberTable(view, texts.sameTitle, ticks)}
      <p class="bar-form">
        <label for="find-member">${texts.more}</label>
        <input id="find-member" name="find" value="${find}" type="search" autocomplete="off" />
        <button name="do" value="find">${texts.search}</button>
      </p>
    </section>
    ${showEffect(view, member)}
    <p class="actions">
      <button name="do" value="check">${texts.check}</button>
      <button name="do" value="publish">${texts.publish}</button>
    </p>
  </form>`;
}

/** Say what a correction changes. */
function showEffect(view: View, member: CountedMember): Html | null {
  const { form, locale } = view;
  const { effect } = form;
  if (!effect) return null;
  const { corrections: texts } = locale.words.manage;
  const bdi = (text: string): Html => html`<bdi>${text}</bdi>`;
  const merged = effect.merged.map((each) => ({ member: each, cell: bdi(each.label) }));
  const rows = [
    { member, cell: bdi(member.label) },
    ...merged,
    { member: effect.after, cell: html`<b>${bdi(effect.label)}</b>` },
  ];
  return html`<section aria-labelledby="effect" role="status">
    <h2 id="effect">${texts.effect}</h2>
    ${
      form.joined === null
        ? null
        : html`<p class="band">
            ${locale.fillHtml(texts.joins, { member: bdi(member.label), other: bdi(form.joined.label) })}
          </p>`
    }
    <p>${locale.fill(texts.changed, { count: effect.changed })}</p>
    ${memberTable(view, texts.effect, rows)}
    <p class="note">${texts.sumsStay}</p>
  </section>`;
}

/** List the corrections of the dimension that are recorded. */
function listRecorded({ form, token, locale, url }: View): Html | null {
  const { recorded, notKept, dimension, dataset, member, shown } = form;
  const { corrections: texts } = locale.words.manage;
  if (!dimension || recorded.length === 0) return null;
  const hasButtons = recorded.some(({ canUndo }) => canUndo);
  const undoButton = ({ kind, name }: RecordedCorrection): Html =>
    html`<button
      name="do"
      value="undo ${kind} ${name}"
      aria-label="${locale.fill(texts.undoOneOf, { name: isolate(name) })}"
    >
      ${texts.undoOne}
    </button>`;
  const row = (each: RecordedCorrection): Html =>
    html`<tr>
      <td><bdi>${each.name}</bdi></td>
      <td><bdi>${each.kind === "values" ? `= ${each.to}` : each.to}</bdi></td>
      ${hasButtons ? html`<td>${each.canUndo ? undoButton(each) : null}</td>` : null}
    </tr> `;
  const files = notKept.map((url) => html`<bdi>${nameSource(url)}</bdi>`);
  const sources = (inner: Html): Html => html`<a href="${locale.href(dataset.html_url)}/sources">${inner}</a>`;
  const link = (inner: Html): Html =>
    html`<a href="${locale.href(dataset.html_url)}/editor#earlier" data-plain="">${inner}</a>`;
  return html`<section aria-labelledby="recorded">
    <h2 id="recorded">${texts.recorded}</h2>
    <form method="post" action="${url}">
      ${tokenField(token)}
      <input type="hidden" name="dimension" value="${dimension.name}" />
      <input type="hidden" name="member" value="${member?.name ?? ""}" />
      <input type="hidden" name="shown" value="${shown}" />
      ${table(texts.recorded, [texts.name, texts.correctedTo, ...(hasButtons ? [""] : [])], recorded.map(row))}
    </form>
    ${
      recorded.every(({ canUndo }) => canUndo)
        ? null
        : html`<p class="note">
            ${locale.fillHtml(texts.undoNeedsFiles, { files: enumerateHtml(locale, files), link: sources })}
          </p>`
    }
    <p class="note">${locale.fillHtml(texts.undo, { link })}</p>
  </section>`;
}
