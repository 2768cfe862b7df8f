/** A model of which `to` is the key. */
export const SOURCE_MODEL = {
  dataset: { name: "town", label: "Town", description: "", currency: "EUR" },
  mapping: {
    amount: { type: "measure", label: "Amount", description: "", column: "amount", datatype: "float" },
    time: { type: "date", label: "Year", description: "", column: "year", datatype: "date" },
    to: { type: "attribute", label: "To", description: "", column: "to", datatype: "string", key: true },
  },
};
