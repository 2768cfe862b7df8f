/** How a site presents itself on every page. */
export interface Site {
  readonly name: string;
  /** SVG beside the name; absent: that of spendcube. */
  readonly logo?: string | undefined;
  /** URL of the page that says who is responsible for the site. */
  readonly imprint?: string | undefined;
  /** URI under which the people behind the site are reached. */
  readonly contact?: string | undefined;
  /** Colour of links, headlines and buttons, as `#rrggbb`; absent: that of spendcube. */
  readonly accent?: string | undefined;
  /** Links of the header. */
  readonly navigation?: readonly SiteLink[] | undefined;
  /** Names of the datasets that come first on the home page; the first has its chart there. */
  readonly featured?: readonly string[] | undefined;
  /** Links at the foot. */
  readonly footer?: readonly SiteLink[] | undefined;
}

/** Link that a site adds to every page. */
export interface SiteLink {
  /** Its text, or one for each language; the first stands for languages without one. */
  readonly label: string | Readonly<Record<string, string>>;
  /** Path of the server, or URL of another site. */
  readonly url: string;
}

/** A site without settings. */
export const PLAIN_SITE: Site = { name: "spendcube" };
