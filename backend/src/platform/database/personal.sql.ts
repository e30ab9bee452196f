import { rows, type Tx } from "./database.js";

/**
 * Placeholders of erased NOT NULL columns. They satisfy every constraint; the address is undeliverable (RFC 6761, .invalid).
 */
export const ERASED = {
  text: "Erased",
  email: "erased@erased.invalid",
  phone: "0000000000",
  pincode: "000000",
} as const;

/** By what a person is found: an e-mail address in lower case, or ''; a phone number's ten digits, or ''. */
export interface PersonContact {
  readonly contactEmail: string;
  readonly contactPhone: string;
}

/** What is corrected in every record of a person; null stays. */
export interface PersonCorrection {
  readonly contact: PersonContact;
  readonly fullName: string | null;
  readonly email: string | null;
  readonly phoneNumber: string | null;
}

/** SQL that matches a person's columns with the parameters of her {@link PersonContact}. */
export const MINE = (email: string, ...phones: string[]): string =>
  `((:contactEmail <> '' AND lower(${email}) = :contactEmail)
    OR (:contactPhone <> '' AND :contactPhone IN (${phones.join(", ")})))`;

/** SQL of the last ten digits of a phone number in any notation. */
export const lastTen = (column: string): string => `right(regexp_replace(${column}, '[^0-9]', '', 'g'), 10)`;

/** Runs a statement on these ids ($1) that returns those that it changed or found; not for no ids. */
export async function idsOf(tx: Tx, sql: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  return (await rows<{ id: string }>(tx, sql, [ids])).map(({ id }) => id);
}

/**
 * Corrects those of these rows that are the person's.
 *
 * @param update the statement without its condition, with the parameters :fullName, :email and :phoneNumber
 * @param phones SQL of the columns with phone numbers, ten digits
 * @returns their ids
 */
export async function correctMine(
  tx: Tx,
  update: string,
  ids: readonly string[],
  { contact, ...given }: PersonCorrection,
  ...phones: string[]
): Promise<string[]> {
  const corrected = await rows<{ id: string }>(
    tx,
    `${update} WHERE id = ANY(:ids::uuid[]) AND ${MINE("email", ...phones)} RETURNING id`,
    { ...contact, ids, ...given },
  );
  return corrected.map(({ id }) => id);
}
