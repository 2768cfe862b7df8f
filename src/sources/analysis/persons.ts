import { slug } from "../../core/model/values/slug.js";
import { FIRST_NAMES } from "./first-names.js";

/** Kinds of data about persons that a column may hold. */
export type PersonalData =
  | "e-mail addresses"
  | "telephone numbers"
  | "bank accounts"
  | "dates of birth"
  | "national ids"
  | "names of persons"
  /** Most values are something else, such as companies. */
  | "some names of persons";

/** True for a column that holds so much about persons that it is left out unless it is asked for. */
export function isLeftOut({ personal }: { readonly personal?: PersonalData }): boolean {
  return personal !== undefined && personal !== "some names of persons";
}

/** Part of the values that must be of a kind, in percent. */
const NEARLY_ALL = 80;
const MOSTLY = 60;
/** Fewest names of persons that are noted among others, and their part in percent. */
const FEW_NAMES = 3;
const SOME = 5;

const PHONE =
  /(^|-)(tel|phone|telephone|telefon|telefono|telefone|teleph|mobile|mobil|mobiltelefon|handy|fax|cell|movil|celular|puhelin|telefoonnummer|telefonnummer|tlf)(-|$)/;
const BIRTH =
  /(^|-)(birth|birthday|birthdate|born|dob|geburt\w*|geb|nacimiento|naissance|nascita|nascimento|narozeni|narodenia|urodzenia|szuletesi|rodenja|rozhdeniia|syntyma\w*|fodsel\w*|fodelse\w*|geboorte\w*|nasterii|dogum)(-|$)/;
const UNSLUGGED_BIRTH = /рожден|народж|生年月日|出生/u;
const NATIONAL =
  /(^|-)(ssn|social-security\w*|national-id\w*|national-insurance\w*|nino|dni|nie|cpf|pesel|rodne-cislo|cnp|codice-fiscale|personnummer|personnumer|fodselsnummer|cpr|bsn|egn|jmbg|henkilotunnus|svnr|sozialversicherung\w*|curp|passport\w*|ausweis\w*|personalausweis\w*|tc-kimlik\w*)(-|$)/;
const NAME =
  /(^|-)(first-?name|last-?name|surname|forename|given-name|family-name|vorname|nachname|familienname|nombre-y-apellidos?|apellidos?|prenom|nom-et-prenom|cognome|sobrenome|imie|nazwisko|jmeno|prijmeni|etunimi|sukunimi|fornavn|etternavn|efternavn|fornamn|efternamn|voornaam|achternaam|employee-name|staff-name)(-|$)/;

/** Marks of organisations: legal forms and what they are called, in any case. */
const ORGANISATION =
  /(^|[\s.,&])(ltd|limited|llp|llc|inc|plc|corp|co|gmbh|mbh|kg|ag|ug|ohg|gbr|e\.?v|eg|sa|s\.a|sarl|sas|srl|s\.r\.l|spa|s\.p\.a|s\.l|sl|bv|b\.v|nv|n\.v|ab|as|a\/s|aps|oy|oyj|sp|z\s?o\.?o|s\.r\.o|a\.s|d\.o\.o|d\.d|kft|zrt|ood|eood|ltda|eireli|me|company|group|holding|services?|council|county|city|town|university|college|school|church|club|trust|fund|foundation|association|society|bank|office|department|ministry|institute|hospital|verein|stiftung|schule|kirche|gemeinde|stadt|amt|verband|association|commune|mairie|universite|ecole|universidad|ayuntamiento|fundacion|comune|cooperativa|stichting|gemeente|kommune|forening|the|of|and|und|et|de la|&)(?=$|[\s.,&])/iu;

