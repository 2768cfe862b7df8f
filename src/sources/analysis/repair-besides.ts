import { phraseText } from "../../core/errors/phrase-text.js";
import { isBlank } from "../ingest/csv/blank.js";
import type { CsvRecord } from "../ingest/csv/record-parser.js";
import { isNumber } from "./raw-column.js";
import type { Repair } from "./repair.js";

/** Words with which a row begins that is a part of one above it. */
const PARTS =
  "of which|thereof|davon|darunter|dont|de los cuales|de las cuales|del cual|dos quais|das quais|di cui|w tym|z czego|у тому числі|в тому числі|з них|в том числе|из них|waarvan|heraf|herav|varav|josta|joista|z toho|ebből|din care|od čega|od toga|εκ των οποίων|από τα οποία|منها|מזה|מתוכם";
/** Words for what is carried from one page or period to the next. */
const CARRIED =
  "opening balance|closing balance|balance brought|balance carried|brought forward|carried forward|carried over|übertrag|saldovortrag|anfangsbestand|endbestand|anfangssaldo|endsaldo|solde initial|solde final|solde reporté|saldo inicial|saldo final|saldo anterior|saldo iniziale|saldo finale|riporto|saldo początkowe|saldo końcowe|початковий залишок|кінцевий залишок|залишок на початок|залишок на кінець|остаток на|beginsaldo|eindsaldo|前期繰越|次期繰越";
/** Words for figures that are no amounts. */
const OTHERS =
  "population|number of inhabitants|inhabitants|per head|per capita|per inhabitant|number of staff|full-time equivalents|einwohner|je einwohner|pro kopf|par habitant|población|por habitante|popolazione|pro capite|ludność|na mieszkańca|населення|на душу|人口|1人当たり|一人当たり";

const BESIDES = new RegExp(String.raw`^[\s\-–•*(]*(?:${PARTS}|${CARRIED}|${OTHERS}|うち)(?![\p{L}\p{M}])`, "iu");
const JAPANESE = /^[\s\-–(（]*うち/u;

/** Rows that are kept. */
const MAX_ROWS = 200;
/** One row of so many may be of this kind, so that others are the table. */
const RARE = 2;

interface Beside {
  readonly row: number;
  readonly column: number;
  readonly text: string;
  readonly amount: string;
}

/** Finds rows whose amounts are counted by others, or are none: parts of the row above, what is carried forward, inhabitants. */
export class BesideFinder {
  readonly #found: Beside[] = [];
  #rows = 0;

  /** @param row of the file */
  take(record: CsvRecord, row: number): void {
    this.#rows++;
    const column = record.findIndex((cell) => BESIDES.test(cell) || JAPANESE.test(cell));
    if (column < 0 || this.#found.length === MAX_ROWS) return;
    const amount = record.find((cell, at) => at > column && !isBlank(cell) && isNumber(cell.trim()));
    if (amount !== undefined) this.#found.push({ row, column, text: record[column]!.trim(), amount: amount.trim() });
  }

  /** Propose to leave these rows out, by the column that names most of them. */
  repair(header: readonly string[]): readonly Repair[] {
    const columns = new Map<number, Beside[]>();
    for (const each of this.#found) columns.set(each.column, [...(columns.get(each.column) ?? []), each]);
    const [best] = [...columns].toSorted(([, a], [, b]) => b.length - a.length);
    if (best === undefined || best[1].length * RARE > this.#rows) return [];
    const [column, rows] = best;
    const values = [...new Set(rows.map(({ text }) => text))];
    const called = { column: header[column]!, values: values.map((text) => JSON.stringify(text)).join(" or ") };
    const count = rows.length;
    return [
      {
        kind: "totals",
        label:
          count === 1
            ? phraseText("leave_out_called", called)
            : phraseText("leave_out_several_called", { count, ...called }),
        reason: count === 1 ? phraseText("row_beside_others") : phraseText("rows_beside_others", { count }),
        examples: rows
          .slice(0, SHOWN)
          .map(({ row, text, amount }) => phraseText("line_left_out", { line: row, text: `${text}: ${amount}` })),
        table: { leave_out: [{ column: header[column]!, values }] },
        certainty: "doubtful",
      },
    ];
  }
}

const SHOWN = 3;
