import { Ajv } from "ajv";

/**
 * The rules of the GSTR-1 JSON that the GST portal takes, written from what is published about it, and not from our code
 * (docs/decisions/0119 names the sources): names, types and required fields of each section, the patterns of GSTINs, numbers,
 * days and periods, the portal's rates and states, and the structural rules, e.g. that a document's day is not after its
 * period. What is not known here is refused.
 */

const GSTIN = "^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$";
const DAY = "^(0[1-9]|[12][0-9]|3[01])-(0[1-9]|1[0-2])-20[0-9]{2}$";
const PERIOD = "^(0[1-9]|1[0-2])20[0-9]{2}$";
const NUMBER = "^[a-zA-Z0-9/-]{1,16}$";
/** 01 to 38, 96 (foreign) and 97 (other territory). */
const PLACE = "^(3[0-8]|[12][0-9]|0[1-9]|9[67])$";

const text = (pattern: string) => ({ type: "string", pattern });
const one = (...values: readonly string[]) => ({ enum: values });
/** Rupees with two decimals. */
const money = { type: "number", minimum: 0, multipleOf: 0.01 };
/** As of a sum that credit notes can make negative. */
const net = { type: "number", multipleOf: 0.01 };
const count = { type: "integer", minimum: 0 };
const rate = { enum: [0, 0.1, 0.25, 1, 1.5, 3, 5, 6, 7.5, 12, 18, 28, 40] };

/** An object with exactly these fields; those whose name ends with "?" may be absent. */
function record(fields: Readonly<Record<string, object>>): object {
  const properties = Object.fromEntries(Object.entries(fields).map(([name, of]) => [name.replace("?", ""), of]));
  const required = Object.keys(fields).filter((name) => !name.endsWith("?"));
  return { type: "object", properties, required, additionalProperties: false };
}
const list = (items: object) => ({ type: "array", minItems: 1, items });

const taxes = { "iamt?": money, "camt?": money, "samt?": money, csamt: money };
const netTaxes = { "iamt?": net, "camt?": net, "samt?": net, csamt: net };
const items = list(record({ num: count, itm_det: record({ rt: rate, txval: money, ...taxes }) }));
const igstItems = list(record({ num: count, itm_det: record({ rt: rate, txval: money, iamt: money, csamt: money }) }));

const invoice = { inum: text(NUMBER), idt: text(DAY), val: money, pos: text(PLACE), rchrg: one("Y", "N") };
const b2b = { ...invoice, inv_typ: one("R", "DE", "SEWP", "SEWOP", "CBW"), itms: items };
const b2cl = { inum: text(NUMBER), idt: text(DAY), val: money, itms: igstItems };
const note = { ntty: one("C", "D"), nt_num: text(NUMBER), nt_dt: text(DAY), val: money, pos: text(PLACE) };
const cdnr = { ...note, rchrg: one("Y", "N"), inv_typ: one("R", "DE", "SEWP", "SEWOP", "CBW"), itms: items };
const cdnur = { typ: one("B2CL", "EXPWP", "EXPWOP"), ...note, itms: igstItems };
const original = { oinum: text(NUMBER), oidt: text(DAY) };
const originalNote = { ont_num: text(NUMBER), ont_dt: text(DAY) };
const hsn = list(
  record({
    ...{ num: count, hsn_sc: text("^[0-9]{4,8}$"), "desc?": { type: "string", maxLength: 30 }, uqc: one("NA") },
    ...{ qty: { const: 0 }, rt: rate, txval: net, iamt: net, camt: net, samt: net, csamt: net },
  }),
);
const series = { num: count, from: text(NUMBER), to: text(NUMBER), totnum: count, cancel: count, net_issue: count };
const supply = { sply_ty: one("INTRA", "INTER"), typ: one("OE", "E"), pos: text(PLACE) };

