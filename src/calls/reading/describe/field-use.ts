import { slug } from "../../../core/model/values/slug.js";

/** Uses of a dimension for readers of entries. */
export type FieldUse = "date" | "payee" | "purpose" | "function" | "payer" | "other" | "detail" | "identifier";

/** The facts about a dimension that its use follows from. */
export interface UsedField {
  readonly name: string;
  readonly label: string;
  /** Kind of a described dimension. */
  readonly type?: string;
}

/** Words of names and labels in the languages of published budgets, as slugs have them. */
const WORDS: readonly (readonly [use: FieldUse, pattern: RegExp])[] = [
  [
    "identifier",
    /(^|-)(ids?|invoices?|voucher|transaction|uid|uuid|guid|hash|code|koodi|kod|nr|no|num|number|numero|nummer|row|zeile|index|objectid|reference|ref|key)(-|$)/,
  ],
  [
    "payee",
    /(^|-)(to|payees?|recipients?|beneficiar(y|ies)|suppliers?|vendors?|contractors?|creditors?|merchants?|empfaenger|empfanger|lieferant|zahlungsempfanger|toteuttaja|saaja|toimittaja|beneficiaires?|fournisseurs?|proveedor(es)?|beneficiario|destinatario|fornitore|fornecedor|favorecido|credor|prijemce|dodavatel|beneficjent|odbiorca|leverandor|mottagare|mottaker|leverantor|begunstigde|leverancier|korisnik|dobavljac|furnitori|perfitues)(-|$)/,
  ],
  [
    "payer",
    /(^|-)(from|payer|bod(y|ies)|department|ministry|authority|institution|buyer|agency|organi[sz]ation|council|ministerium|behorde|viranomainen|ministere|ministerio|ministero|orgao|urad|entity)(-|$)/,
  ],
  [
    "function",
    /(^|-)(cofog[0-9]?|functions?|functional|sub-?function|funktion(en)?|fonctions?|funcion(es)?|funzion[ei]|funcao|funkc[ij]+[ae]|funkce|hmt[0-9]?|programme|program|aufgabenbereich)(-|$)/,
  ],
  [
    "purpose",
    /(^|-)(purpose|description|descriptions|project|projekt|projektin|title|subject|details|narrative|summary|zweck|beschreibung|titel|kuvaus|nimi|objet|libelle|objeto|concepto|descripcion|oggetto|descrizione|descricao|popis|ucel|nazwa|opis|item|expense-type|category|kategori|kategorie)(-|$)/,
  ],
];

/** Return the use of a dimension by its name, else by its label. The date of a dataset is always called `time`; others are details. */
export function useOf({ name, label, type }: UsedField): FieldUse {
  if (name === "time") return "date";
  if (type === "date") return "detail";
  for (const text of [slug(name), slug(label)]) {
    const found = WORDS.find(([, pattern]) => pattern.test(text));
    if (found) return found[0];
  }
  return "other";
}

/** Uses in the order in which readers want them; amounts come after `PURPOSE`, and identifiers last. */
const ORDER: readonly FieldUse[] = ["date", "payee", "purpose", "function", "payer", "other", "detail", "identifier"];

/** Order dimensions by use: date, payee and purpose first, identifiers last. */
export function orderByUse<Field extends UsedField>(fields: readonly Field[]): readonly Field[] {
  return fields.toSorted((a, b) => ORDER.indexOf(useOf(a)) - ORDER.indexOf(useOf(b)));
}
