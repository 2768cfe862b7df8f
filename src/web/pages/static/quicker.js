// Makes pages quicker: links and forms replace the content without a reload, fields suggest members while the reader
// types, and a chart can be saved as PNG. Without this script pages work as well, except for the PNG.
"use strict"; // For all scripts that are joined to this one: functions within a block are seen there alone.

const WAIT_MS = 120;
const SUGGESTIONS = 12;

let waiting;
let requested;
let going;
/** The address of the page that is shown. */
let shown = location.pathname + location.search;

const status = document.createElement("p");
status.className = "hidden";
status.setAttribute("role", "status");

addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (event.altKey || link.getAttribute("target") || link.hasAttribute("download") || "plain" in link.dataset) return;
  const url = addressOf(link);
  if (!isPage(url)) return;
  event.preventDefault();
  void goTo(url, true, panelOf(link) ?? levelOf(link, url));
});

addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "get" || "plain" in form.dataset) return;
  const url = addressWith(form);
  if (!isPage(url)) return;
  event.preventDefault();
  void goTo(url, true, panelOf(form));
});

/** Return what the choices that a link or a form is among are of; `null` for others. */
function panelOf(element) {
  return element.closest(".panel[id]")?.id ?? null;
}

/** Name of what a link changes by which a chart or a way of levels opens a level of its own page. */
const LEVEL = "level";

function levelOf(link, url) {
  return url.pathname === location.pathname && url.hash === "" && link.closest("svg.chart, main .crumbs")
    ? LEVEL
    : null;
}

// The browser itself scrolls to a place in the current page, and fires this event for it, too.
addEventListener("popstate", () => {
  if (location.pathname + location.search !== shown) void goTo(new URL(location.href), false);
});

// Choices that open take the focus, so that keys reach them at once.
addEventListener(
  "toggle",
  ({ target, newState }) => {
    if (newState !== "open" || !target.matches(".panel")) return;
    target.querySelector("a, select, input:not([type=hidden])")?.focus();
  },
  true,
);

/** Return the address that a form leads to. */
function addressWith(form) {
  const url = new URL(form.action);
  // Empty fields are left out of the address.
  url.search = new URLSearchParams([...new FormData(form)].filter(([, value]) => value !== "")).toString();
  return url;
}

/** Return the address of a link; in SVG, `href` is an object. */
function addressOf(link) {
  return new URL(typeof link.href === "string" ? link.href : link.href.baseVal, location.href);
}

/** True if an address is another page of this server, not a place in the current page. */
function isPage(url) {
  if (window !== top || url.origin !== location.origin || /\.(json|csv|rss|svg)$/.test(url.pathname)) return false;
  const isHere = url.pathname === location.pathname && url.search === location.search;
  return !(isHere && url.hash !== "") && !url.pathname.includes("/api/");
}

/**
 * Replace the current page by another one. If it cannot be fetched as a page, navigate as usual.
 * @param part id of the choices by which the page changes in place, or `LEVEL`; `null` for another page
 */
async function goTo(url, isNew, part = null) {
  going?.abort();
  going = new AbortController();
  const { signal } = going;
  document.documentElement.classList.add("going");
  try {
    const response = await fetch(url, { headers: { Accept: "text/html" }, signal });
    if (
      !response.headers.get("Content-Type")?.startsWith("text/html") ||
      new URL(response.url).origin !== location.origin
    ) {
      throw new TypeError("not a page");
    }
    const next = new DOMParser().parseFromString(await response.text(), "text/html");
    if (!isSameFrame(next)) throw new TypeError("page of another version");
    if (isNew) history.pushState(part && { undo: true }, "", response.url + url.hash);
    shown = location.pathname + location.search;
    replace(next, isNew, part);
  } catch (error) {
    if (error.name !== "AbortError") location.assign(url);
  } finally {
    if (!signal.aborted) document.documentElement.classList.remove("going");
  }
}

/** True if a page uses the same script and style sheet as the current one. */
function isSameFrame(next) {
  const files = (page) => [...page.querySelectorAll("link[rel=stylesheet], script[src]")].map((each) => each.outerHTML);
  return files(next).join() === files(document).join();
}

function replace(next, isNew, part = null) {
  document.title = next.title;
  for (const old of document.querySelectorAll("link[rel=alternate]")) old.remove();
  document.head.append(...next.querySelectorAll("link[rel=alternate]"));
  document.body.replaceChildren(...next.body.childNodes);
  document.body.append(status);
  status.textContent = document.title;
  if (part !== null) {
    // The reader goes on where the choice was made.
    const place = part === LEVEL ? findLevel() : document.querySelector(`[popovertarget="${part}"]`);
    (place ?? document.querySelector(".part"))?.focus({ preventScroll: true });
  } else if (isNew) {
    const place = location.hash === "" ? null : document.getElementById(location.hash.slice(1));
    scrollTo(0, 0);
    place?.scrollIntoView();
    (place ?? document.querySelector("main"))?.focus({ preventScroll: true });
  }
  prepare();
}

/** Return the first part of the chart that is shown which opens a level, else the way back up. */
function findLevel() {
  const links = document.querySelectorAll("svg.chart a:not([tabindex='-1'])");
  return [...links].find((each) => each.checkVisibility()) ?? document.querySelector("main .crumbs a");
}

addEventListener("input", ({ target }) => {
  if (target.form?.dataset.finds) {
    clearTimeout(waiting);
    waiting = setTimeout(() => find(target.form), WAIT_MS);
  }
  const url = suggestionsOf(target);
  if (url === null) return;
  clearTimeout(waiting);
  waiting = setTimeout(() => suggest(target, url), WAIT_MS);
});