const SCHEMA = record({
  gstin: text(GSTIN),
  fp: text(PERIOD),
  version: text("^GST[0-9]+(\\.[0-9]+)+$"),
  hash: { type: "string" },
  "b2b?": list(record({ ctin: text(GSTIN), inv: list(record(b2b)) })),
  "b2ba?": list(record({ ctin: text(GSTIN), inv: list(record({ ...original, ...b2b })) })),
  "b2cl?": list(record({ pos: text(PLACE), inv: list(record(b2cl)) })),
  "b2cla?": list(record({ pos: text(PLACE), inv: list(record({ ...original, ...b2cl })) })),
  "b2cs?": list(record({ ...supply, rt: rate, txval: net, ...netTaxes })),
  "b2csa?": list(record({ omon: text(PERIOD), ...supply, itms: list(record({ rt: rate, txval: net, ...netTaxes })) })),
  "cdnr?": list(record({ ctin: text(GSTIN), nt: list(record(cdnr)) })),
  "cdnra?": list(record({ ctin: text(GSTIN), nt: list(record({ ...originalNote, ...cdnr })) })),
  "cdnur?": list(record(cdnur)),
  "cdnura?": list(record({ ...originalNote, ...cdnur })),
  "hsn?": record({ "hsn_b2b?": hsn, "hsn_b2c?": hsn }),
  "doc_issue?": record({
    doc_det: list(
      record({
        doc_num: { type: "integer", minimum: 1, maximum: 12 },
        doc_typ: { type: "string" },
        docs: list(record(series)),
      }),
    ),
  }),
});

const check = new Ajv({ allErrors: true, multipleOfPrecision: 6 }).compile(SCHEMA);

type Fields = Readonly<Record<string, unknown>>;

/** Every object in a section, at any depth. */
function objectsIn(value: unknown): readonly Fields[] {
  if (typeof value !== "object" || value === null) return [];
  const inside = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inside : [value as Fields, ...inside];
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const orderOf = (day: unknown): string => textOf(day).split("-").toReversed().join("");

/**
 * What the portal would refuse of a return; nothing for one that it takes.
 *
 * @param json as it is uploaded
 */
export function gstr1Problems(json: unknown): readonly string[] {
  if (!check(json)) return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  const return1 = json as Fields & { readonly fp: string; readonly gstin: string };
  const end = `${return1.fp.slice(2)}${return1.fp.slice(0, 2)}31`;
  const all = objectsIn(json);
  const home = return1.gstin.slice(0, 2);
  const problems = all.flatMap((each): string[] => {
    const name = textOf(each["inum"] ?? each["nt_num"]);
    const found: string[] = [];
    for (const field of ["idt", "nt_dt", "oidt", "ont_dt"])
      if (each[field] !== undefined && orderOf(each[field]) > end) found.push(`${name}: ${field} is after the period`);
    if (Array.isArray(each["itms"]) && each["val"] !== undefined && each["pos"] !== undefined) {
      const isInter = each["pos"] !== home;
      for (const { itm_det: detail } of each["itms"] as readonly { readonly itm_det: Fields }[]) {
        if (isInter !== (detail["iamt"] !== undefined)) found.push(`${name}: IGST is for supplies between states`);
        if (isInter === (detail["camt"] !== undefined)) found.push(`${name}: CGST is for supplies within a state`);
      }
    }
    return found;
  });
  // One document under each number, and one row for each sum.
  const twice = (what: string, keys: readonly string[]) =>
    keys.filter((key, index) => keys.indexOf(key) !== index).map((key) => `${what} ${key} stands twice`);
  // A document that moved to another table is amended to nothing in the one, and stands in the other.
  const isAmended = (each: Fields) => "oinum" in each || "ont_num" in each;
  const documents = all.filter((each) => "inum" in each || "nt_num" in each);
  const rows = (section: string) => (return1[section] ?? []) as readonly Fields[];
  return [
    ...problems,
    ...twice(
      "the document",
      documents.map((each) => `${isAmended(each) ? "amended " : ""}${textOf(each["inum"] ?? each["nt_num"])}`),
    ),
    ...twice(
      "the place and rate",
      rows("b2cs").map(({ pos, rt }) => `${textOf(pos)} ${Number(rt)}`),
    ),
    ...rows("b2cs")
      .filter(({ pos, sply_ty: type }) => (pos === home) !== (type === "INTRA"))
      .map(({ pos }) => `b2cs of ${textOf(pos)}: the type of supply does not fit the place`),
    ...all
      .filter(
        ({ totnum, cancel, net_issue: issued }) => totnum !== undefined && Number(totnum) - Number(cancel) !== issued,
      )
      .map(({ from }) => `the series from ${textOf(from)} does not add up`),
  ];
}
