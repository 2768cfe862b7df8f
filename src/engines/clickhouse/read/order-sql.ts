import { MISSING } from "../client/missing-text.js";
import { NO_RANK } from "../table/view-column.js";

/** Write an order by ranks, in which missing values come last. */
export function writeRankOrder(rank: string, descending: boolean): string {
  return descending ? `${rank} = ${NO_RANK}, ${rank} DESC` : `${rank} ASC`;
}

/** Write an order by texts, in which missing ones come last. Their bytes have the order of their code points. */
export function writeTextOrder(text: string, descending: boolean): string {
  return descending ? `${text} = ${MISSING}, ${text} DESC` : `${text} ASC`;
}
