import { type PhraseCode, phraseText } from "../../../core/errors/phrase-text.js";
import { errorText } from "../../../core/errors/error-text.js";
import { InvalidQuery } from "../../../core/errors/errors.js";
import {
  CALL_PARAMETERS,
  type CallPath,
  COMMON_PARAMETERS,
  type ParametersByPath,
  PARAMETERS_OF_PAGES,
} from "../../../core/query/call-parameters.js";
import { readFlag } from "../../../core/query/flag.js";
import type { Parameters } from "../../../core/query/parameters.js";
import { isWithinEdits } from "../../../core/query/text/edits.js";

/** Parameters that adjust amounts, which pages of entries show as paid. */
const ADJUSTING_AMOUNTS: ReadonlySet<string> = new Set(["prices", "in", "per"]);

/** Phrases about what to write in a call instead of the parameters of others. */
const INSTEAD: Readonly<Record<string, Readonly<Record<string, PhraseCode>>>> = {
  "/api/2/aggregate": {
    filter: "write_filters_as_cut",
    facet_field: "write_drilldown",
    facet_page: "write_page",
    facet_pagesize: "write_pagesize",
    attribute: "write_attribute",
    year: "write_year_as_cut",
  },
  "/api/2/search": {
    cut: "write_filters",
    drilldown: "write_facet",
    measure: "write_statistics",
    year: "write_year_as_filter",
  },
  "/api/2/suggest": {
    page: "limits_suggestions",
    filter: "chosen_by_q",
    cut: "chosen_by_q",
  },
  "/{dataset}/{dimension}.distinct": {
    dataset: "path_names_dataset",
    drilldown: "path_names_dimension",
    filter: "write_filters_as_cut",
    fq: "write_filters_as_cut",
    year: "write_year_as_cut",
  },
  "/{dataset}/explore": { year: "write_year_as_cut" },
  "/{dataset}/embed": { year: "write_year_as_cut" },
  "/{dataset}/meta/changes": {
    dataset: "path_names_dataset",
    against: "from_names_version",
    filter: "write_filters_as_cut",
    fq: "write_filters_as_cut",
    year: "write_year_as_cut",
  },
} satisfies Partial<Record<CallPath, Readonly<Record<string, PhraseCode>>>>;

/** Holder of the parameters of the calls of the features that are served. */
interface Served {
  readonly parameters?: ParametersByPath | undefined;
}

/** A parameter that clients of OpenSpending give to every call; it is no mistake where it has no effect. */
const GIVEN_EVERYWHERE = "inflate";

/** Names with fewer letters are near too many others. */
const MIN_LETTERS = 4;
const MAX_EDITS = 2;

/**
 * Write a warning for each given parameter that a call ignores and that is probably a mistake: misspelt, or a parameter
 * of another call. The text depends on the names alone, so that the same warnings have the same cache key.
 */
export function warnOfIgnored(served: Served, call: string, parameters: Parameters): readonly string[] {
  return listIgnored(served, call, parameters).map(({ name, reason }) => sayIgnored(name, reason));
}

/**
 * Refuse the parameters that `warnOfIgnored` warns of, for a format that cannot show warnings. `lenient=true` allows them.
 * @param path template of the call's path
 * @throws InvalidQuery
 */
export function refuseIgnored(served: Served, path: string, parameters: Parameters): void {
  // Files of a page have its parameters.
  const call = path.replace(/[/.]table\.xlsx$|(?<!\/meta)[/.](?:meta\/page-)?citation$|(?<=\/explore)\.\w+$/, "");
  const ignored = listIgnored(served, call, parameters).filter(({ name }) => !isDefault(name, parameters));
  if (ignored.length === 0 || readFlag(parameters, "lenient")) return;
  throw new InvalidQuery([
    ...ignored.map(({ name, reason }) => `${name}: ${errorText("parameter_without_effect", { remedy: reason })}`),
    errorText("leave_parameters_out"),
  ]);
}

interface Ignored {
  readonly name: string;
  /** The end of a sentence about it. */
  readonly reason: string;
}

function listIgnored({ parameters: served = {} }: Served, call: string, parameters: Parameters): readonly Ignored[] {
  return [...parameters.names()].flatMap((name) => {
    const reason = explainIgnored(served, call, name);
    return reason === null ? [] : [{ name, reason }];
  });
}

