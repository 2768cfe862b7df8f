/** A term of public money: how it is found in English, and what each language has for it, however it is inflected. */
export interface Term {
  readonly english: RegExp;
  readonly languages: Readonly<Record<string, RegExp>>;
  /** Texts that mean something else by the English word, or say it in another way. */
  readonly except?: readonly string[];
}

/** Terms of which every text uses the same word, as finance ministries do. */
export const TERMS: Readonly<Record<string, Term>> = {
  dataset: {
    english: /\bdatasets?\b/i,
    languages: {
      es: /conjuntos? de datos/i,
      fr: /jeux? de données/i,
      de: /Datens[aä]tz/i,
      it: /insiem[ei] di dati/i,
      pt: /conjuntos? de dados/i,
      pl: /zbi[óo]r\S* danych/i,
      uk: /наб[оі]р\S* даних/i,
      el: /σ[υύ]ν[οό]λ\S+ δεδομένων/i,
      ar: /مجموع(?:ة|ات|تي|تان|تين) (?:ال)?بيانات/,
      he: /מערכ[ית]? ה?נתונים|מערך ה?נתונים/,
      ja: /データセット/,
    },
    // Keywords, and texts that have said already which.
    except: [
      "manage.rows.keys.dimension",
      "errors.dataset_takes_no_range",
      "errors.keep_or_replace_mapping",
      "errors.no_dataset_called",
      "errors.unknown_search_field",
      "loads.run.facts.entries",
    ],
  },
  entry: {
    english: /(?<!\/)\bentr(?:y|ies)\b/i,
    languages: {
      es: /asiento/i,
      fr: /ligne/i,
      de: /Buchung/i,
      it: /voc[ei]/i,
      pt: /registo/i,
      pl: /pozycj/i,
      uk: /запис/i,
      el: /εγγραφ/i,
      ar: /قيد|قيود/,
      he: /רשומ/,
      ja: /明細/,
    },
    except: ["errors.too_many_resources", "entries.none", "search.none", "explore.none"],
  },
  crosswalk: {
    english: /\bcrosswalks?\b/i,
    languages: {
      es: /correspondencia/i,
      fr: /correspondance/i,
      de: /Umsteigeschlüssel/i,
      it: /raccordo/i,
      pt: /correspondência/i,
      pl: /klucz\S* przejścia/i,
      uk: /таблиц\S+ відповідності/i,
      el: /αντιστοίχισης/i,
      ar: /مطابقة/,
      he: /טבל\S+ ה?המרה/,
      ja: /分類対応表/,
    },
  },
  // Of a file: an entry of the dataset is another thing, and so is a line of text.
  row: {
    english: /\brows?\b/i,
    languages: {
      es: /fila/i,
      fr: /enregistrement/i,
      de: /zeile/i,
      it: /rig[ah]/i,
      pt: /linha/i,
      pl: /wiersz/i,
      uk: /ряд[ок]/i,
      el: /γραμμ/i,
      ar: /صف|صفوف/,
      he: /שור/,
      ja: /行/,
    },
    // Rows of a table that a page or a sheet shows, of a form, and texts that say it otherwise.
    except: [
      "figures.shadeRows",
      "figures.added.rowsContained",
      "figures.added.rowsOfNoWhole",
      "charts.crosstabRows",
      "charts.crosstabBoth",
      "upload.leadInto",
      "upload.noticed",
      "drafts.table.choose",
      "manage.corrections.sumsStay",
      "manage.rows.more",
      "errors.too_many_rows_for_a_sheet",
      "errors.table_instead_of_json",
      "errors.repeated_rows_too_often",
      "errors.sheet_too_sparse",
      "phrases.rows_repeated",
    ],
  },
  shapes: {
    english: /\bshapes?\b/i,
    languages: {
      es: /formas? geográficas?/i,
      fr: /contour/i,
      de: /Umriss/i,
      it: /confin[ei]/i,
      pt: /forma/i,
      pl: /kontur/i,
      uk: /контур/i,
      el: /περ[ιί]γρ[αά]μμ/i,
      ar: /حدود/,
      he: /גבול/,
      ja: /図形/,
    },
  },
  member: {
    english: /\bmembers?\b/i,
    languages: {
      es: /elemento/i,
      fr: /élément/i,
      de: /Ausprägung/i,
      it: /element[oi]/i,
      pt: /elemento/i,
      pl: /element/i,
      uk: /елемент/i,
      el: /στοιχεί/i,
      ar: /عنصر|عناصر/,
      he: /פריט/,
      ja: /項目/,
    },
    except: ["collections.editor.members", "versions.corrections.sameNoLonger"],
  },
  taxonomy: {
    english: /\btaxonom(?:y|ies)\b/i,
    languages: {
      es: /clasificaci/i,
      fr: /nomenclature/i,
      de: /Systematik/i,
      it: /classificazion/i,
      pt: /classificaç/i,
      pl: /klasyfikacj/i,
      uk: /класифікац/i,
      el: /ταξινόμησ|ταξινομήσ/i,
      ar: /تصنيف/,
      he: /סיווג/,
      ja: /分類/,
    },
  },
  dimension: {
    english: /\bdimensions?\b(?![=:])/i,
    languages: {
      es: /dimensi[oó]n/i,
      fr: /dimension/i,
      de: /Dimension/i,
      it: /dimension/i,
      pt: /dimens/i,
      pl: /wymiar/i,
      uk: /вим[іи]р/i,
      el: /διάστασ|διαστάσ/i,
      ar: /بُ?عد|أبعاد/,
      he: /ממד/,
      ja: /分類/,
    },
  },
  collection: {
    english: /\bcollections?\b/i,
    languages: {
      es: /colecci[oó]n/i,
      fr: /collection/i,
      de: /Sammlung/i,
      it: /raccolt/i,
      pt: /coleç/i,
      pl: /kolekcj/i,
      uk: /добір/i,
      el: /συλλογ/i,
      ar: /تجميع/,
      he: /אוסף|אוספ/,
      ja: /コレクション/,
    },
  },
  licence: {
    english: /\blicences?\b/i,
    languages: {
      es: /licencia/i,
      fr: /licence/i,
      de: /Lizenz/i,
      it: /licenz/i,
      pt: /licença/i,
      pl: /licencj/i,
      uk: /ліценз/i,
      el: /άδει/i,
      ar: /رخص/,
      he: /רישיו|רישיונ/,
      ja: /ライセンス/,
    },
  },
  revenue: {
    english: /\brevenues?\b/i,
    languages: {
      es: /ingreso/i,
      fr: /recette/i,
      de: /Einnahme/i,
      it: /entrat/i,
      pt: /receita/i,
      pl: /doch[oó]d/i,
      uk: /дох[оі]д/i,
      el: /[έε]σ[οό]δ/i,
      ar: /إيراد/,
      he: /הכנס/,
      ja: /歳入|収入/,
    },
  },
  spending: {
    english: /\bspending\b/i,
    languages: {
      es: /gasto/i,
      fr: /dépense/i,
      de: /Ausgabe/i,
      it: /spes[ae]/i,
      pt: /despesa/i,
      pl: /wydat/i,
      uk: /видат/i,
      el: /δαπ[άα]ν/i,
      ar: /نفقات|إنفاق/,
      he: /הוצא/,
      ja: /歳出|支出/,
    },
    except: ["phrases.one_of_categories"],
  },
  payee: {
    english: /\bpayees?\b/i,
    languages: {
      es: /beneficiari/i,
      fr: /bénéficiaire/i,
      de: /Empfänger/i,
      it: /beneficiari/i,
      pt: /beneficiári/i,
      pl: /beneficjen/i,
      uk: /отримувач/i,
      el: /δικαιούχ/i,
      ar: /مستفيد/,
      he: /מקבל/,
      ja: /支払先/,
    },
  },
  "fiscal year": {
    english: /\b(?:fiscal|financial) years?\b/i,
    languages: {
      es: /ejercicio/i,
      fr: /exercice/i,
      de: /Haushaltsjahr/i,
      it: /esercizi/i,
      pt: /exercício/i,
      pl: /budżetow/i,
      uk: /бюджетн/i,
      el: /οικονομικ/i,
      ar: /مالية/,
      he: /תקציב/,
      ja: /会計年度/,
    },
  },
  "per person": {
    english: /\bper person\b/i,
    languages: {
      es: /por habitante/i,
      fr: /par habitant/i,
      de: /je Einwohner/i,
      it: /pro capite/i,
      pt: /por habitante/i,
      pl: /na mieszkańca/i,
      uk: /на одну особу/i,
      el: /ανά κάτοικο/i,
      ar: /للفرد/,
      he: /לנפש/,
      ja: /一人当たり/,
    },
  },
};

/** Take out of a text what is not translated: slots, what is to be typed, names of keys. */
function wordsAlone(text: string): string {
  return text
    .replaceAll(/<code>[^<]*<\/code>|<[^>]*>|"[^"]*"/g, "")
    .replaceAll(/\bspendcube dataset \w+|\b\w+(?:\.\w+)+|\b\w*_\w*|--[\w-]+|\w+=\S*/g, "");
}

/**
 * List the texts of a language that use another word for a term than the others do.
 * @param texts English texts and their translations, by their keys
 */
export function findOtherTerms(
  language: string,
  texts: ReadonlyMap<string, readonly [english: string, translated: string]>,
): readonly string[] {
  return [...texts].flatMap(([key, [english, translated]]) => {
    const alone = wordsAlone(english);
    return Object.entries(TERMS).flatMap(([name, { english: found, languages, except = [] }]) =>
      found.test(alone) && !except.includes(key) && languages[language]?.test(translated) === false
        ? [`${key}: ${name} is ${String(languages[language])}: ${translated}`]
        : [],
    );
  });
}
