import { loadSeries } from "../aggregate/series-town.js";
import type { LoadingServer } from "../publishing/loading-server.js";

const AMOUNTS = {
  amount: { type: "measure", column: "n", datatype: "float", label: "Paid" },
  time: { type: "date", column: "t", datatype: "date" },
  row: { type: "attribute", column: "row", key: true },
};

const SLUGGED = {
  type: "compound",
  label: "Supplier",
  attributes: { name: { column: "to", datatype: "id" }, label: { column: "to", datatype: "string" } },
};

/** A payee with an identifier. @param name of the dimension */
function identified(name: string): object {
  return {
    [name]: {
      type: "compound",
      taxonomy: "org-id",
      attributes: { name: { column: "id", datatype: "string" }, label: { column: "to", datatype: "string" } },
    },
  };
}

/**
 * Load datasets with payees in common: `north` and `south` pay to names, `east` and `west` to identifiers, `both` has
 * revenue and spending, and `secret` is private.
 */
export async function loadPayees(server: LoadingServer): Promise<void> {
  const load = (name: string, fields: object, rows: string, settings = {}): Promise<void> =>
    loadSeries(server, name, { currency: "EUR" }, { ...AMOUNTS, ...fields }, rows, { settings });
  await load(
    "north",
    { to: SLUGGED },
    [
      "t,row,n,to",
      "2009-01-02,1,10.10,Müller & Söhne",
      "2009-05-02,2,0.20,Müller & Söhne",
      "2010-01-02,3,5,Müller & Söhne",
      "2010-02-03,4,7,City Buses",
      "",
    ].join("\n"),
  );
  await load(
    "south",
    { to: { type: "attribute", column: "to" } },
    [
      "t,row,n,to",
      "2010-03-04,1,0.005,MULLER & SOHNE",
      "2010-03-05,2,1,Müller & Söhne",
      "2010-03-06,3,2,Müller und Söhne",
      "",
    ].join("\n"),
  );
  await load("east", identified("payee"), "t,row,n,id,to\n2009-01-01,1,100,GB-1,Serco\n2009-01-01,2,1,GB-2,Capita\n");
  await load("west", identified("supplier"), "t,row,n,id,to\n2011-01-01,1,200,gb-1,Serco Limited\n");
  await load(
    "both",
    {
      to: { type: "attribute", column: "to" },
      flow: { type: "attribute", column: "flow", role: "direction" },
    },
    "t,row,n,to,flow\n2010-01-01,1,3,City Buses,revenue\n2010-01-01,2,4,City Buses,expenditure\n",
  );
  await load("secret", { to: SLUGGED }, "t,row,n,to\n2012-01-01,1,99,Müller & Söhne\n2012-01-01,2,1,Hidden & Co\n", {
    private: "true",
  });
}
