import { createHash } from "node:crypto";
import { PLAIN_SITE, type Site } from "../../calls/site.js";
import type { FontFile } from "../../web/raster/system-fonts.js";
import { readLogo } from "./read-logo.js";
import { readTheme } from "./read-theme.js";

interface SiteOptions {
  readonly siteTheme?: string | undefined;
  readonly siteName?: string | undefined;
  readonly siteLogo?: string | undefined;
  readonly siteImprint?: string | undefined;
  readonly siteContact?: string | undefined;
}

/**
 * Read how the site presents itself: options prevail over the theme file.
 * @throws Conflict if the theme or the logo is wrong; the system's error if one cannot be read
 */
export function readSite({ siteTheme, siteName, siteLogo, siteImprint, siteContact }: SiteOptions): Site {
  const theme = siteTheme === undefined ? {} : readTheme(siteTheme);
  return {
    ...theme,
    name: siteName ?? theme.name ?? PLAIN_SITE.name,
    logo: siteLogo === undefined ? theme.logo : readLogo("--site-logo", siteLogo),
    imprint: siteImprint,
    contact: siteContact,
  };
}

/** Return the version of pages and pictures, which changes with what they say of the site, and with the fonts. */
export function versionOfPages(version: string, site: Site, fonts: readonly FontFile[] = []): string {
  const own = JSON.stringify(site);
  const marks = own === JSON.stringify(readSite({})) ? [] : [markOf(own)];
  if (fonts.length > 0) marks.push(markOf(JSON.stringify(fonts)));
  return [version, ...marks].join("+");
}

function markOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
