import { removeDemonstrationCatalogue, seedCatalogue } from "./catalogue/demonstration.seed.js";
import { removeDemonstrationCoupons, seedCoupons } from "./coupons/coupons.seed.js";
import type { Database } from "./platform/database/database.js";
import { forgetDemonstration } from "./platform/database/preparation.js";

/** Seeds the demonstration data: coupons, brands, listings, events, highlights. Idempotent. */
export async function seedDemonstration(database: Database): Promise<void> {
  await seedCoupons(database);
  await seedCatalogue(database);
}

/**
 * Removes the demonstration and benchmark data. Keeps what an operator has added. Coupons that bookings reference are
 * disabled instead, and brands that applications reference stay with their owner.
 *
 * @returns names of the removed seeds
 */
export async function removeDemonstration(database: Database): Promise<readonly string[]> {
  return database.transaction(async (tx) => {
    await removeDemonstrationCoupons(tx);
    await removeDemonstrationCatalogue(tx);
    return forgetDemonstration(tx);
  });
}
