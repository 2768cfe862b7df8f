import type { NumberFormat } from "../values/value.js";
import { error, quoted, textAt, type Section } from "./section.js";

/**
 * Read the number format of a section, from its `decimal` and `thousands`. If only one of them is given, and is a point
 * or a comma, the other one follows from it.
 * @param outer number format of the enclosing section, the default
 */
export function readNumberFormat(section: Section, outer: NumberFormat): NumberFormat {
  const decimal = textAt(section, "decimal");
  const thousands = textAt(section, "thousands");
  if (decimal === undefined && thousands === undefined) return outer;
  if (decimal !== undefined && decimal !== "." && decimal !== ",") {
    error(section, "decimal", `${quoted(decimal)} is not a decimal sign; write "." or ","`);
    return outer;
  }
  if (thousands !== undefined && !/^[.,'’_\s]?$/u.test(thousands)) {
    error(section, "thousands", `${quoted(thousands)} is not a thousands separator; write ",", ".", "'" or " "`);
    return outer;
  }
  const format = {
    decimal: decimal ?? decimalBeside(thousands, outer),
    thousands: thousands ?? thousandsBeside(decimal, outer),
  };
  if (format.decimal !== format.thousands) return format;
  error(
    section,
    "thousands",
    `${quoted(thousands)} is also the decimal sign; write ${partner(format.decimal)} for one`,
  );
  return outer;
}

function decimalBeside(thousands: string | undefined, outer: NumberFormat): "." | "," {
  return thousands === "." ? "," : thousands === "," ? "." : outer.decimal;
}

function thousandsBeside(decimal: "." | "," | undefined, outer: NumberFormat): string {
  if (decimal === undefined || (outer.thousands !== "." && outer.thousands !== ",")) return outer.thousands;
  return decimal === "." ? "," : ".";
}

function partner(sign: string): string {
  return sign === "." ? '","' : '"."';
}
