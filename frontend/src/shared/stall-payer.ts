import { removeStored, storeValue, readStored } from "../ui/stored-values";

/** Contact details of a stall's payer, to prefill the wizard; the phone number has 10 digits. */
type StallPayer = Readonly<Record<(typeof FIELDS)[number], string>>;

const FIELDS = ["fullName", "email", "phoneNumber", "businessName"] as const;
const KEY = "mela.payer";

const payerOf = (values: Readonly<Record<string, unknown>>): StallPayer =>
  Object.fromEntries(
    FIELDS.map((name) => [name, typeof values[name] === "string" ? values[name] : ""]),
  ) as unknown as StallPayer;

/**
 * Stores the stall's payer for the listing wizard: in this tab only, and never in a URL. Skipped without name and e-mail,
 * so that a second render does not overwrite it with blanks.
 */
export function saveStallPayer(payer: StallPayer): void {
  if (payer.fullName === "" && payer.email === "") return;
  storeValue("sessionStorage", KEY, payerOf(payer));
}

/** The stall's payer stored in this tab, if any. */
export function readStallPayer(): StallPayer | undefined {
  const values = readStored("sessionStorage", KEY);
  return values && payerOf(values);
}

/** Removes the stored payer, after their brand has been submitted. */
export const clearStallPayer = (): void => removeStored("sessionStorage", KEY);
