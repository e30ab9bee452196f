import { Injectable } from "@nestjs/common";
import type { CorrectBrandDto } from "@sakhi/domain/brands/managed-brands.dto";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { Administrator } from "../accounts/administrator.js";
import { OperatorTransactionService } from "../accounts/operator-transaction.service.js";
import type { BrandEntity } from "../catalogue/catalogue.entities.js";
import { skeletonOf } from "../catalogue/skeleton.js";
import { isUniqueViolation, rows, type Tx } from "../platform/database/database.js";
import { assertSeen, categoryIn, lockBrand } from "./brand-locks.js";
import type { BrandChangedResponse } from "./curation.response.js";

/** A brand's details as rows store them; null for none. */
type Details = Pick<
  BrandEntity,
  | "name"
  | "category"
  | "location"
  | "description"
  | "websiteUrl"
  | "instagramUrl"
  | "facebookUrl"
  | "linkedinUrl"
  | "whatsappUrl"
  | "partnerName"
  | "contactEmail"
  | "contactPhone"
>;

const COLUMNS: Readonly<Record<keyof Details, string>> = {
  name: "name",
  category: "category",
  location: "location",
  description: "description",
  websiteUrl: "website_url",
  instagramUrl: "instagram_url",
  facebookUrl: "facebook_url",
  linkedinUrl: "linkedin_url",
  whatsappUrl: "whatsapp_url",
  partnerName: "partner_name",
  contactEmail: "contact_email",
  contactPhone: "contact_phone",
};

/** Names of the fields, as the request has them. */
const FIELDS: Readonly<Partial<Record<keyof Details, string>>> = { location: "place", description: "story" };

/**
 * Corrects what a brand's page says. Its card, the listing that an approval made of the application, follows where it
 * says the same. The audit log names the fields and records category and place; other texts may be personal.
 */
@Injectable()
export class BrandCorrectionsService {
  constructor(private readonly operatorTransaction: OperatorTransactionService) {}

  /**
   * @throws DomainError brand_not_found; facts_changed after a concurrent change; nothing_to_correct; brand_name_taken and
   *   brand_looks_alike with the other brand; invalid_request for the category
   */
  correct(administrator: Administrator, brandId: string, dto: CorrectBrandDto): Promise<BrandChangedResponse> {
    return this.operatorTransaction.run(administrator, async (tx) => {
      const brand = await lockBrand(tx, brandId);
      const details = detailsOf(brand, dto);
      const changed = (Object.keys(COLUMNS) as (keyof Details)[]).filter((field) => brand[field] !== details[field]);
      if (changed.length === 0) throw new DomainError("nothing_to_correct");
      assertSeen(brand, dto.seenAt);
      await this.write(tx, brand, details, changed);
      if (changed.includes("name")) {
        if (dto.looksAlikeSeen !== true) await assertUnlikeOthers(tx, brandId, details.name);
        await keepFormerName(tx, brand, brandId);
      }
      await followCard(tx, brand, details);
      const fields = changed.map((field) => FIELDS[field] ?? field);
      return {
        response: { brandId, changed: fields },
        audit: {
          action: "brand_corrected",
          subjectType: "brand",
          subjectId: brandId,
          reason: dto.reason,
          before: { category: brand.category, place: brand.location },
          after: { category: details.category, place: details.location, fields: fields.join(" ") },
        },
      };
    });
  }

  private async write(
    tx: Tx,
    { id, module }: BrandEntity,
    details: Details,
    changed: (keyof Details)[],
  ): Promise<void> {
    const values: unknown[] = [id, skeletonOf(details.name)];
    const assignments = changed.map((field) => `${COLUMNS[field]} = $${values.push(details[field])}`);
    // In a savepoint, so that the name's owner can be looked up after a violation.
    await tx.query("SAVEPOINT correction");
    try {
      await tx.query(
        `UPDATE brands SET ${assignments.join(", ")}, skeleton = $2, contacts_chosen_at = clock_timestamp(),
                updated_at = clock_timestamp() WHERE id = $1`,
        values,
      );
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      await tx.query("ROLLBACK TO SAVEPOINT correction");
      const [taken] = await rows<{ id: string; name: string }>(
        tx,
        "SELECT id, name FROM brands WHERE module = $1 AND name_key = lower($2)",
        [module, details.name],
      );
      throw new DomainError(
        "brand_name_taken",
        { brandId: taken?.id, brandName: taken?.name },
        "Another brand has this name. If the two are one, merge them.",
      );
    }
  }
}

function detailsOf({ module, ...brand }: BrandEntity, dto: CorrectBrandDto): Details {
  return {
    name: dto.name,
    // An unchanged category stays, even if it is one that the lists no longer have.
    category: dto.category === brand.category ? brand.category : categoryIn(module, dto.category),
    location: dto.place ?? null,
    description: dto.story ?? "",
    websiteUrl: dto.websiteUrl ?? null,
    instagramUrl: dto.instagramUrl ?? null,
    facebookUrl: dto.facebookUrl ?? null,
    linkedinUrl: dto.linkedinUrl ?? null,
    whatsappUrl: dto.whatsappUrl ?? null,
    partnerName: dto.partnerName ?? null,
    contactEmail: dto.contactEmail ?? null,
    contactPhone: dto.contactPhone ?? null,
  };
}

/** @throws DomainError brand_looks_alike */
async function assertUnlikeOthers(tx: Tx, brandId: string, name: string): Promise<void> {
  const [alike] = await rows<{ id: string; name: string }>(
    tx,
    "SELECT id, name FROM brands WHERE skeleton = $1 AND id <> $2 ORDER BY name LIMIT 1",
    [skeletonOf(name), brandId],
  );
  if (alike === undefined) return;
  throw new DomainError(
    "brand_looks_alike",
    { brandId: alike.id, brandName: alike.name },
    `This name looks like ${alike.name}, which is in the catalogue already. If it is another brand, save once more.`,
  );
}

/** Leads the address of a brand's name, as it was, to another brand's page: its own under a new name, or that of a merge. */
export async function keepFormerName(
  tx: Tx,
  { module, name }: Pick<BrandEntity, "module" | "name">,
  brandId: string,
): Promise<void> {
  await tx.query(
    `INSERT INTO former_brand_names (module, name_key, name, brand_id) VALUES ($1, lower($2), $2, $3)
     ON CONFLICT (module, name_key) DO UPDATE SET name = excluded.name, brand_id = excluded.brand_id,
       created_at = clock_timestamp()`,
    [module, name, brandId],
  );
  // A brand that takes its former name back has it again.
  await tx.query(
    `DELETE FROM former_brand_names f USING brands b
      WHERE b.id = $1 AND f.module = b.module AND f.name_key = b.name_key`,
    [brandId],
  );
}

/** The card stands for the brand: where it says the same, it follows. */
async function followCard(tx: Tx, before: BrandEntity, after: Details): Promise<void> {
  await tx.query(
    `UPDATE listings SET name = CASE name WHEN $2 THEN $3 ELSE name END,
            category = CASE category WHEN $4 THEN $5 ELSE category END,
            description = CASE description WHEN $6 THEN $7 ELSE description END, updated_at = clock_timestamp()
      WHERE brand_id = $1 AND is_card`,
    [
      ...[before.id, before.name, after.name],
      ...[before.category, after.category],
      ...[before.description, after.description],
    ],
  );
}
