import { REGISTRATION_FIELDS } from "@sakhi/domain/bookings/registration.fields";
import { correctableFields } from "@sakhi/domain/fields/correction.rules";
import { canBePaid } from "../payments/personal.sql.js";
import type { Tx } from "../platform/database/database.js";
import { eraseColumns, setGivenColumns } from "../platform/database/declared-columns.js";
import { wasPaid } from "../platform/database/orders-of.sql.js";
import { correctMine, idsOf, type PersonCorrection } from "../platform/database/personal.sql.js";

/** Whether booking `b` may be erased: it is over, and neither was nor can be paid. */
export const ERASABLE_BOOKING = `b.state = 'released' AND b.final_paise IS NOT NULL AND b.erased_at IS NULL
    AND NOT ${wasPaid("booking", "b.id")} AND NOT ${canBePaid("booking", "b.id")}`;

/** Erases those of these bookings that may be erased. @returns their ids */
export function eraseBookings(tx: Tx, ids: readonly string[]): Promise<string[]> {
  return idsOf(
    tx,
    `UPDATE bookings b
        SET ${eraseColumns(REGISTRATION_FIELDS)}, erased_at = clock_timestamp(), updated_at = clock_timestamp()
      WHERE b.id = ANY($1::uuid[]) AND ${ERASABLE_BOOKING} RETURNING b.id`,
    ids,
  );
}

const CORRECTED = `UPDATE bookings SET ${setGivenColumns(REGISTRATION_FIELDS, correctableFields(REGISTRATION_FIELDS, "person"))},
  updated_at = clock_timestamp()`;

/** Corrects those of these bookings that are the person's. @returns their ids */
export function correctBookings(tx: Tx, ids: readonly string[], person: PersonCorrection): Promise<string[]> {
  return correctMine(tx, CORRECTED, ids, person, "phone");
}
