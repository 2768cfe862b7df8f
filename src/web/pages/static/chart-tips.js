// Shows the name, the exact amount, the share and the change of a part of a chart where the pointer or the focus is. On
// lines a cross-hair shows all of a period. A first tap shows what a second one follows.

const PART = ".chart a, .chart g, .chart circle";
const MAX_LINES = 12;

const tip = document.createElement("div");
tip.className = "tip";
tip.hidden = true;

/** The part that is shown. */
let tipped = null;
let hair = null;

addEventListener("pointerover", ({ target, clientX, clientY }) => {
  const part = partOf(target);
  if (part && !part.closest(".line")) showTip(part, textsOf(part), clientX, clientY);
  else if (!target.closest?.(".chart.line")) hideTip();
});

addEventListener("pointermove", ({ target, clientX, clientY }) => {
  const chart = target.closest?.("svg.chart.line");
  if (chart) showPeriod(chart, clientX);
  else if (tipped && partOf(target) === tipped) place(clientX, clientY);
});

addEventListener("focusin", ({ target }) => {
  const part = partOf(target);
  if (!part) return hideTip();
  const { left, bottom } = part.getBoundingClientRect();
  showTip(part, textsOf(part), left, bottom);
});

// A part with the focus may have been scrolled into view.
addEventListener(
  "scroll",
  () => {
    if (tipped === null || tipped !== document.activeElement) return hideTip();
    const { left, bottom } = tipped.getBoundingClientRect();
    place(left, bottom);
  },
  { passive: true },
);

addEventListener("keydown", ({ key }) => {
  if (key === "Escape") hideTip();
});

let touched = null;
addEventListener(
  "click",
  (event) => {
    const part = partOf(event.target)?.closest(".chart a");
    const isFirstTap = part && event.pointerType === "touch" && part !== touched;
    touched = part ?? null;
    if (!isFirstTap) return;
    event.preventDefault();
    event.stopPropagation();
    showTip(part, textsOf(part), event.clientX, event.clientY);
  },
  true,
);

/** Find the part of a chart that has an element; `null` for none. */
function partOf(target) {
  const part = target.closest?.(PART) ?? null;
  return part && titleOf(part) !== null ? part : null;
}

/** Read the title of a part, once: the browser would show it, too. */
function titleOf(part) {
  const title = part.querySelector(":scope > title");
  if (title) {
    part.dataset.tip = title.textContent.trim();
    part.setAttribute("aria-label", part.dataset.tip);
    if (!part.matches("a")) part.setAttribute("role", "img");
    title.remove();
  }
  return part.dataset.tip ?? null;
}

function textsOf(part) {
  const more = part.querySelector(":scope > desc")?.textContent ?? "";
  return [{ color: colorOf(part), name: titleOf(part) }, ...(more === "" ? [] : [more])];
}

/** Show all figures of the period that is nearest to the pointer, and a line through them. */
function showPeriod(chart, clientX) {
  const points = [...chart.querySelectorAll("circle")].filter((point) => titleOf(point) !== null);
  if (points.length === 0) return;
  const across = (point) => {
    const { left, width } = point.getBoundingClientRect();
    return left + width / 2;
  };
  const nearest = points.reduce((a, b) => (Math.abs(across(b) - clientX) < Math.abs(across(a) - clientX) ? b : a));
  if (nearest === tipped) return;
  const x = nearest.getAttribute("cx");
  const own = points.filter((point) => point.getAttribute("cx") === x);
  own.sort((a, b) => a.getAttribute("cy") - b.getAttribute("cy"));
  hair?.remove();
  hair = document.createElementNS(chart.namespaceURI, "line");
  const [, , , height] = chart.getAttribute("viewBox").split(" ");
  const attributes = { x1: x, x2: x, y1: 0, y2: height, class: "hair", "pointer-events": "none" };
  for (const [name, value] of Object.entries(attributes)) hair.setAttribute(name, value);
  (chart.querySelector(":scope > .mirrored") ?? chart).prepend(hair);
  const { top } = own[0].getBoundingClientRect();
  showTip(nearest, rowsOf(own.slice(0, MAX_LINES)), across(nearest), top);
}

/** The figure at the end of a title, behind the colon of a language. */
const FIGURE = /(?:\u00a0?: |\uff1a)([^:\uff1a]*)$/;
/** The commas of the languages. */
const COMMA = /[,\u060c] |\u3001/;

/** Return the figures of a period as rows, rounded like the axis, below the period that all of them name. */
function rowsOf(points) {
  const heads = points.map((point) => titleOf(point).replace(FIGURE, ""));
  const period = points.length > 1 ? commonEnd(heads) : "";
  return [
    ...(period === "" ? [] : [period.replace(COMMA, "")]),
    ...points.map((point, at) => ({
      color: colorOf(point),
      name: heads[at].slice(0, heads[at].length - period.length),
      figure: point.dataset.short ?? FIGURE.exec(titleOf(point))?.[1],
    })),
  ];
}

/** Return the longest end of some texts, from a comma on, that they have in common; empty without one. */
function commonEnd([first, ...others]) {
  const ends = [...first.matchAll(new RegExp(COMMA, "g"))].map(({ index }) => first.slice(index));
  return ends.find((end) => others.every((each) => each.endsWith(end))) ?? "";
}

/** Return the colour that a part has in the chart; `null` if it has none of its own. */
function colorOf(part) {
  const drawn = part.matches("circle") ? part : part.querySelector("rect, circle, path");
  const colors = ["fill", "stroke"].map((name) => drawn?.getAttribute(name));
  return colors.find((each) => /^#(?!ffffff$)/.test(each ?? "")) ?? null;
}

function showTip(part, texts, x, y) {
  tipped = part;
  tip.replaceChildren(...texts.map(drawLine));
  document.body.append(tip);
  tip.hidden = false;
  place(x, y);
}

/** Write a line of the tip: a text, or a row with a swatch, a name and a figure. */
function drawLine(line) {
  if (typeof line === "string") return textIn(document.createElement("div"), line);
  const row = document.createElement("p");
  const swatch = document.createElement("i");
  swatch.style.background = line.color ?? "none";
  const [name, figure] = [document.createElement("span"), document.createElement("b")];
  row.append(swatch, textIn(name, line.name), ...(line.figure === undefined ? [] : [textIn(figure, line.figure)]));
  return row;
}

function textIn(element, text) {
  element.dir = "auto";
  element.textContent = text;
  return element;
}

/** Place the text beside a point, within the window. */
function place(x, y) {
  const { width, height } = tip.getBoundingClientRect();
  const below = y + 18 + height > innerHeight ? y - height - 12 : y + 18;
  tip.style.left = `${Math.max(6, Math.min(x + 12, innerWidth - width - 6))}px`;
  tip.style.top = `${Math.max(6, below)}px`;
}

function hideTip() {
  if (tipped === null) return;
  tipped = null;
  tip.hidden = true;
  hair?.remove();
}
