import { relatives } from "./colors.js";

/** A division of COFOG, the United Nations' Classification of the Functions of Government. */
export interface GovernmentFunction {
  readonly code: string;
  readonly label: string;
  /** `#rrggbb` */
  readonly color: string;
}

/** A group within a division; its code starts with the division's. */
export interface Subfunction extends GovernmentFunction {
  readonly function: GovernmentFunction;
}

type Division = GovernmentFunction & { readonly groups: Readonly<Record<string, string>> };

/**
 * Divisions and their groups, with labels in plain English. COFOG has no group `.0`; here it holds the amounts that the
 * publication does not divide further. Three groups are labelled by their contents in the publication, which differ from
 * COFOG: `01.8` is the European Union, `07.1` all medical services and `07.4` the rest of the health service.
 */
const DIVISIONS: readonly Division[] = [
  {
    code: "01",
    label: "General public services",
    color: "#aa678e",
    groups: {
      "01.0": "General public services, not divided further",
      "01.1": "Parliament, government, finance and foreign affairs",
      "01.2": "Aid to other countries",
      "01.3": "Shared services of government",
      "01.4": "Basic research",
      "01.5": "Research on general public services",
      "01.6": "Other general public services",
      "01.7": "Interest on public debt",
      "01.8": "Payments to and from the European Union",
    },
  },
  {
    code: "02",
    label: "Defence",
    color: "#6c7d3e",
    groups: {
      "02.0": "Defence, not divided further",
      "02.1": "Armed forces",
      "02.2": "Civil defence",
      "02.3": "Military aid to other countries",
      "02.4": "Research on defence",
      "02.5": "Other defence",
    },
  },
  {
    code: "03",
    label: "Public order and safety",
    color: "#5762a8",
    groups: {
      "03.0": "Public order and safety, not divided further",
      "03.1": "Police and immigration",
      "03.2": "Fire and rescue",
      "03.3": "Courts of law",
      "03.4": "Prisons",
      "03.5": "Research on public order and safety",
      "03.6": "Other public order and safety",
    },
  },
  {
    code: "04",
    label: "Economic affairs",
    color: "#b7933f",
    groups: {
      "04.0": "Economic affairs, not divided further",
      "04.1": "Enterprise, trade and employment",
      "04.2": "Farming, forestry and fishing",
      "04.3": "Fuel and energy",
      "04.4": "Mining, manufacturing and construction",
      "04.5": "Transport",
      "04.6": "Post and telecommunications",
      "04.7": "Other industries",
      "04.8": "Science and technology",
      "04.9": "Other economic affairs",
    },
  },
  {
    code: "05",
    label: "Environmental protection",
    color: "#4a925c",
    groups: {
      "05.0": "Environmental protection, not divided further",
      "05.1": "Waste collection and disposal",
      "05.2": "Sewers and waste water",
      "05.3": "Reducing pollution",
      "05.4": "Wildlife and landscape",
      "05.5": "Research on the environment",
      "05.6": "Other environmental protection",
    },
  },
  {
    code: "06",
    label: "Housing and communities",
    color: "#b36c3e",
    groups: {
      "06.0": "Housing and communities, not divided further",
      "06.1": "Housing development",
      "06.2": "Community development",
      "06.3": "Water supply",
      "06.4": "Street lighting",
      "06.5": "Research on housing and communities",
      "06.6": "Other housing and communities",
    },
  },
  {
    code: "07",
    label: "Health",
    color: "#2b9191",
    groups: {
      "07.0": "Health, not divided further",
      "07.1": "Medical services",
      "07.4": "Public health and other health services",
      "07.5": "Research on health",
    },
  },
  {
    code: "08",
    label: "Recreation, culture and religion",
    color: "#8861a4",
    groups: {
      "08.0": "Recreation, culture and religion, not divided further",
      "08.1": "Sport and recreation",
      "08.2": "Arts, museums and libraries",
      "08.3": "Broadcasting and publishing",
      "08.4": "Religion and community groups",
      "08.5": "Research on recreation, culture and religion",
      "08.6": "Other recreation, culture and religion",
    },
  },
  {
    code: "09",
    label: "Education",
    color: "#4188b6",
    groups: {
      "09.0": "Education, not divided further",
      "09.1": "Nursery and primary education",
      "09.2": "Secondary education",
      "09.3": "Education after school, below degree level",
      "09.4": "Higher education",
      "09.5": "Education of no particular level",
      "09.6": "School meals, transport and other support",
      "09.7": "Research on education",
      "09.8": "Other education",
    },
  },
  {
    code: "10",
    label: "Social protection",
    color: "#b75357",
    groups: {
      "10.0": "Social protection, not divided further",
      "10.1": "Sickness and disability",
      "10.2": "Old age",
      "10.3": "Bereavement",
      "10.4": "Families and children",
      "10.5": "Unemployment",
      "10.6": "Help with housing costs",
      "10.7": "Poverty and social exclusion",
      "10.8": "Research on social protection",
      "10.9": "Other social protection",
    },
  },
];

/** All groups, by code. */
export const SUBFUNCTIONS: ReadonlyMap<string, Subfunction> = new Map(DIVISIONS.flatMap(subfunctionsOf));

function subfunctionsOf({ groups, ...division }: Division): [string, Subfunction][] {
  const codes = Object.entries(groups);
  const colors = relatives(division.color, codes.length);
  return codes.map(([code, label], i) => [code, { code, label, color: colors[i]!, function: division }]);
}
