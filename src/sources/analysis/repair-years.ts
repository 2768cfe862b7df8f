import { phraseText } from "../../core/errors/phrase-text.js";
import { nameFree } from "./name-free.js";
import { looksLikeTotal } from "../ingest/totals/total-words.js";
import { hasWord } from "../../core/model/words/find-words.js";
import { type HeadingGroup, groupHeadings, groupUndated, type TurnedHeading } from "./group-headings.js";
import { isAmountHeading, isCodeHeading, spaceOut } from "./headings.js";
import type { RawColumn } from "./raw-column.js";
import type { Repair } from "./repair.js";
import type { Definition } from "./column-uses.js";

/** Member of a column whose heading does not say what others say. */
const UNSAID = "not stated";

type Part = "period" | "phase" | "direction";

/** Phrases that name parts of headings: years of the same amounts, and the column that the year becomes. */
const NOUNS = {
  Year: "part_years",
  Quarter: "part_quarters",
  Month: "part_months",
  Period: "part_periods",
  Phase: "part_phases",
  Direction: "part_directions",
} as const;
const IN_COLUMN = {
  Year: "year_in_column",
  Quarter: "quarter_in_column",
  Month: "month_in_column",
  Period: "period_in_column",
  Phase: "phase_in_column",
  Direction: "direction_in_column",
} as const;

/**
 * Propose to turn the columns whose headings name years, phases and directions of the same amounts into rows; also those
 * of the quarters or months of a year that a column has, or the file's name.
 * @param year that names give; empty for none
 */
export function repairYears(header: readonly string[], columns: readonly RawColumn[], year = ""): readonly Repair[] {
  const numbers = header.flatMap((heading, at) => {
    const { filled, isNumbers } = columns[at]!;
    const isUnique = header.indexOf(heading) === header.lastIndexOf(heading);
    return isUnique && (filled === 0 || isNumbers) ? [heading] : [];
  });
  const dated = groupHeadings(numbers);
  const hasYears = header.some((heading) => hasWord(spaceOut(heading), "year"));
  const isUndated = dated.flatMap((group) => group.columns).length < 2 && (hasYears || year !== "");
  const groups = isUndated ? groupUndated(numbers, hasYears ? null : year) : dated;
  const turned = groups.flatMap((group) => group.columns);
  if (turned.length < 2) return [];
  const names = new Set(turned.map(({ heading }) => heading));
  const taken = header.filter((heading) => !names.has(heading));
  const free = (wanted: string): string => {
    const name = nameFree(wanted, taken);
    taken.push(name);
    return name;
  };
  const parts = (["period", "phase", "direction"] as const)
    .filter((part) => part === "period" || new Set(turned.map((each) => each[part])).size > 1)
    .map((part) => [part, free(headingOf(part, turned))] as const);
  const cells = groups.map((group) => [free(cellOf(group, turned)), group] as const);
  const unpivot = unpivotOf(turned, parts, cells);
  const repeated = header.filter((heading, at) => !names.has(heading) && isAmount(heading, columns[at]!));
  // The sum of the months is not an amount of its own.
  const areTotals = isUndated && repeated.every((heading) => looksLikeTotal(heading) || hasWord(heading, "year"));
  const shown = turned.map(({ heading }) => heading).join(" | ");
  const [first] = turned;
  const nounOf = (part: Part): keyof typeof NOUNS => headingOf(part, turned);
  const ofFirst = parts.map(([part, heading]) => `${heading}: ${textOf(first!, part)}`).join(", ");
  const rows = new Set(turned.map((each) => JSON.stringify(parts.map(([part]) => textOf(each, part))))).size;
  return [
    {
      kind: "years",
      label: phraseText("turn_columns", { count: turned.length, first: first!.heading, last: turned.at(-1)!.heading }),
      reason: phraseText("columns_of_same", {
        count: turned.length,
        parts: parts.map(([part]) => phraseText(NOUNS[nounOf(part)])).join(" and "),
        rows,
        places: parts
          .map(([part, heading]) => phraseText(IN_COLUMN[nounOf(part)], { heading: `"${heading}"` }))
          .join(", "),
        values: cells.map(([cell]) => JSON.stringify(cell)).join(" or "),
        remedy:
          repeated.length === 0
            ? ""
            : phraseText("would_be_in_each", { names: repeated.map((heading) => JSON.stringify(heading)).join(", ") }),
      }),
      examples: [
        phraseText("columns_become", {
          columns: shown,
          values: `${ofFirst}, ${cells[0]![0]}`,
          heading: first!.heading,
        }),
      ],
      table: { unpivot },
      certainty: repeated.length === 0 || areTotals ? "likely" : "doubtful",
    },
  ];
}

/** Write the rule in its shortest form. */
function unpivotOf(
  turned: readonly TurnedHeading[],
  parts: readonly (readonly [part: Part, heading: string])[],
  cells: readonly (readonly [cell: string, group: HeadingGroup])[],
): Definition {
  const [[cell]] = cells as [readonly [string, HeadingGroup]];
  const [[part, heading]] = parts as [readonly [Part, string]];
  const ofCells = Object.fromEntries(
    cells.map(([name, group]) => [name, group.columns.map((each) => each.heading)] as const),
  );
  if (parts.length > 1 || cells.length > 1) {
    const textsOf = (each: TurnedHeading): Definition =>
      Object.fromEntries(parts.map(([own, name]) => [name, textOf(each, own)]));
    return {
      columns: Object.fromEntries(turned.map((each) => [each.heading, textsOf(each)])),
      cell: cells.length > 1 ? ofCells : cell,
    };
  }
  const texts = turned.map((each) => [each.heading, textOf(each, part)] as const);
  const isPlain = texts.every(([name, text]) => name === text);
  return { columns: isPlain ? texts.map(([name]) => name) : Object.fromEntries(texts), heading, cell };
}

function textOf(turned: TurnedHeading, part: Part): string {
  return turned[part] === "" ? UNSAID : turned[part];
}

function headingOf(part: Part, turned: readonly TurnedHeading[]): keyof typeof NOUNS {
  if (part !== "period") return part === "phase" ? "Phase" : "Direction";
  const kinds = new Set(turned.map(({ kind }) => kind));
  return kinds.size === 1 ? [...kinds][0]! : "Period";
}

/** Name the column that gets the cells of a group: by what all its headings say. */
function cellOf({ label, columns }: HeadingGroup, turned: readonly TurnedHeading[]): string {
  const shared = (["phase", "direction"] as const).flatMap((part) => {
    const isSame = turned.every((each) => each[part] === columns[0]![part]);
    return isSame && columns[0]![part] !== "" ? [columns[0]![part]] : [];
  });
  return [...shared, label].filter((each) => each !== "").join(" ") || "Amount";
}

/** True if a column holds amounts, so that it would count several times. */
function isAmount(heading: string, { isNumbers, hasFractions }: RawColumn): boolean {
  return isNumbers && !isCodeHeading(heading) && (hasFractions || isAmountHeading(heading));
}
