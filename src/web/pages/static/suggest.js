// Suggests datasets, members and entries while the reader types in a search box: a combobox with a list of links.
{
  const WAIT_MS = 120;
  const MIN_LETTERS = 2;
  /** Groups of suggestions, each with the key of its heading. */
  const GROUPS = [
    ["pairs", "pages"],
    ["datasets", "datasets"],
    ["functions", "functions"],
    ["payees", "payees"],
    ["members", "others"],
  ];

  let waiting;
  let running;
  /** The list that is open, and the box that it belongs to. */
  let list = null;
  let box = null;
  const part = document.createElement("section");

  addEventListener("input", ({ target }) => {
    if (!isBox(target)) return;
    clearTimeout(waiting);
    running?.abort();
    if (target.value.trim().length < MIN_LETTERS) return close();
    waiting = setTimeout(() => ask(target), WAIT_MS);
  });

  addEventListener("keydown", (event) => {
    if (list === null || event.target !== box) return;
    const options = [...list.querySelectorAll('[role="option"]')];
    const chosen = options.findIndex((each) => each.getAttribute("aria-selected") === "true");
    if (event.key === "Escape") close();
    else if (event.key === "ArrowDown") choose(options, chosen + 1 < options.length ? chosen + 1 : -1);
    else if (event.key === "ArrowUp") choose(options, chosen < 0 ? options.length - 1 : chosen - 1);
    else if (event.key === "Enter" && chosen >= 0) options[chosen].click();
    else return;
    event.preventDefault();
  });

  addEventListener("focusout", ({ target }) => {
    if (target === box) close();
  });
  addEventListener("submit", close);
  addEventListener("popstate", close);
  addEventListener("resize", close);
  addEventListener("scroll", () => list !== null && place(), { capture: true, passive: true });

  /** True for the boxes that search all entries. */
  function isBox(target) {
    return target.matches?.('form[action$="/search"] input[type="search"][name="q"]') ?? false;
  }

  /** Ask for suggestions; an older request is given up. */
  async function ask(input) {
    running = new AbortController();
    const { signal } = running;
    const query = new URLSearchParams({
      q: input.value.trim(),
      pagesize: "4",
      lang: document.documentElement.lang,
    });
    for (const name of ["dataset", "category"]) {
      for (const each of input.form.querySelectorAll(`input[type="hidden"][name="${name}"]`))
        query.append(name, each.value);
    }
    try {
      const url = input.form.getAttribute("action").replace(/search$/, "api/2/suggest");
      const response = await fetch(`${url}?${query}`, {
        headers: { Accept: "application/json" },
        signal,
      });
      if (!response.ok) return;
      const found = await response.json();
      if (!signal.aborted && document.activeElement === input) open(input, found);
    } catch {
      // A newer request replaced this one, or the server did not answer: suggest nothing.
    }
  }

  function open(input, found) {
    close();
    const texts = words();
    const groups = GROUPS.flatMap(([name, head]) =>
      found[name].length === 0 ? [] : [group(texts[head], found[name])],
    );
    if (found.did_you_mean !== null) groups.unshift(note(fill(texts.didYouMean, { words: found.did_you_mean })));
    if (found.entries?.count > 0) {
      const text = fillCount(texts.found, found.entries.count);
      groups.push(group(texts.entries, [{ label: text, html_url: found.entries.html_url, newest: null }]));
    }
    if (groups.length === 0) return;
    box = input;
    list = document.createElement("div");
    list.className = "suggestions";
    list.id = "suggestions";
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", texts.title);
    part.setAttribute("aria-label", texts.title);
    list.append(...groups);
    list.querySelectorAll('[role="option"]').forEach((each, at) => (each.id = `suggestion-${at}`));
    // A press would take the focus from the box, and so close the list before the click.
    list.addEventListener("pointerdown", (event) => event.preventDefault());
    list.addEventListener("mousedown", (event) => event.preventDefault());
    // At the end of the page nothing clips the list; in a part of its own, screen readers can find it.
    part.append(list);
    document.body.append(part);
    place();
    for (const [name, value] of [
      ["role", "combobox"],
      ["aria-expanded", "true"],
      ["aria-controls", list.id],
      ["aria-autocomplete", "list"],
      ["autocomplete", "off"],
    ]) {
      box.setAttribute(name, value);
    }
    say(fillCount(texts.count, list.querySelectorAll('[role="option"]').length));
  }

  /** Put the list under its box, wherever the places of the list are counted from. */
  function place() {
    const { left, right, bottom, width } = box.getBoundingClientRect();
    const room = document.documentElement.clientWidth;
    list.style.width = `${Math.min(Math.max(width, 384), room - 16)}px`;
    list.style.maxHeight = `${Math.max(176, innerHeight - bottom - 16)}px`;
    list.style.top = list.style.left = "0";
    const origin = list.getBoundingClientRect();
    const start = getComputedStyle(box).direction === "rtl" ? right - origin.width : left;
    const end = Math.max(8, Math.min(start, room - origin.width - 8));
    list.style.top = `${bottom + 2 - origin.top}px`;
    list.style.left = `${end - origin.left}px`;
  }

  function group(label, suggestions) {
    const element = document.createElement("div");
    element.setAttribute("role", "group");
    element.setAttribute("aria-label", label);
    const head = document.createElement("span");
    head.textContent = label;
    head.setAttribute("aria-hidden", "true");
    element.append(head, ...suggestions.map(option));
    return element;
  }

  function option({ label, html_url, newest, dimension, dataset }) {
    const link = document.createElement("a");
    link.href = html_url;
    link.setAttribute("role", "option");
    link.setAttribute("aria-selected", "false");
    link.tabIndex = -1;
    const name = document.createElement("bdi");
    name.textContent = label;
    const about = document.createElement("small");
    const place = dimension ? fill(words().of, { dimension: dimension.label, dataset: dataset.label }) : dataset?.label;
    about.textContent = [place, newest && amount(newest)].filter(Boolean).join(" · ");
    link.append(name, about);
    return link;
  }

  function note(text) {
    const element = document.createElement("div");
    element.setAttribute("role", "group");
    element.setAttribute("aria-label", text);
    const head = document.createElement("span");
    head.textContent = text;
    element.append(head);
    return element;
  }

  function amount({ amount: sum, currency, year, fiscal_year: fiscal, direction }) {
    const style = currency === null ? {} : { style: "currency", currency };
    const short = new Intl.NumberFormat(language(), { ...style, notation: "compact", maximumSignificantDigits: 3 });
    const texts = words();
    const directed = direction ? fill(texts.directed, { amount: short.format(sum), direction }) : short.format(sum);
    const named = fiscal ? fill(texts.fiscalYear, { first: fiscal.first, last: String(fiscal.last).slice(-2) }) : year;
    return named ? fill(texts.inYear, { amount: directed, year: named }) : directed;
  }

  /** Return the texts in the language of the page. */
  function words() {
    return JSON.parse(document.body.dataset.words).suggestions;
  }

  /** Put values into the slots of a text. */
  function fill(text, values) {
    return text.replaceAll(/<(\w+)>/g, (slot, name) => values[name] ?? slot);
  }

  /** Write a text in the form for a number. */
  function fillCount(forms, count) {
    const form = new Intl.PluralRules(document.documentElement.lang).select(count);
    return fill(forms[form] ?? forms.other, { count: count.toLocaleString(language()) });
  }

  function language() {
    return document.documentElement.dataset.language || undefined;
  }

  /** Choose an option; -1 for none. */
  function choose(options, at) {
    options.forEach((each, place) => each.setAttribute("aria-selected", String(place === at)));
    if (at < 0) box.removeAttribute("aria-activedescendant");
    else {
      box.setAttribute("aria-activedescendant", options[at].id);
      options[at].scrollIntoView({ block: "nearest" });
    }
  }

  function close() {
    clearTimeout(waiting);
    if (list === null) return;
    part.replaceChildren();
    part.remove();
    box.setAttribute("aria-expanded", "false");
    for (const name of ["aria-activedescendant", "aria-controls"]) box.removeAttribute(name);
    [list, box] = [null, null];
  }

  /** Tell screen readers; the element of `quicker.js` speaks. */
  function say(text) {
    document.querySelector('p[role="status"].hidden')?.replaceChildren(text);
  }
}