/** Find what a column holds about persons, by its heading and its different values; `null` if nothing. */
export function findPersonalData(heading: string, values: readonly string[]): PersonalData | null {
  if (values.length === 0) return null;
  const words = slug(heading.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2"));
  const share = (isOne: (value: string) => boolean): number => (values.filter(isOne).length * 100) / values.length;
  const areNearlyAll = (isOne: (value: string) => boolean): boolean => share(isOne) >= NEARLY_ALL;
  if (areNearlyAll(isEmail)) return "e-mail addresses";
  if (areNearlyAll(isIban)) return "bank accounts";
  if (areNearlyAll(PHONE.test(words) ? isPhone : isInternational)) return "telephone numbers";
  if ((BIRTH.test(words) || UNSLUGGED_BIRTH.test(heading)) && areNearlyAll((value) => /\d/.test(value)))
    return "dates of birth";
  if (
    areNearlyAll(
      NATIONAL.test(words) ? (value) => /^[\p{L}\d./ -]{6,20}$/u.test(value) && /\d{3}/.test(value) : isChecked,
    )
  ) {
    return "national ids";
  }
  if (NAME.test(words) && areNearlyAll(isNameLike)) return "names of persons";
  const names = share(isName);
  if (values.length >= FEW_NAMES && names >= MOSTLY) return "names of persons";
  return names >= SOME && values.filter(isName).length >= FEW_NAMES ? "some names of persons" : null;
}

function isEmail(value: string): boolean {
  return /^[^\s@,;]+@[^\s@,;]+\.\p{L}{2,}$/u.test(value);
}

/** True for an international bank account number with the right checksum (ISO 13616). */
function isIban(value: string): boolean {
  const text = value.replace(/[\s-]/g, "").toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false;
  const digits = `${text.slice(4)}${text.slice(0, 4)}`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}

function isPhone(value: string): boolean {
  return /^[+(]?\d[\d\s()/.-]{5,}$/.test(value) && numDigits(value) >= 6 && numDigits(value) <= 15;
}

function isInternational(value: string): boolean {
  return /^(\+|00)\d[\d\s()/-]{7,}$/.test(value) && /[\s()/-]/.test(value) && numDigits(value) <= 15;
}

function numDigits(value: string): number {
  return value.replace(/\D/g, "").length;
}

/** True for a number of a person that its checksum shows: Brazilian, Polish, Spanish and Italian ones. */
function isChecked(value: string): boolean {
  return isCpf(value) || isPesel(value) || isDni(value) || /^[A-Z]{6}\d\d[A-EHLMPRST]\d\d[A-Z]\d{3}[A-Z]$/.test(value);
}

/** Brazil: `000.000.000-00`. */
function isCpf(value: string): boolean {
  if (!/^\d{3}\.\d{3}\.\d{3}-\d\d$/.test(value)) return false;
  const digits = [...value.replace(/\D/g, "")].map(Number);
  const checkOf = (length: number): number => {
    const sum = digits.slice(0, length).reduce((all, digit, at) => all + digit * (length + 1 - at), 0);
    return ((sum * 10) % 11) % 10;
  };
  return checkOf(9) === digits[9] && checkOf(10) === digits[10];
}

/** Poland: eleven digits, of which the first six are a date of birth. */
function isPesel(value: string): boolean {
  if (!/^\d{11}$/.test(value)) return false;
  const digits = [...value].map(Number);
  const [month, day] = [Number(value.slice(2, 4)) % 20, Number(value.slice(4, 6))];
  if (month < 1 || month > 12 || day < 1 || day > 31) return false;
  const sum = [1, 3, 7, 9, 1, 3, 7, 9, 1, 3].reduce((all, weight, at) => all + weight * digits[at]!, 0);
  return (10 - (sum % 10)) % 10 === digits[10];
}

/** Spain: eight digits and a letter. */
function isDni(value: string): boolean {
  return /^\d{8}-?[A-Z]$/.test(value) && "TRWAGMYFPDXBNJZSQVHLCKE"[Number(value.slice(0, 8)) % 23] === value.at(-1);
}

/** True for a text of a few words without figures, as names are. */
function isNameLike(value: string): boolean {
  return /^\p{L}[\p{L}'’.-]*(?:[\s,]+\p{L}[\p{L}'’.-]*){0,4}$/u.test(value);
}

/** True for a text that is a first name and another one, in any order. */
function isName(value: string): boolean {
  if (!isNameLike(value) || ORGANISATION.test(value)) return false;
  const words = slug(value.replace(/^(mr|mrs|ms|dr|prof|herr|frau|sr|sra|mme|m)[.\s]+/i, "")).split("-");
  if (words.length < 2 || words.length > 4) return false;
  // First names stand first, or last behind a family name.
  return (
    FIRST_NAMES.has(words[0]!) ||
    (/[,]/.test(value) && words.some((word) => FIRST_NAMES.has(word))) ||
    (words.length === 2 && FIRST_NAMES.has(words[1]!))
  );
}
