import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Browser, type BrowserStyle, missingBrowser } from "#scripts/browser.js";
import { startServing } from "../cli/run.js";
import { loadGallery } from "./gallery-datasets.js";
import { type GalleryPage, pagesOfDataset, SITE_PAGES } from "./gallery-pages.js";

// Takes a screenshot of every kind of page with every dataset, on a desktop and a phone, light and dark, to be looked at.

const STYLES: Readonly<Record<string, BrowserStyle>> = {
  "desktop-light": { isPhone: false, isDark: false, hasScripts: true },
  "desktop-dark": { isPhone: false, isDark: true, hasScripts: true },
  "phone-light": { isPhone: true, isDark: false, hasScripts: true },
  "phone-dark": { isPhone: true, isDark: true, hasScripts: true },
};

/** Maximum height of a picture in pixels. */
const MAX_HEIGHT = 6000;

interface Picture {
  readonly file: string;
  readonly path: string;
}

async function drawGallery(server: string, directory: string): Promise<void> {
  const pages = await listPages(server);
  const pictures: Picture[] = [];
  for (const [style, options] of Object.entries(STYLES)) {
    const browser = await Browser.start(options);
    await mkdir(join(directory, style), { recursive: true });
    try {
      for (const { name, path } of pages) {
        const file = `${style}/${name}.webp`;
        await browser.open(server + path);
        await writeFile(join(directory, file), await browser.pictureOfPage(MAX_HEIGHT));
        pictures.push({ file, path });
      }
    } finally {
      await browser.stop();
    }
    process.stderr.write(`${style}: ${pages.length} pages\n`);
  }
  await writeFile(join(directory, "index.html"), contactSheet(pictures));
}

async function listPages(server: string): Promise<readonly GalleryPage[]> {
  const datasets = (await (await fetch(`${server}/datasets.json`)).json()) as {
    readonly datasets: readonly { readonly name: string }[];
  };
  const pages: GalleryPage[] = [...SITE_PAGES];
  for (const { name } of datasets.datasets) {
    for (const page of await pagesOfDataset(server, name)) pages.push({ ...page, name: `${name}-${page.name}` });
  }
  return pages;
}

/** Write a page that shows all pictures side by side. */
function contactSheet(pictures: readonly Picture[]): string {
  const figures = pictures.map(
    ({ file, path }) =>
      `<figure><a href="${file}"><img src="${file}" loading="lazy" alt=""></a><figcaption>${file}<br>${path.replaceAll("&", "&amp;")}</figcaption></figure>`,
  );
  const style = "body{display:flex;flex-wrap:wrap;font:12px sans-serif}figure{width:300px;margin:8px}img{width:100%}";
  return `<!doctype html><meta charset="utf-8"><title>Pages</title><style>${style}</style>${figures.join("\n")}\n`;
}

const missing = missingBrowser();
if (missing) {
  process.stderr.write(`${missing}\n`);
  process.exitCode = 1;
} else {
  const directory = resolve(process.argv[2] ?? join(tmpdir(), "spendcube-gallery"));
  const own = await mkdtemp(join(tmpdir(), "spendcube-"));
  try {
    await loadGallery(own, join(own, "data"));
    const server = await startServing(["--data", join(own, "data")]);
    await drawGallery(server.url, directory);
    await server.stop();
    process.stdout.write(`${join(directory, "index.html")}\n`);
  } finally {
    await rm(own, { recursive: true });
  }
}
