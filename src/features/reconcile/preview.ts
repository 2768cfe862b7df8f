import type { Context } from "../../calls/context.js";
import type { Answer, Resource } from "../../calls/answer.js";
import type { FeaturePage } from "../../calls/page-place.js";
import type { ReadingInput } from "../../calls/reading-call.js";
import { findNamesakes } from "../../calls/reading/members/find-namesakes.js";
import { errorText } from "../../core/errors/error-text.js";
import { NotFound } from "../../core/errors/errors.js";
import type { CallInput } from "../../web/http/message/route.js";
import { enumerateHtml } from "../../web/pages/parts/enumerate.js";
import { html, type Html } from "../../web/pages/parts/html.js";
import { head } from "../../web/pages/parts/layout.js";
import type { PageFrame } from "../../web/pages/parts/page-frame.js";
import type { PageLocale } from "../../web/pages/parts/page-locale.js";
import { explainEntity, readEntityId, type ReconciledEntity, uniteEntities } from "./entity.js";
import { RECONCILE } from "./manifest.js";
import { answerAbout, scopeOf } from "./reconcile.js";

/** An entity in a small frame. */
export interface EntityPreview extends FeaturePage {
  readonly kind: "feature reconciled";
  readonly label: string;
  readonly entity: ReconciledEntity;
  /** Labels of its datasets. */
  readonly datasets: readonly string[];
  /** Other names that datasets have for it. */
  readonly names: readonly string[];
  /** Address of its page; `null` if there is none. */
  readonly page: string | null;
}

/** Maximum number of datasets and of names in a preview. */
const SHOWN = 6;

/** `GET /reconcile/preview`: an entity in a frame of another site. */
export function previewEntity(context: Context, input: ReadingInput): Resource<EntityPreview> {
  const { actor, parameters, origin, cancel } = input;
  const scope = scopeOf(context, actor, cancel);
  const id = parameters.get("id") ?? "";
  const { formats: _, ...answer } = answerAbout(scope, JSON.stringify(["preview", id]), async () => ({}), 1);
  const read = (): Promise<EntityPreview> => readPreview(context, scope, id, origin);
  return {
    ...answer,
    framed: true,
    formats: {},
    page: () => context.queue.run(read, cancel, answer.effort),
  };
}

/** `GET /reconcile/flyout`: an entity as a piece of HTML. */
export function showFlyout(context: Context, { actor, parameters, origin, cancel }: CallInput): Answer {
  const scope = scopeOf(context, actor, cancel);
  const id = parameters.get("id") ?? "";
  const show = async (): Promise<object> => {
    const { label, entity, datasets } = await readPreview(context, scope, id, origin);
    const shown = html`<p><b>${label}</b></p>
      <p>${explainEntity(entity)}</p>
      <p>${datasets.join(", ")}</p>`;
    return { id, html: shown.markup };
  };
  return answerAbout(scope, JSON.stringify(["flyout", id]), show, 1);
}

async function readPreview(
  context: Context,
  scope: ReturnType<typeof scopeOf>,
  id: string,
  origin: string,
): Promise<EntityPreview> {
  const shared = readEntityId(id);
  const namesakes = shared ? await findNamesakes(scope, shared) : [];
  const [entity] = uniteEntities(namesakes);
  if (!shared || !entity) throw new NotFound(errorText("unknown_entity", { entity: id }));
  const labels = (texts: readonly string[]): readonly string[] => [...new Set(texts)].slice(0, SHOWN);
  const path = context.pathOfMember?.(shared);
  return {
    kind: "feature reconciled",
    origin,
    url: `${origin}${RECONCILE}/preview`,
    query: "",
    alternates: [],
    label: entity.label,
    entity,
    datasets: labels(namesakes.map(({ dataset }) => dataset.model.dataset.label)),
    names: labels(namesakes.flatMap(({ name, label }) => [name, label]).filter((text) => text !== entity.label)),
    page: path === undefined ? null : origin + path,
  };
}

/** Draw an entity for a frame. */
export function drawEntity(page: EntityPreview, locale: PageLocale, files: PageFrame): Html {
  const { label, entity, datasets, names, page: url } = page;
  const { fill, fillHtml, words } = locale;
  const { members } = words;
  const description = fillHtml(members.summary, {
    member: html`<bdi>${entity.typeLabel}</bdi>`,
    entries: fill(words.lists.entries, { count: entity.numEntries }),
    datasets: fill(members.datasets, { count: entity.datasets.size }),
  });
  const known = entity.name === label ? null : html`<bdi>${entity.name}</bdi>`;
  return html`<!doctype html>
    <html lang="${locale.spoken}" ${locale.direction === "rtl" ? html`dir="rtl" ` : null}class="embed">
      <head>
        <base target="_blank" />
        ${head(locale, files, label)}
      </head>
      <body>
        <main id="main">
          <h1 dir="auto">${url === null ? label : html`<a href="${url}">${label}</a>`}</h1>
          <p>${known === null ? description : fillHtml(members.named, { member: description, name: known })}</p>
          <ul>
            ${datasets.map((each) => html`<li><bdi>${each}</bdi></li> `)}
          </ul>
          ${
            names.length === 0
              ? null
              : html`<p class="note">
                  ${fillHtml(members.also, {
                    members: enumerateHtml(
                      locale,
                      names.map((each) => html`<bdi>${each}</bdi>`),
                    ),
                  })}
                </p>`
          }
        </main>
      </body>
    </html> `;
}
