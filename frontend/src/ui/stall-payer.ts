/** What a stall's payer has entered about themselves, as the wizard can use it. */
interface StallPayer {
  readonly fullName: string;
  readonly email: string;
  /** 10 digits. */
  readonly phoneNumber: string;
  readonly businessName: string;
}

const KEY = "mela.payer";

/**
 * Keeps who paid for a stall, for the wizard that lists their brand: in this tab only, and never in an address.
 * Without a name nothing is kept, so that a page drawn twice does not overwrite it with nothing.
 */
export function keepStallPayer(payer: StallPayer): void {
  if (payer.fullName === "" && payer.email === "") return;
  const { fullName, email, phoneNumber, businessName } = payer;
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ fullName, email, phoneNumber, businessName }));
  } catch {
    // Without storage they type it once more.
  }
}

/** Who paid for a stall in this tab, if anybody did. */
export function readStallPayer(): StallPayer | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    if (typeof kept !== "object" || kept === null) return undefined;
    const values = kept as Record<string, unknown>;
    const part = (name: keyof StallPayer): string => {
      const value = values[name];
      return typeof value === "string" ? value : "";
    };
    return {
      fullName: part("fullName"),
      email: part("email"),
      phoneNumber: part("phoneNumber"),
      businessName: part("businessName"),
    };
  } catch {
    return undefined;
  }
}

/** Forgets the payer, once their brand has been submitted. */
export function forgetStallPayer(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept then.
  }
}