/** True if a parameter of pages asks for what every call answers: all years. */
function isDefault(name: string, parameters: Parameters): boolean {
  return name === "year" && parameters.get(name) === "all";
}

/** Write a warning for each given parameter that is nearly one of a page. @param path template of the page's path */
export function warnOfMisspelt(path: string, parameters: Parameters): readonly string[] {
  const known = [...(PARAMETERS_OF_PAGES[path] ?? namesOf(path)), ...COMMON_PARAMETERS];
  return [...parameters.names()].flatMap((name) => {
    if (known.includes(name)) return [];
    if (ADJUSTING_AMOUNTS.has(name)) {
      return [sayIgnored(name, phraseText("amounts_as_paid"))];
    }
    const instead = insteadOf(path, name);
    if (instead !== undefined && isChosen(parameters) && !isDefault(name, parameters))
      return [sayIgnored(name, instead)];
    const near = suggestNear(known, name);
    return near === null ? [] : [sayIgnored(name, near)];
  });
}

function sayIgnored(parameter: string, remedy: string): string {
  return errorText("parameter_ignored", { parameter, remedy });
}

/** True for an address of the explorer that says what to show: only others may have a year. */
function isChosen(parameters: Parameters): boolean {
  return ["drilldown", "cut", "field", "from", "to"].some((name) => parameters.has(name));
}

/** Return the end of a sentence about what to write instead of a parameter. */
function insteadOf(path: string, name: string): string | undefined {
  const code = INSTEAD[path]?.[name];
  // None of these phrases has values.
  return code && (phraseText as (code: PhraseCode) => string)(code);
}

/** Return the end of a warning about a parameter; `null` if the call knows it or it is like no other. */
function explainIgnored(served: ParametersByPath, call: string, name: string): string | null {
  const own = served[call];
  const known = [...namesOf(call), ...(own?.names ?? []), ...COMMON_PARAMETERS];
  if (known.includes(name) || name === GIVEN_EVERYWHERE) return null;
  const folded = name.toLowerCase();
  if (known.includes(folded)) return suggestNear(known, name);
  const ofFeatures = Object.entries(served);
  const others: readonly (readonly [path: string, names: readonly string[]])[] = [
    ...Object.entries<readonly string[]>(CALL_PARAMETERS),
    ...ofFeatures.flatMap(([path, { names, areForeign }]) =>
      areForeign && !own?.areForeign ? [] : [[path, names] as const],
    ),
    ...Object.entries(PARAMETERS_OF_PAGES),
  ];
  const owner = others.find(([, names]) => names.includes(folded));
  if (owner) {
    const ofFeature = own?.instead?.[folded];
    const instead = ofFeature === undefined ? insteadOf(call, folded) : `; ${ofFeature}`;
    return phraseText("belongs_to_call", { path: owner[0] }) + (instead ?? "");
  }
  if (ofFeatures.some(([, { names }]) => names.includes(folded))) return null;
  // One slip in a name of another call is likelier than two in one of this.
  const near = [known, others.flatMap(([, names]) => names)].flatMap((each) => suggestNear(each, name, 1) ?? []);
  return near[0] ?? suggestNear(known, name);
}

/** List the parameters of a call and of its page. */
function namesOf(call: string): readonly string[] {
  return [
    ...((CALL_PARAMETERS as Partial<Record<string, readonly string[]>>)[call] ?? []),
    ...(PARAMETERS_OF_PAGES[call] ?? []),
  ];
}

/** Return the end of a warning that names the parameters most like one; `null` if none is. */
function suggestNear(known: readonly string[], name: string, most = MAX_EDITS): string | null {
  const folded = name.toLowerCase();
  if (known.includes(folded)) return phraseText("did_you_mean", { names: `"${folded}"` });
  if (Array.from(name).length < MIN_LETTERS) return null;
  for (let edits = 1; edits <= most; edits++) {
    const near = [...new Set(known)].filter((each) => isWithinEdits(folded, each, edits));
    if (near.length > 0) return phraseText("did_you_mean", { names: near.map((each) => `"${each}"`).join(" or ") });
  }
  return null;
}
