import { testErrors } from "./error-table.js";

testErrors([
  [
    "a compound dimension without attributes",
    (m) => delete m.mapping.to.attributes,
    /^mapping\.to\.attributes: a compound dimension has the attributes name and label/,
  ],
  [
    "a compound dimension without name and label",
    (m) => (m.mapping.to.attributes = { color: { column: "c" } }),
    /^mapping\.to\.attributes: a compound dimension has/,
  ],
  [
    "attributes that are a list",
    (m) => (m.mapping.to.attributes = []),
    /^mapping\.to\.attributes: a list must be an object/,
  ],
  [
    "fields that are an object",
    (m) => (m.mapping.to = { fields: {} }),
    /^mapping\.to\.fields: an object must be a list/,
  ],
  [
    "a listed attribute without a name",
    (m) => (m.mapping.to = { fields: [{ name: "name", column: "a" }, { column: "b" }] }),
    /^mapping\.to\.fields\[1\]\.name: is missing/,
  ],
  [
    "two listed attributes of one name",
    (m) =>
      (m.mapping.to = {
        fields: [
          { name: "name", column: "a" },
          { name: "name", column: "b" },
        ],
      }),
    /^mapping\.to\.fields\[1\]\.name: "name" appears twice/,
  ],
  [
    "an attribute that is a text",
    (m) => (m.mapping.to.attributes.name = "Payee"),
    /^mapping\.to\.attributes\.name: "Payee" must be an object/,
  ],
  [
    "an attribute called id",
    (m) => (m.mapping.to.attributes.id = { column: "a" }),
    /^mapping\.to\.attributes\.id: "id" is reserved/,
  ],
  [
    "an attribute called taxonomy",
    (m) => (m.mapping.to.attributes.taxonomy = { column: "a" }),
    /"taxonomy" is reserved/,
  ],
  [
    "an attribute called html_url",
    (m) => (m.mapping.to.attributes.html_url = { column: "a" }),
    /"html_url" is reserved/,
  ],
  [
    "an attribute name that is none",
    (m) => (m.mapping.to.attributes["a.b"] = { column: "a" }),
    /"a\.b" is not a valid name/,
  ],
  [
    "an attribute of an unknown datatype",
    (m) => (m.mapping.to.attributes.name.datatype = "ids"),
    /^mapping\.to\.attributes\.name\.datatype: "ids" is not a datatype/,
  ],
  [
    "a constant without a value",
    (m) => (m.mapping.to.attributes.x = { datatype: "constant", constant: null, column: "a" }),
    /^mapping\.to\.attributes\.x\.constant: is missing/,
  ],
  [
    "a constant that is an object",
    (m) => (m.mapping.to.attributes.x = { datatype: "constant", constant: {} }),
    /^mapping\.to\.attributes\.x\.constant: an object must be a text/,
  ],
  [
    "a constant that is not of its datatype",
    (m) => (m.mapping.to.attributes.x = { datatype: "date", constant: "soon" }),
    /^mapping\.to\.attributes\.x\.constant: "soon" is not a date/,
  ],
  [
    "an empty constant number",
    (m) => (m.mapping.to.attributes.x = { datatype: "float", constant: "" }),
    /^mapping\.to\.attributes\.x\.constant: "" is not a number/,
  ],
  [
    "a default that is not of its datatype",
    (m) => (m.mapping.amount.default_value = "none"),
    /^mapping\.amount\.default_value: "none" is not a number/,
  ],
  [
    "a default that is a list",
    (m) => (m.mapping.amount.default_value = []),
    /^mapping\.amount\.default_value: a list must be a text/,
  ],
  [
    "more attributes than a dimension may have",
    (m) => {
      for (let i = 0; i < 500; i++) m.mapping.to.attributes[`a${i}`] = { column: "a" };
    },
    /^mapping\.to: has more than 500 attributes/,
  ],
]);
