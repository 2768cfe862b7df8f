import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { type Site, PLAIN_SITE } from "../../calls/site.js";
import { Conflict } from "../../core/errors/errors.js";

/** Maximum bytes of a logo: every first visitor loads it. */
const MAX_LOGO_BYTES = 100_000;

interface SiteOptions {
  readonly siteName?: string | undefined;
  readonly siteLogo?: string | undefined;
  readonly siteImprint?: string | undefined;
  readonly siteContact?: string | undefined;
}

/** Read how the site presents itself. @throws Conflict if the logo is no SVG, or too large; the system's error if it cannot be read */
export function readSite({ siteName, siteLogo, siteImprint, siteContact }: SiteOptions): Site {
  return {
    name: siteName ?? PLAIN_SITE.name,
    logo: siteLogo === undefined ? undefined : readLogo(siteLogo),
    imprint: siteImprint,
    contact: siteContact,
  };
}

/** Return the version of pages, which changes with what they say of the site. */
export function versionOfPages(version: string, site: Site): string {
  const own = JSON.stringify(site);
  if (own === JSON.stringify(readSite({}))) return version;
  return `${version}+${createHash("sha256").update(own).digest("hex").slice(0, 12)}`;
}

function readLogo(path: string): string {
  const bytes = readFileSync(path);
  if (bytes.length > MAX_LOGO_BYTES)
    throw new Conflict(`--site-logo: ${path} has ${bytes.length} bytes; at most ${MAX_LOGO_BYTES} are allowed`);
  const text = bytes.toString();
  if (!/<svg[\s>]/.test(text)) throw new Conflict(`--site-logo: ${path} is not an SVG file`);
  return text;
}
