import type { Tx } from "../platform/database/database.js";

/**
 * Deletes the pages that owners wrote: of erased applications, and of brands erased with them, also of products that the
 * application's listing is not. With them, contacts that a page showed once.
 */
export async function deletePages(
  tx: Tx,
  { applications, brands }: { readonly applications: readonly string[]; readonly brands: readonly string[] },
): Promise<void> {
  await tx.query(
    `DELETE FROM withdrawn_contacts
      WHERE brand_id IN (SELECT brand_id FROM listing_applications WHERE id = ANY($1::uuid[]))`,
    [applications],
  );
  await tx.query("DELETE FROM brand_changes WHERE application_id = ANY($1::uuid[]) OR brand_id = ANY($2::uuid[])", [
    applications,
    brands,
  ]);
}
