import { asciiDigits } from "../fields/characters.js";

/**
 * States and territories as people write them in addresses, in lower case, the usual name first. Abbreviations of two
 * letters count only in capitals or with dots ("MP", "M.P."), since small ones are words.
 */
const STATES: readonly (readonly [name: string, ...spellings: string[]])[] = [
  ["Andaman and Nicobar Islands", "andaman & nicobar islands", "andaman and nicobar", "andaman & nicobar", "A&N"],
  ["Andhra Pradesh", "andhra", "AP"],
  ["Arunachal Pradesh", "arunachal"],
  ["Assam"],
  ["Bihar"],
  ["Chandigarh"],
  ["Chhattisgarh", "chattisgarh", "chhatisgarh", "CG"],
  [
    "Dadra and Nagar Haveli and Daman and Diu",
    "dadra and nagar haveli",
    "dadra & nagar haveli",
    "daman and diu",
    "daman & diu",
  ],
  ["Delhi", "nct of delhi", "delhi ncr"],
  ["Goa"],
  ["Gujarat", "gujrat", "GJ"],
  ["Haryana", "HR"],
  ["Himachal Pradesh", "himachal", "HP"],
  ["Jammu and Kashmir", "jammu & kashmir", "J&K", "JK"],
  ["Jharkhand", "JH"],
  ["Karnataka", "KA"],
  ["Kerala", "KL"],
  ["Ladakh"],
  ["Lakshadweep"],
  ["Madhya Pradesh", "madhyapradesh", "MP"],
  ["Maharashtra", "maharastra", "MH"],
  ["Manipur"],
  ["Meghalaya"],
  ["Mizoram"],
  ["Nagaland"],
  ["Odisha", "orissa", "OD"],
  ["Puducherry", "pondicherry", "PY"],
  ["Punjab", "PB"],
  ["Rajasthan", "RJ"],
  ["Sikkim"],
  ["Tamil Nadu", "tamilnadu", "tamil nadu state", "TN"],
  ["Telangana", "telengana", "TS", "TG"],
  ["Tripura"],
  ["Uttar Pradesh", "uttarpradesh", "UP"],
  ["Uttarakhand", "uttaranchal", "UK"],
  ["West Bengal", "westbengal", "bengal", "WB"],
];

/** The usual name of a state that is written as a whole text; undefined for anything else. */
export function stateNamed(text: string): string | undefined {
  const written = text.trim().replaceAll(/\s+/g, " ").toLowerCase();
  return STATES.find((spellings) => spellings.some((spelling) => spelling.toLowerCase() === written))?.[0];
}

/**
 * States by the first digits of the PIN code; the longest prefix counts. Null: the prefix is shared by two states, so
 * that only the address can say.
 */
const STATE_OF_PIN: Readonly<Record<string, string | null>> = {
  ...prefixes("Delhi", "11"),
  ...prefixes("Haryana", "12 13"),
  ...prefixes("Punjab", "14 15"),
  ...prefixes("Chandigarh", "1600 1601"),
  ...prefixes("Himachal Pradesh", "17"),
  ...prefixes("Jammu and Kashmir", "18 19"),
  ...prefixes("Ladakh", "194"),
  ...prefixes("Uttar Pradesh", "20 21 22 23 24 25 26 27 28"),
  ...prefixes("Uttarakhand", "248 249 263"),
  ...prefixes(null, "246 247 262"),
  ...prefixes("Rajasthan", "30 31 32 33 34"),
  ...prefixes("Gujarat", "36 37 38 39"),
  ...prefixes(null, "3962 3625"),
  ...prefixes("Maharashtra", "40 41 42 43 44"),
  ...prefixes("Goa", "403"),
  ...prefixes("Madhya Pradesh", "45 46 47 48"),
  ...prefixes("Chhattisgarh", "49"),
  ...prefixes("Telangana", "50"),
  ...prefixes("Andhra Pradesh", "51 52 53"),
  ...prefixes("Karnataka", "56 57 58 59"),
  ...prefixes("Tamil Nadu", "60 61 62 63 64"),
  ...prefixes(null, "605 6096"),
  ...prefixes("Kerala", "67 68 69"),
  ...prefixes(null, "6733"),
  ...prefixes("Lakshadweep", "68255"),
  ...prefixes("West Bengal", "70 71 72 73 74"),
  ...prefixes("Sikkim", "737"),
  ...prefixes("Andaman and Nicobar Islands", "744"),
  ...prefixes("Odisha", "75 76 77"),
  ...prefixes("Assam", "78"),
  ...prefixes("Arunachal Pradesh", "790 791 792"),
  ...prefixes("Meghalaya", "793 794"),
  ...prefixes("Manipur", "795"),
  ...prefixes("Mizoram", "796"),
  ...prefixes("Nagaland", "797 798"),
  ...prefixes("Tripura", "799"),
  ...prefixes("Bihar", "80 81 82 84 85"),
  ...prefixes("Jharkhand", "814 815 816 822 825 826 827 828 829 83"),
};

