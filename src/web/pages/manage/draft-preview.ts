import type { DraftSplit } from "../../../calls/publishing/drafts/draft-check.js";
import { drawBars } from "../charts/bars.js";
import { html, type Html } from "../parts/html.js";
import type { PageReader } from "../parts/reader.js";

const WIDTH = 480;
const BAR_COLOR = "#4b83a8";
const OTHERS_COLOR = "#a9adb3";

/** Draw what the page of the dataset will show of the newest year; `null` if there is nothing to split. */
export function showPreview(
  splits: readonly DraftSplit[],
  currency: string | null,
  { numbers }: PageReader,
): Html | null {
  if (splits.every(({ cells }) => cells.length === 0)) return null;
  const { exact } = numbers.money(currency);
  const chart = ({ label, year, cells, others }: DraftSplit): Html | null => {
    if (cells.length === 0) return null;
    const bar = (name: string, amount: string, color: string) => ({
      label: name,
      amount: Number(amount),
      shown: exact(amount),
      color,
      href: null,
    });
    const bars = [
      ...cells.map(([name, amount]) => bar(name === "" ? "(empty)" : name, amount, BAR_COLOR)),
      ...(others ? [bar(`${numbers.count(others.count)} others`, others.amount, OTHERS_COLOR)] : []),
    ];
    const title = `By ${label}, ${year}`;
    return html`<figure>
      <figcaption dir="auto">${title}</figcaption>
      ${drawBars(bars, { width: WIDTH, label: title, className: "chart" })}
    </figure> `;
  };
  return html`<section aria-labelledby="preview" class="dataset-preview">
    <h3 id="preview">Preview</h3>
    <p class="note">The page of the dataset will show these figures. Nobody else sees them yet.</p>
    <div class="figures">${splits.map(chart)}</div>
  </section>`;
}
