import { forget, keep, kept } from "./kept";

/** What a stall's payer has entered about themselves, as the wizard can use it; the phone number has 10 digits. */
type StallPayer = Readonly<Record<(typeof PARTS)[number], string>>;

const PARTS = ["fullName", "email", "phoneNumber", "businessName"] as const;
const KEY = "mela.payer";

const payerOf = (values: Readonly<Record<string, unknown>>): StallPayer =>
  Object.fromEntries(
    PARTS.map((name) => [name, typeof values[name] === "string" ? values[name] : ""]),
  ) as unknown as StallPayer;

/**
 * Keeps who paid for a stall, for the wizard that lists their brand: in this tab only, and never in an address.
 * Without a name nothing is kept, so that a page drawn twice does not overwrite it with nothing.
 */
export function keepStallPayer(payer: StallPayer): void {
  if (payer.fullName === "" && payer.email === "") return;
  keep("sessionStorage", KEY, payerOf(payer));
}

/** Who paid for a stall in this tab, if anybody did. */
export function readStallPayer(): StallPayer | undefined {
  const values = kept("sessionStorage", KEY);
  return values && payerOf(values);
}

/** Forgets the payer, once their brand has been submitted. */
export const forgetStallPayer = (): void => forget("sessionStorage", KEY);
