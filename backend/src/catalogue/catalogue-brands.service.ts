import { Injectable } from "@nestjs/common";
import { BRAND_FIELDS, WITHDRAWABLE_FIELDS } from "@sakhi/domain/brands/brand-page.fields";
import type { BrandPage } from "@sakhi/domain/brands/brand-page.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { type SentRowOf, textColumns } from "@sakhi/domain/fields/declared-fields";
import { isUniqueViolation, rows, type Tx } from "../platform/database/database.js";
import {
  columnList,
  fillColumns,
  insertColumns,
  setColumns,
  setMissingColumns,
} from "../platform/database/declared-columns.js";
import type { Typed } from "../platform/database/statements.js";
import { CatalogueProductsService } from "./catalogue-products.service.js";
import type { BrandEntity } from "./catalogue.entities.js";
import { HomePageChoicesService } from "./home-page-choices.service.js";
import { skeletonOf } from "./skeleton.js";

/** What a brand's page says, as its row has it. */
export type BrandTexts = SentRowOf<typeof BRAND_FIELDS>;

/** A brand as the approval of an application makes it. */
type ApprovedBrand = Pick<BrandEntity, "id" | "module" | "name" | "category" | "logo"> & { readonly texts: BrandTexts };

/** What withdrawn contacts were shown as; null for none. */
type Contacts = Pick<BrandEntity, keyof SentRowOf<typeof WITHDRAWABLE_FIELDS>>;

/** Select list of what a brand's page says. @param alias the table's */
export const brandTexts = (alias: string): Typed<BrandTexts> => ({ text: columnList(BRAND_FIELDS, alias) });

/** What a brand's page says: everything that an owner or an operator writes of it goes through here. */
const SAYS = `${setColumns(BRAND_FIELDS)}, contacts_chosen_at = clock_timestamp(), updated_at = clock_timestamp()`;

/** Where a brand itself has a picture. */
export type BrandPicturePlace = "logo" | "cover";

const PICTURE_COLUMNS: Readonly<Record<BrandPicturePlace, string>> = {
  logo: "logo_picture_id",
  cover: "cover_picture_id",
};

/**
 * Writes brands and their former names, in the transaction of the feature in which something happened to them. Every write
 * locks the catalogue's version until the transaction ends: write late in it. Erasure: `personal.sql.ts`.
 */
@Injectable()
export class CatalogueBrandsService {
  constructor(
    private readonly products: CatalogueProductsService,
    private readonly homePage: HomePageChoicesService,
  ) {}

  /**
   * Adds the brand of an approved application, without contacts: she chooses on her page what everyone sees (decision 93).
   *
   * @returns false if its module has a brand of this name
   */
  async add(tx: Tx, brand: ApprovedBrand): Promise<boolean> {
    const { id, module, name, category, logo, texts } = brand;
    const { columns, values } = insertColumns(BRAND_FIELDS);
    const inserted = await rows(
      tx,
      `INSERT INTO brands (id, module, name, category, logo, skeleton, origin, ${columns})
       VALUES (:id, :module, :name, :category, :logo, :skeleton, 'application', ${values})
       ON CONFLICT (module, name_key) DO NOTHING RETURNING id`,
      { id, module, name, category, logo, skeleton: skeletonOf(name), ...texts },
    );
    return inserted.length > 0;
  }

  /** Publishes an accepted page: its texts, links, contacts and the brand's own pictures; its products are published apart. */
  async publishPage(tx: Tx, brandId: string, page: BrandPage): Promise<void> {
    const { logoId, coverId } = page;
    await rows(
      tx,
      `UPDATE brands SET logo_picture_id = :logoId, cover_picture_id = :coverId, ${SAYS} WHERE id = :brandId`,
      { brandId, logoId, coverId, ...textColumns(BRAND_FIELDS, page) },
    );
  }

  /** Shows contacts on a brand's page, each where it says nothing else, because its owner chose to. */
  async showContacts(tx: Tx, brandId: string, contacts: Contacts): Promise<void> {
    await rows(
      tx,
      `UPDATE brands SET ${setMissingColumns(WITHDRAWABLE_FIELDS)}, contacts_chosen_at = clock_timestamp(),
              updated_at = clock_timestamp() WHERE id = :brandId`,
      { brandId, ...contacts },
    );
  }

  /** Corrects a brand's name, category and what its page says. @throws DomainError brand_name_taken with the other brand */
  async correct(
    tx: Tx,
    { id, module }: Pick<BrandEntity, "id" | "module">,
    { name, category, ...texts }: Pick<BrandEntity, "name" | "category"> & BrandTexts,
  ): Promise<void> {
    // In a savepoint, so that the name's owner can be looked up after a violation.
    await tx.query("SAVEPOINT correction");
    try {
      await rows(
        tx,
        `UPDATE brands SET name = :name, category = :category, skeleton = :skeleton, ${SAYS} WHERE id = :id`,
        { id, name, category, skeleton: skeletonOf(name), ...texts },
      );
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      await tx.query("ROLLBACK TO SAVEPOINT correction");
      const [taken] = await rows<{ id: string; name: string }>(
        tx,
        "SELECT id, name FROM brands WHERE module = $1 AND name_key = lower($2)",
        [module, name],
      );
      throw new DomainError(
        "brand_name_taken",
        { brandId: taken?.id, brandName: taken?.name },
        "Another brand has this name. If the two are one, merge them.",
      );
    }
  }