/** Show what a form finds while the reader types: only that part of the page changes. */
async function find(form) {
  requested?.abort();
  requested = new AbortController();
  const { signal } = requested;
  const url = addressWith(form);
  try {
    const response = await fetch(url, { headers: { Accept: "text/html" }, signal });
    if (!response.ok) return;
    const next = new DOMParser().parseFromString(await response.text(), "text/html");
    const found = next.getElementById(form.dataset.finds);
    if (signal.aborted || !form.isConnected || !found || !isSameFrame(next)) return;
    document.getElementById(form.dataset.finds).replaceWith(found);
    history.replaceState(null, "", url);
    shown = location.pathname + location.search;
    status.textContent = found.querySelector(".facts")?.textContent.trim() ?? "";
  } catch {
    // A newer request replaced this one, or the server did not answer: the button still finds.
  }
}

/** Return the URL of suggestions for a field: members of its dimension, or of the one chosen in the list beside it. */
function suggestionsOf(input) {
  const { suggest: url, suggestFor, base } = input.dataset ?? {};
  if (url !== undefined) return `${url}?`;
  if (suggestFor === undefined) return null;
  const field = document.getElementById(suggestFor);
  const [dimension, attribute] = field.value.split(".");
  if (!dimension) return null;
  // Suggest members of a lower level only under those that are chosen above.
  const { within } = field.selectedOptions[0].dataset;
  const cut = within === undefined ? "" : `cut=${encodeURIComponent(within)}&`;
  return `${base}/${encodeURIComponent(dimension)}.distinct.json?${cut}${attribute ? `attribute=${attribute}&` : ""}`;
}

/** Suggest the members that begin with the typed text. */
async function suggest(input, url) {
  requested?.abort();
  requested = new AbortController();
  const query = new URLSearchParams({ q: input.value, pagesize: String(SUGGESTIONS) });
  try {
    const response = await fetch(url + query, { signal: requested.signal });
    if (response.ok) show(input, (await response.json()).results);
  } catch {
    // A newer request replaced this one, or the server did not answer: suggest nothing.
  }
}

function show(input, members) {
  let list = input.list;
  if (!list) {
    list = document.createElement("datalist");
    list.id = `${input.id}-suggestions`;
    input.after(list);
    input.setAttribute("list", list.id);
  }
  const attribute = input.dataset.suggestFor && document.getElementById(input.dataset.suggestFor).value.split(".")[1];
  const texts = members.map((member) => String(member[attribute || "label"] ?? member.label ?? member.name));
  list.replaceChildren(...[...new Set(texts)].map((text) => new Option(text, text)));
}

const POLL_MS = 1000;

let polling;

/**
 * Update the progress of running work until it ends. Only that part of the page changes, so readers keep their place.
 */
function follow() {
  clearTimeout(polling);
  if (document.querySelector("[data-poll]")) polling = setTimeout(look, POLL_MS);
}

async function look() {
  const url = location.href;
  try {
    const response = await fetch(url, { headers: { Accept: "text/html" }, cache: "no-cache" });
    const next = new DOMParser().parseFromString(await response.text(), "text/html");
    if (location.href !== url) return;
    const after = next.querySelector("[data-poll]");
    if (response.ok && after) document.querySelector("[data-poll]")?.replaceWith(after);
    else if (response.ok) replace(next, false);
  } catch {
    // Ignored: the server may answer the next time.
  }
  follow();
}

/** Return the texts of buttons in the language of the page. */
function words() {
  return JSON.parse(document.body.dataset.words);
}

/** Add what only a script can do: progress updates, buttons to copy, and the PNG image. */
function prepare() {
  follow();
  addUndo();
  for (const field of document.querySelectorAll("[data-copy]")) addCopy(field);
  const picture = document.querySelector("a[data-picture]");
  if (!picture || document.querySelector("button[data-png]")) return;
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.png = "";
  button.textContent = words().png;
  button.addEventListener("click", () => savePng(picture.href));
  picture.after(button);
}

/** Add a button that takes the last choice back. */
function addUndo() {
  const list = document.querySelector(".sentence .adds");
  if (!list || !history.state?.undo || list.querySelector("[data-undo]")) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "part absent";
  button.dataset.undo = "";
  button.textContent = words().undo;
  button.addEventListener("click", () => history.back());
  list.prepend(button);
}

/** Add a button that copies the text of a field. */
function addCopy(field) {
  if (field.nextElementSibling?.matches("button[data-copied]") || !navigator.clipboard) return;
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.copied = "";
  button.textContent = words().copy;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(field.value);
    button.textContent = status.textContent = words().copied;
  });
  field.after(button);
}

/** Save the image as PNG, drawn at twice its size. */
async function savePng(url) {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.width * 2;
  canvas.height = image.height * 2;
  const context = canvas.getContext("2d");
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const link = document.createElement("a");
  link.href = canvas.toDataURL("image/png");
  link.download = `${document.title}.png`;
  link.click();
}

// A frame says how high it is, so that the page around it can make room.
if (window !== parent && document.documentElement.classList.contains("embed")) {
  document.documentElement.classList.add("sized");
  const tell = () => parent.postMessage({ spendcube: { height: Math.ceil(document.body.offsetHeight) } }, "*");
  new ResizeObserver(tell).observe(document.body);
}

document.body.append(status);
prepare();
