import { segmentOf, type ReadingInput } from "../../calls/reading-call.js";
import type { SharedName } from "../../calls/context.js";
import type { Feature } from "../../web/http/routes/feature.js";
import type { LeakRow } from "../../web/http/routes/leak-row.js";
import { MEMBERS_SAMPLES, MEMBERS_SCHEMAS, SHOW_MEMBERS } from "./description.js";
import { namesakesPage } from "./draw-namesakes.js";
import { namesakesPath } from "./namesakes-url.js";
import { isNamed, showNamesakes } from "./namesakes.js";

/** Members over all datasets: one payee wherever it is paid. */
export const MEMBERS_OF_ALL: Feature = {
  name: "members",
  schemas: MEMBERS_SCHEMAS,
  samples: MEMBERS_SAMPLES,
  parameters: { "/members/{taxonomy}/{name}": { names: ["page", "pagesize"] } },
  leakRows: leakRowsOfMembers,
  makeRoutes: () => [],
  services: { pathOfMember: namesakesPath },
  pages: [
    {
      path: "/members/{taxonomy}/{name}",
      formats: ["html", "json", "csv"],
      about: SHOW_MEMBERS,
      isWholeName: (context, input) => isNamed(context, input.actor, sharedOf(input), input.cancel),
      call: (context, input) => showNamesakes(context, input.actor, sharedOf(input), input),
      drawings: { "feature members": namesakesPage },
    },
  ],
};

function sharedOf(input: ReadingInput): SharedName {
  return { taxonomy: segmentOf(input, "taxonomy"), name: segmentOf(input, "name") };
}

/**
 * Show where a private dataset must not show.
 * @param secret its name
 */
function leakRowsOfMembers(secret: string): Readonly<Record<string, LeakRow>> {
  const members = [
    "region/Hidden valley",
    "region/hidden valley",
    "cofog/hidden-code",
    `dataset/${secret}`,
    "region/North",
  ];
  return {
    "GET /members/{taxonomy}/{name}": {
      open: members.flatMap((each) => {
        const path = `/members/${each.split("/").map(encodeURIComponent).join("/")}`;
        return [path, `${path}.json`, `${path}.csv`, `${path}.atom`];
      }),
    },
  };
}
