/** Numbers of members from which on a dimension is inline, if it can be. */
export interface InlineRules {
  /** More members are never in the service's memory. */
  readonly mostMembers: number;
  /** Up to so many members have codes, whatever their share. */
  readonly leastMembers: number;
  /** Above that, members have codes up to this share of the number of entries. */
  readonly share: number;
}

/** Members take 100 to 200 bytes each, so that up to 50 MB of a dimension are never worth slower queries. */
export const INLINE_RULES: InlineRules = { mostMembers: 10_000_000, leastMembers: 2 ** 18, share: 1 / 8 };

/** Share of members above which the rest of a load is not awaited: nearly every row has one of its own. */
const EARLY_SHARE = 1 / 2;

/** True if a dimension should be inline. */
export function isBetterInline(members: number, entries: number, rules: InlineRules): boolean {
  const { mostMembers, leastMembers, share } = rules;
  return members > mostMembers || (members > leastMembers && members > entries * share);
}

/** True if a dimension should be inline, although the number of all entries is not known yet. */
export function isInlineEarly(members: number, entries: number, rules: InlineRules): boolean {
  return isBetterInline(members, entries, { ...rules, share: Math.max(rules.share, EARLY_SHARE) });
}

/** True if an inline dimension should have codes again: not before half the members would make it inline once more. */
export function isBetterCoded(members: number, entries: number, rules: InlineRules): boolean {
  return !isBetterInline(members * 2, entries, rules);
}