/** Towns that people write without a comma before or a state after them, with their states. */
const TOWNS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "Andhra Pradesh": "visakhapatnam vijayawada guntur nellore tirupati kakinada rajahmundry kurnool anantapur",
    Assam: "guwahati silchar dibrugarh jorhat",
    Bihar: "patna gaya muzaffarpur bhagalpur darbhanga madhubani",
    Chandigarh: "chandigarh",
    Chhattisgarh: "raipur bilaspur bhilai durg",
    Delhi: "new_delhi delhi",
    Goa: "panaji panjim margao mapusa vasco",
    Gujarat: "ahmedabad surat vadodara baroda rajkot bhavnagar jamnagar gandhinagar bhuj anand",
    Haryana: "gurugram gurgaon faridabad panipat ambala karnal hisar rohtak panchkula sonipat",
    "Himachal Pradesh": "shimla dharamshala solan mandi kullu",
    "Jammu and Kashmir": "srinagar jammu",
    Jharkhand: "ranchi jamshedpur dhanbad bokaro",
    Karnataka: "bengaluru bangalore mysuru mysore mangaluru mangalore hubballi hubli belagavi belgaum udupi davangere",
    Kerala: "kochi cochin thiruvananthapuram trivandrum kozhikode calicut thrissur kollam kannur kottayam ernakulam",
    Ladakh: "leh kargil",
    "Madhya Pradesh": "indore bhopal jabalpur gwalior ujjain",
    Maharashtra: "mumbai navi_mumbai pune nagpur thane nashik aurangabad kolhapur solapur satara sangli",
    Manipur: "imphal",
    Meghalaya: "shillong",
    Mizoram: "aizawl",
    Nagaland: "kohima dimapur",
    Odisha: "bhubaneswar cuttack puri rourkela sambalpur",
    Puducherry: "puducherry pondicherry",
    Punjab: "ludhiana amritsar jalandhar patiala mohali bathinda",
    Rajasthan: "jaipur jodhpur udaipur kota ajmer bikaner jaisalmer alwar barmer",
    Sikkim: "gangtok",
    "Tamil Nadu":
      "chennai coimbatore madurai tiruchirappalli trichy salem tiruppur erode vellore kanchipuram thanjavur",
    Telangana: "hyderabad secunderabad warangal karimnagar nizamabad",
    Tripura: "agartala",
    "Uttar Pradesh": "lucknow kanpur varanasi agra noida greater_noida ghaziabad prayagraj allahabad meerut bareilly",
    Uttarakhand: "dehradun haridwar rishikesh nainital haldwani almora",
    "West Bengal": "kolkata calcutta howrah siliguri durgapur darjeeling santiniketan",
  }).flatMap(([state, towns]) => towns.split(" ").map((town) => [town.replaceAll("_", " "), state] as const)),
);

/** Words of streets, houses and landmarks: a part of an address with one of them names no town. */
const NO_TOWN =
  /\b(road|rd|street|st|lane|gali|galli|marg|cross|main|nagar|colony|sector|phase|block|floor|flat|house|apartments?|apt|society|tower|towers|building|bldg|complex|plaza|mall|market|bazaa?r|shop|plot|near|opp|opposite|behind|beside|next to|above|chowk|circle|lines|layout|extension|extn|enclave|vihar|puram|estate|park|village|vill|gram|post|po|ps|taluka?|tal|tehsil|teh|mandal|ward|c\/o|d\/o|w\/o|s\/o|floor|gate|hostel|temple|mandir|school|hospital|station|highway|bypass|villa|residency|heights|industrial|india)\b/i;

/** Begins the name of a district, which is a town's in most cases. */
const DISTRICT = /^(?:dist(?:rict|t)?|zilla)\b[ .:-]*/i;
const DISTRICT_AFTER = / (?:dist(?:rict|t)?|zilla)\.?$/i;

