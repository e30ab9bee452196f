import { removeDemonstrationCatalogue, seedCatalogue } from "./catalogue/demonstration.seed.js";
import { removeDemonstrationCoupons, seedCoupons } from "./coupons/coupons.seed.js";
import { type Database, rows } from "./platform/database/database.js";

/** Plants everything that is there to try the product with: coupons, brands, listings, events, highlights. Once. */
export async function plantDemonstration(database: Database): Promise<void> {
  await seedCoupons(database);
  await seedCatalogue(database);
}

/**
 * Takes all of it out again, and what was planted for measuring. What an operator has added stays, and so does what
 * bookings and applications refer to, made harmless: such coupons are switched off, such brands belong to their owner.
 *
 * @returns the names of the seeds that were removed
 */
export async function removeDemonstration(database: Database): Promise<readonly string[]> {
  return database.transaction(async (tx) => {
    await removeDemonstrationCoupons(tx);
    await removeDemonstrationCatalogue(tx);
    const removed = await rows<{ name: string }>(tx, "DELETE FROM seeds WHERE demonstration RETURNING name");
    return removed.map(({ name }) => name).toSorted();
  });
}
