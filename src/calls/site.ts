/** How a site presents itself on every page. */
export interface Site {
  readonly name: string;
  /** SVG beside the name; absent: that of spendcube. */
  readonly logo?: string | undefined;
  /** URL of the page that says who is responsible for the site. */
  readonly imprint?: string | undefined;
  /** URI under which the people behind the site are reached. */
  readonly contact?: string | undefined;
}

/** A site without settings. */
export const PLAIN_SITE: Site = { name: "spendcube" };
