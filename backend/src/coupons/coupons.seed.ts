import type { Database, Tx } from "../platform/database/database.js";
import { seedOnce } from "../platform/database/preparation.js";

/** Demonstration coupons. EARLY15 has ended. */
const COUPONS = [
  { code: "MELA10", percentage: 10, endsAt: null, maxUses: null },
  { code: "SAKHI25", percentage: 25, endsAt: null, maxUses: 5 },
  { code: "EARLY15", percentage: 15, endsAt: "2026-10-31T23:59:59+05:30", maxUses: null },
  { code: "ONCE50", percentage: 50, endsAt: null, maxUses: 1 },
] as const;

/**
 * Seeds the demonstration coupons once; later changes and deletions persist.
 *
 * @returns true if they were seeded by this call
 */
export function seedCoupons(database: Database): Promise<boolean> {
  return seedOnce(database, "coupons", { demonstration: true }, async (tx) => {
    for (const coupon of COUPONS) {
      await tx.query(
        `INSERT INTO coupons (code, percentage, ends_at, max_uses, origin)
         VALUES ($1, $2, $3, $4, 'demonstration')
         ON CONFLICT (code) DO NOTHING`,
        [coupon.code, coupon.percentage, coupon.endsAt, coupon.maxUses],
      );
    }
  });
}

/** Deletes the demonstration coupons; deactivates those that a booking refers to. */
export async function removeDemonstrationCoupons(tx: Tx): Promise<void> {
  await tx.query(`
    DELETE FROM coupons c WHERE origin = 'demonstration'
       AND NOT EXISTS (SELECT 1 FROM bookings b WHERE b.coupon_code = c.code)
       AND NOT EXISTS (SELECT 1 FROM coupon_claims k WHERE k.code = c.code)
  `);
  await tx.query("UPDATE coupons SET active = false WHERE origin = 'demonstration'");
}
