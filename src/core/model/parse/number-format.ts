import { errorText } from "../../errors/error-text.js";
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
    error(section, "decimal", errorText("not_a_decimal_sign", { decimal: quoted(decimal) }));
    return outer;
  }
  if (thousands !== undefined && !/^[.,'’_\s]?$/u.test(thousands)) {
    error(section, "thousands", errorText("not_a_thousands_separator", { thousands: quoted(thousands) }));
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
    errorText("separator_is_decimal_sign", { thousands: quoted(thousands), detail: partner(format.decimal) }),
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
