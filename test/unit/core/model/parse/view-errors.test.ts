import { testErrors } from "./error-table.js";

testErrors([
  ["views that are an object", (m) => (m.views = {}), /^views: an object must be a list/],
  ["a view that is a text", (m) => (m.views = ["default"]), /^views\[0\]: "default" must be an object/],
  ["a view without a name", (m) => delete m.views[0].name, /^views\[0\]\.name: is missing/],
  ["a view without a dimension", (m) => delete m.views[0].dimension, /^views\[0\]\.dimension: is missing/],
  ["a drilldown that is a number", (m) => (m.views[0].drilldown = 1), /^views\[0\]\.drilldown: 1 must be a text/],
  [
    "a view of an unknown dimension",
    (m) => (m.views[0].dimension = "datset"),
    /^views\[0\]\.dimension: "datset" .*did you mean "dataset"/,
  ],
  [
    "a view of a measure",
    (m) => (m.views[0].dimension = "amount"),
    /^views\[0\]\.dimension: "amount" is not a dimension/,
  ],
  [
    "an unknown drilldown",
    (m) => (m.views[0].drilldown = "to.lable"),
    /^views\[0\]\.drilldown: "to\.lable" .*did you mean "to\.label"/,
  ],
  [
    "an unknown breakdown",
    (m) => (m.views[0] = { name: "a", dimension: "dataset", breakdown: "x" }),
    /^views\[0\]\.breakdown: "x" is not a dimension/,
  ],
  [
    "a drilldown into a measure",
    (m) => (m.views[0].drilldown = "amount"),
    /^views\[0\]\.drilldown: "amount" is not a dimension/,
  ],
  [
    "a cut of an unknown attribute",
    (m) => (m.views[0].cuts = { "to.x": "1" }),
    /^views\[0\]\.cuts\.to\.x: "to\.x" is no/,
  ],
  [
    "an older cut of an unknown dimension",
    (m) => (m.views[0].view_filters = { x: "1" }),
    /^views\[0\]\.view_filters\.x: "x" is no/,
  ],
  ["cuts that are a list", (m) => (m.views[0].cuts = []), /^views\[0\]\.cuts: a list must be an object/],
  ["a cut value that is an object", (m) => (m.views[0].cuts = { to: {} }), /^views\[0\]\.cuts\.to: must be a value/],
  [
    "a filter value that is a list",
    (m) => (m.views[0].filters = { name: [] }),
    /^views\[0\]\.filters\.name: a list must be one value/,
  ],
]);