  /** Leads the address of a brand's name, as it was, to another brand's page: its own under a new name, or that of a merge. */
  async keepFormerName(tx: Tx, { module, name }: Pick<BrandEntity, "module" | "name">, brandId: string): Promise<void> {
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

  /** Takes a brand off the site; its products follow by a trigger. */
  async hide(tx: Tx, brandId: string, reason: string): Promise<void> {
    await tx.query(
      `UPDATE brands SET hidden_at = clock_timestamp(), hidden_reason = $2, updated_at = clock_timestamp()
        WHERE id = $1`,
      [brandId, reason],
    );
  }

  /** Undoes {@link hide}. */
  async restore(tx: Tx, brandId: string): Promise<void> {
    await tx.query(
      "UPDATE brands SET hidden_at = NULL, hidden_reason = NULL, updated_at = clock_timestamp() WHERE id = $1",
      [brandId],
    );
  }

  /** Gives a brand its badge: someone has seen a document of it. @returns false if the day has not come in India */
  async verify(
    tx: Tx,
    brandId: string,
    { by, document, seenOn }: { readonly by: string; readonly document: string; readonly seenOn: string },
  ): Promise<boolean> {
    const verified = await rows(
      tx,
      `UPDATE brands SET verified_at = clock_timestamp(), verified_by = $2, verified_document = $3,
              verified_seen_on = $4, updated_at = clock_timestamp()
        WHERE id = $1 AND $4::date <= (clock_timestamp() AT TIME ZONE 'Asia/Kolkata')::date RETURNING id`,
      [brandId, by, document, seenOn],
    );
    return verified.length > 0;
  }

  /** Takes the badge back. */
  async unverify(tx: Tx, brandId: string): Promise<void> {
    await tx.query(
      `UPDATE brands SET verified_at = NULL, verified_by = NULL, verified_document = NULL, verified_seen_on = NULL,
              updated_at = clock_timestamp() WHERE id = $1`,
      [brandId],
    );
  }

  /** Puts a picture in a place of the brand itself. @param pictureId null for none */
  async placePicture(tx: Tx, brandId: string, place: BrandPicturePlace, pictureId: string | null): Promise<void> {
    await tx.query(`UPDATE brands SET ${PICTURE_COLUMNS[place]} = $2, updated_at = clock_timestamp() WHERE id = $1`, [
      brandId,
      pictureId,
    ]);
  }

  /** Takes a picture from every place that it has, of the brand and its products. @returns how many products had it */
  async takePicture(tx: Tx, brandId: string, pictureId: string): Promise<number> {
    await tx.query(
      `UPDATE brands SET logo_picture_id = nullif(logo_picture_id, $2), cover_picture_id = nullif(cover_picture_id, $2),
              updated_at = clock_timestamp() WHERE id = $1`,
      [brandId, pictureId],
    );
    return this.products.takePicture(tx, brandId, pictureId);
  }

  /** Marks a brand as changed, for its optimistic lock. */
  async touch(tx: Tx, brandId: string): Promise<void> {
    await tx.query("UPDATE brands SET updated_at = clock_timestamp() WHERE id = $1", [brandId]);
  }

  /**
   * Gives a brand the places on the home page and the products of another one, and the details that it lacks; for a merge,
   * which {@link end} completes.
   */
  async takeOver(tx: Tx, fromId: string, intoId: string): Promise<void> {
    await this.homePage.moveToBrand(tx, fromId, intoId);
    await tx.query(
      `UPDATE brands i SET ${FILLED}, updated_at = clock_timestamp() FROM brands f WHERE f.id = $1 AND i.id = $2`,
      [fromId, intoId],
    );
    await this.products.moveToBrand(tx, fromId, intoId);
  }

  /** Deletes a merged brand, of which nothing is left. Its name and its former ones lead to the other brand's page. */
  async end(tx: Tx, from: Pick<BrandEntity, "id" | "module" | "name">, intoId: string): Promise<void> {
    await tx.query("UPDATE former_brand_names SET brand_id = $2 WHERE brand_id = $1", [from.id, intoId]);
    await tx.query("DELETE FROM brands WHERE id = $1", [from.id]);
    await this.keepFormerName(tx, from, intoId);
  }
}

/** Assignments that fill what `i` lacks from `f`; the badge with all that belongs to it. */
const FILLED = [
  fillColumns(BRAND_FIELDS, "i", "f"),
  ...["logo_picture_id", "cover_picture_id", "contacts_chosen_at"].map(
    (column) => `${column} = coalesce(i.${column}, f.${column})`,
  ),
  ...["verified_at", "verified_by", "verified_document", "verified_seen_on"].map(
    (column) => `${column} = CASE WHEN i.verified_at IS NULL THEN f.${column} ELSE i.${column} END`,
  ),
].join(", ");
