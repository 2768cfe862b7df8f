import { testErrors } from "./error-table.js";

testErrors([
  [
    "a mapping without amount",
    (m) => delete m.mapping.amount,
    /^mapping\.amount: is missing; write "amount": \{"type": "measure"/,
  ],
  [
    "an amount that is text",
    (m) => (m.mapping.amount.datatype = "string"),
    /^mapping\.amount\.datatype: "string" is not the datatype of a measure; write "float"/,
  ],
  ["an amount without a column", (m) => delete m.mapping.amount.column, /^mapping\.amount\.column: is missing/],
  [
    "an amount that is constant",
    (m) => (m.mapping.amount = { type: "measure", constant: "1" }),
    /^mapping\.amount\.column: is missing/,
  ],
  [
    "a mapping without time",
    (m) => (m.mapping.time = null),
    /^mapping\.time: is missing; write "time": \{"type": "date"/,
  ],
  [
    "a time that is not a date",
    (m) => Object.assign(m.mapping.time, { type: "attribute", datatype: "string" }),
    /^mapping\.time: must be a date dimension/,
  ],
  [
    "a date dimension of another datatype",
    (m) => (m.mapping.time.datatype = "string"),
    /^mapping\.time\.datatype: "string" .* write "date"/,
  ],
  ["a date dimension without a column", (m) => (m.mapping.time.column = " "), /^mapping\.time\.column: is missing/],
  [
    "a date format with an unknown code",
    (m) => (m.mapping.time.format = "%Q"),
    /^mapping\.time\.format: "%Q" has the unknown code %Q/,
  ],
  [
    "a date format without a year",
    (m) => (m.mapping.time.format = "%d.%m."),
    /^mapping\.time\.format: "%d\.%m\." gives no year/,
  ],
  [
    "a model without a key",
    (m) => delete m.mapping.number.key,
    /^mapping: no field is part of the key; write "key": true/,
  ],

  ["a field that is a text", (m) => (m.mapping.x = "y"), /^mapping\.x: "y" must be an object/],
  ["a field name with a space", (m) => (m.mapping["a b"] = m.mapping.to), /^mapping\.a b: "a b" is not a valid name/],
  [
    "a field name that begins with a digit",
    (m) => (m.mapping["1a"] = m.mapping.to),
    /^mapping\.1a: "1a" is not a valid name/,
  ],
  ["an empty field name", (m) => (m.mapping[""] = m.mapping.to), /"" is not a valid name/],
  ["a field name with a suffix", (m) => (m.mapping["a.csv"] = m.mapping.to), /"a\.csv" ends like a file/],
  [
    "a reserved dimension name",
    (m) => (m.mapping.Sources = m.mapping.to),
    /^mapping\.Sources: "Sources" is reserved and cannot name a dimension/,
  ],
  [
    "a dimension name of the answers",
    (m) => (m.mapping.PageSize = m.mapping.to),
    /^mapping\.PageSize: "PageSize" is reserved/,
  ],
  [
    "a measure name of the answers",
    (m) => (m.mapping.currency = m.mapping.amount),
    /^mapping\.currency: "currency" is reserved and cannot name a measure/,
  ],
  [
    "a measure that hides the id of entries",
    (m) => (m.mapping.id = m.mapping.amount),
    /^mapping\.id: "id" is reserved and cannot name a measure/,
  ],
  [
    "fields x and x_id",
    (m) => (m.mapping.to_id = { type: "attribute", column: "a" }),
    /^mapping\.to: the fields "to" and "to_id" conflict; rename/,
  ],
  ["a type that is a number", (m) => (m.mapping.to.type = 1), /^mapping\.to\.type: 1 must be a text/],
  ["a label that is a number", (m) => (m.mapping.to.label = 1), /^mapping\.to\.label: 1 must be a text/],
  ["a key that is a text", (m) => (m.mapping.to.key = "yes"), /^mapping\.to\.key: "yes" must be true or false/],
  ["a facet that is a number", (m) => (m.mapping.to.facet = 1), /^mapping\.to\.facet: 1 must be true or false/],
  [
    "an attribute dimension without column and constant",
    (m) => delete m.mapping.number.column,
    /^mapping\.number\.column: is missing; .* or a "constant"/,
  ],
  [
    "a column that is a number",
    (m) => (m.mapping.number.column = 2012),
    /^mapping\.number\.column: 2012 must be a text/,
  ],
  [
    "an unknown datatype",
    (m) => (m.mapping.number.datatype = "int"),
    /^mapping\.number\.datatype: "int" is not a datatype; write "string", "id", "float", "date", "constant"/,
  ],
]);