const PIN = /(?<![\p{L}\d])[1-9]\d{2}[\s-]?\d{3}(?!\d)/gu;
const PIN_LABEL = /\bpin(?:[ -]?code)?\b[ .:#-]*/gi;
const COUNTRY = /(?<![\p{L}])(?:india|bharat|भारत)(?![\p{L}\p{M}])\.?/giu;
/** A name of one to four words, in any script. */
const NAME = /^\p{L}[\p{L}\p{M}.' -]*$/u;
const MOST_WORDS = 3;

/**
 * Reads town and state from a postal address in India, for a brand's page: "Jaipur, Rajasthan". The state is the one
 * that the address names, else that of its PIN code; the town is the last part before them that can be a town's name. An
 * operator confirms the result.
 *
 * @returns the state alone if no town is found; undefined if neither is
 */
export function placeOfAddress(address: string): string | undefined {
  const text = asciiDigits(address.normalize("NFC"))
    .replaceAll(/[\n\r;|]/g, ",")
    .replaceAll(/\s/gu, " ")
    .replaceAll(/ {2,}/g, " ");
  const pin = [...text.matchAll(PIN)].at(-1)?.[0].replaceAll(/\D/g, "");
  const parts = text
    .replaceAll(PIN, ",")
    .replaceAll(PIN_LABEL, " ")
    .replaceAll(COUNTRY, ",")
    .split(/,| [-–—] /u)
    .map(tidy)
    .filter((part) => part !== "");
  const { state: named, rest } = withoutState(parts);
  // Delhi is a state and a town: the town only where no other is named.
  const found: Town | undefined =
    townOf(rest) ?? (named !== undefined && TOWNS.has(named.toLowerCase()) ? { town: named } : undefined);
  const state = named ?? stateOfPin(pin) ?? found?.state;
  return placeInWords(found?.town, state);
}

/** "Jaipur, Rajasthan"; one name where town and state share it. */
function placeInWords(town: string | undefined, state: string | undefined): string | undefined {
  if (town === undefined || state === undefined) return town ?? state;
  // New Delhi is enough, and so is Chandigarh.
  return town.toLowerCase().endsWith(state.toLowerCase()) ? town : `${town}, ${state}`;
}

/** Characters at the ends of a part that are no part of a name; a dot at its end may belong to an abbreviation. */
const EDGES = " ,:()-–—";

function tidy(part: string): string {
  let [start, end] = [0, part.length];
  while (start < end && `${EDGES}.`.includes(part.charAt(start))) start += 1;
  while (end > start && EDGES.includes(part.charAt(end - 1))) end -= 1;
  return part.slice(start, end);
}

/** Takes the state's name out of the last part that ends with one. */
function withoutState(parts: readonly string[]): { readonly state: string | undefined; readonly rest: string[] } {
  for (const [index, part] of [...parts.entries()].toReversed()) {
    const found = stateAtEnd(part);
    if (found !== undefined) {
      const rest = [...parts];
      rest.splice(index, 1, ...(found.before === "" ? [] : [found.before]));
      return { state: found.state, rest };
    }
  }
  return { state: undefined, rest: [...parts] };
}

function stateAtEnd(part: string): { readonly state: string; readonly before: string } | undefined {
  for (const [name, ...others] of STATES) {
    for (const spelling of [name, ...others]) {
      const before = beforeSpelling(part, spelling);
      if (before !== undefined) {
        // New Delhi is a town that ends with its state.
        return before !== "" && TOWNS.has(part.toLowerCase()) ? { state: name, before: part } : { state: name, before };
      }
    }
  }
  return undefined;
}

/** What precedes a spelling at the end of a text; undefined if it does not end with it. */
function beforeSpelling(part: string, spelling: string): string | undefined {
  const short = /^[A-Z&]{2,3}$/.test(spelling);
  const text = short ? part.replaceAll(/(?<=\b[A-Z])\. ?/g, "") : part.toLowerCase().replace(/ state$/, "");
  const sought = short ? spelling : spelling.toLowerCase();
  if (!text.endsWith(sought)) return undefined;
  const before = text.slice(0, text.length - sought.length);
  if (before !== "" && !/[\s.(-]$/.test(before)) return undefined;
  return tidy(part.slice(0, before.length));
}

interface Town {
  readonly town: string;
  /** Of a known town. */
  readonly state?: string;
}

/** The last part that can be a town's name. */
function townOf(parts: readonly string[]): Town | undefined {
  for (const part of parts.toReversed()) {
    const known = knownTownAtEnd(part);
    if (known !== undefined) return known;
    const name = tidy(part.replace(DISTRICT, "").replace(DISTRICT_AFTER, ""));
    // The first part is the house or the street, even where it looks like a town's name.
    if (part === parts[0] && parts.length > 1) return undefined;
    if (NAME.test(name) && name.split(" ").length <= MOST_WORDS && name.length > 2 && !NO_TOWN.test(name)) {
      return { town: inCapitals(name) };
    }
  }
  return undefined;
}

function knownTownAtEnd(part: string): Town | undefined {
  const words = tidy(part.replace(DISTRICT_AFTER, "").replace(/ (?:city|town)$/i, "")).split(" ");
  for (const count of [2, 1]) {
    const name = words.slice(-count).join(" ");
    const bare = /\p{L}[\p{L}\p{M} ]*/u.exec(name)?.[0].trim() ?? "";
    const state = words.length < count ? undefined : TOWNS.get(bare.toLowerCase());
    if (state !== undefined) return { town: inCapitals(bare), state };
  }
  return undefined;
}

/** A name typed in one case only, with capitals at the beginning of its words. */
function inCapitals(name: string): string {
  if (name !== name.toLowerCase() && name !== name.toUpperCase()) return name;
  return name.toLowerCase().replaceAll(/(?<![\p{L}\p{M}])\p{L}/gu, (letter) => letter.toUpperCase());
}

function stateOfPin(pin: string | undefined): string | undefined {
  for (const length of [5, 4, 3, 2]) {
    const state = pin === undefined ? undefined : STATE_OF_PIN[pin.slice(0, length)];
    if (state !== undefined) return state ?? undefined;
  }
  return undefined;
}

function prefixes(state: string | null, list: string): Record<string, string | null> {
  return Object.fromEntries(list.split(" ").map((prefix) => [prefix, state]));
}
