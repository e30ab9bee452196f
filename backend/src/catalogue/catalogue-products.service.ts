import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { PRODUCT_FIELDS } from "@sakhi/domain/brands/brand-page.fields";
import type { Product } from "@sakhi/domain/brands/brand-page.rules";
import type { OwnerState } from "@sakhi/domain/brands/owner-states";
import { resolveCategory } from "@sakhi/domain/catalogue/categories";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { type SentRowOf, textColumns, textsOfRow } from "@sakhi/domain/fields/declared-fields";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { rows, type Tx } from "../platform/database/database.js";
import { columnList, insertColumns, setColumns } from "../platform/database/declared-columns.js";
import type { Typed } from "../platform/database/statements.js";
import type { BrandEntity, ListingEntity } from "./catalogue.entities.js";
import { isOwn } from "./own-products.sql.js";

/** The columns of what a product says. */
export type ProductRow = Pick<
  ListingEntity,
  keyof SentRowOf<typeof PRODUCT_FIELDS> | "priceKind" | "priceFromPaise" | "priceToPaise"
>;

/** What a product says. */
export type ProductContent = Omit<Product, "id" | "pictures">;

/** A picture of a product, with its words. */
interface Described {
  readonly id: string;
  readonly alt: string;
}

/** What a card says of its brand. */
type CardDetails = Pick<BrandEntity, "name" | "category" | "description">;

/** A product that leaves its brand's page. */
export interface LeavingProduct {
  readonly id: string;
  readonly brandId: string;
  /** All that leave with it. */
  readonly leaving: readonly string[];
}

/** Lets what refers to a product refer to another one of its brand that stays, if there is one that nothing refers to. */
type ReplaceProduct = (tx: Tx, product: LeavingProduct) => Promise<void>;

const PRICE_COLUMNS = ["price_kind", "price_from_paise", "price_to_paise"] as const;
const PRICE_VALUES = [":priceKind", ":priceFromPaise", ":priceToPaise"] as const;

/** What a product says: everything that an owner or an operator writes of it goes through here or {@link insertProduct}. */
const SAYS = [
  setColumns(PRODUCT_FIELDS),
  ...PRICE_COLUMNS.map((column, index) => `${column} = ${PRICE_VALUES[index]}`),
  "updated_at = clock_timestamp()",
].join(", ");

/** Inserts a product of brand `b`. @param liveUntil @param position of it, in SQL @param from the tables, with `b` */
function insertProduct(liveUntil: string, position: string, from = "brands b"): string {
  const { columns, values } = insertColumns(PRODUCT_FIELDS);
  return `INSERT INTO listings AS l (id, brand_id, module, brand_key, status, expires_at, position, ${columns}, ${PRICE_COLUMNS.join(", ")})
          SELECT :id, b.id, b.module, b.name_key, 'live', ${liveUntil}, ${position}, ${values}, ${PRICE_VALUES.join(", ")}
            FROM ${from} WHERE b.id = :brandId`;
}

/** A product's columns. */
function columnsOf({ price, ...texts }: ProductContent): ProductRow {
  const { kind, fromPaise, toPaise } = price;
  return { ...textColumns(PRODUCT_FIELDS, texts), priceKind: kind, priceFromPaise: fromPaise, priceToPaise: toPaise };
}

/** Select list of what a product says. @param alias the table's */
export const productColumns = (alias: string): Typed<ProductRow> => ({
  text: [columnList(PRODUCT_FIELDS, alias), ...PRICE_COLUMNS.map((column) => `${alias}.${column}`)].join(", "),
});

/** What the row of a product says. */
export function contentOf({ priceKind: kind, priceFromPaise, priceToPaise, ...row }: ProductRow): ProductContent {
  return { ...textsOfRow(PRODUCT_FIELDS, row), price: { kind, fromPaise: priceFromPaise, toPaise: priceToPaise } };
}

/** The products of a listing's brand ($1) that no application stands for. */
const OTHER_PRODUCTS = `brand_id = (SELECT l.brand_id FROM listings l WHERE l.id = $1) AND NOT is_card AND ${isOwn("listings")}
  AND NOT EXISTS (SELECT FROM listing_applications o WHERE o.listing_id = listings.id AND o.listing_id <> $1)`;

/**
 * Writes listings, the products and cards of brands, and their pictures, in the transaction of the feature in which
 * something happened to them. Every write locks the catalogue's version until the transaction ends: write late in it.
 * Erasure: `personal.sql.ts`.
 */
@Injectable()
export class CatalogueProductsService {
  private replace: ReplaceProduct | undefined;

  /** Who refers to products, the applications, is asked before one is removed. */
  onRemoval(replace: ReplaceProduct): void {
    this.replace = replace;
  }

  /** Adds the card that stands for a brand without products, live until an application's year ends. @returns its id */
  async addCard(
    tx: Tx,
    { brandId, name, category, description }: CardDetails & { readonly brandId: string },
    liveUntil: Date,
  ): Promise<string> {
    const id = randomUUID();
    await tx.query(
      `INSERT INTO listings (id, brand_id, module, brand_key, category, name, description, status, expires_at, is_card)
       SELECT $1, b.id, b.module, b.name_key, $3, $4, $5, 'live', $6, true FROM brands b WHERE b.id = $2`,
      [id, brandId, category, name, description, liveUntil],
    );
    return id;
  }

  /** Sets the end of a listing, and of the brand's other products; an expired listing is live again. */
  async extend(tx: Tx, listingId: string, liveUntil: Date): Promise<void> {
    await tx.query(
      `UPDATE listings SET status = 'live', updated_at = clock_timestamp(),
              expires_at = CASE id WHEN $1 THEN $2 ELSE greatest(expires_at, $2) END
        WHERE id = $1 OR (${OTHER_PRODUCTS})`,
      [listingId, liveUntil],
    );
  }

  /** Takes a listing down, and the brand's other products unless another application of the brand is live. */
  async takeDown(tx: Tx, listingId: string): Promise<void> {
    await tx.query(
      `UPDATE listings SET status = 'withdrawn', updated_at = clock_timestamp()
        WHERE id = $1 OR (${OTHER_PRODUCTS} AND NOT EXISTS (
          SELECT FROM listing_applications a
           WHERE a.brand_id = listings.brand_id AND a.listing_id <> $1 AND a.state = 'live'))`,
      [listingId],
    );
  }

  /**
   * Publishes the products of an accepted page in their order, and removes those that have left it.
   *
   * @throws DomainError brand_page_incomplete for an unknown category; brand_change_moved for another brand's product
   */
  async publish(tx: Tx, brandId: string, products: readonly Product[], leaving: readonly string[]): Promise<void> {
    for (const [position, product] of products.entries()) await this.publishOne(tx, brandId, product, position);
    for (const id of leaving) await this.remove(tx, { id, brandId, leaving });
    await tx.query(
      `UPDATE listings l SET name = b.name, description = b.description, updated_at = clock_timestamp()
         FROM brands b WHERE b.id = $1 AND l.brand_id = b.id AND l.is_card`,
      [brandId],
    );
  }

  /** Adds a product at the end, on the site as long as the brand's others. @returns its id */
  async add(tx: Tx, brandId: string, product: ProductContent): Promise<string> {
    const id = randomUUID();
    // Without a listing the brand is paid for by nobody: an operator decides how long it is shown.
    await rows(
      tx,
      insertProduct(
        "kept.until",
        "kept.last + 1",
        `brands b,
              LATERAL (SELECT CASE WHEN bool_or(l.expires_at IS NULL) THEN NULL ELSE max(l.expires_at) END AS until,
                              coalesce(max(l.position), -1) AS last
                         FROM listings l WHERE l.brand_id = b.id AND ${isOwn("l")}) kept`,
      ),
      { id, brandId, ...columnsOf(product) },
    );
    return id;
  }

  async correct(tx: Tx, id: string, product: ProductContent): Promise<void> {
    await rows(tx, `UPDATE listings SET ${SAYS} WHERE id = :id`, { id, ...columnsOf(product) });
  }

  /** Puts products in this order. */
  async order(tx: Tx, ids: readonly string[]): Promise<void> {
    await tx.query(
      `UPDATE listings l SET position = o.place - 1 FROM unnest($1::uuid[]) WITH ORDINALITY AS o (id, place)
        WHERE l.id = o.id AND l.position <> o.place - 1`,
      [ids],
    );
  }

  /** Takes a product off the site; a trigger decides its status. */
  async hide(tx: Tx, id: string, reason: string): Promise<void> {
    await tx.query(
      `UPDATE listings SET hidden_at = clock_timestamp(), hidden_reason = $2, updated_at = clock_timestamp()
        WHERE id = $1`,
      [id, reason],
    );
  }

  /** Undoes {@link hide}. */
  async restore(tx: Tx, id: string): Promise<void> {
    await tx.query(
      "UPDATE listings SET hidden_at = NULL, hidden_reason = NULL, updated_at = clock_timestamp() WHERE id = $1",
      [id],
    );
  }

  /**
   * Shows, pauses or hides a product as its owner says; a trigger decides its status.
   *
   * @throws DomainError product_not_found for another brand's, and for one that is not on the site
   */
  async setOwnerState(tx: Tx, brandId: string, id: string, state: OwnerState): Promise<void> {
    await tx.query("SELECT FROM brands WHERE id = $1 FOR UPDATE", [brandId]);
    const changed = await rows(
      tx,
      `UPDATE listings l SET owner_state = $3, updated_at = clock_timestamp()
        WHERE l.id = $2 AND l.brand_id = $1 AND NOT l.is_card AND ${isOwn("l")} RETURNING l.id`,
      [brandId, id, state],
    );
    if (changed.length === 0) throw new DomainError("product_not_found");
  }

  /** Replaces a product's pictures. Without pictures a drawing is chosen when it is read. */
  async placePictures(tx: Tx, id: string, pictures: readonly Described[]): Promise<void> {
    await this.replacePictures(tx, id, pictures);
    await tx.query("UPDATE listings SET image = NULL, updated_at = clock_timestamp() WHERE id = $1", [id]);
  }

  /** Takes a picture from a brand's products. @returns how many had it */
  async takePicture(tx: Tx, brandId: string, pictureId: string): Promise<number> {
    const products = await rows(
      tx,
      `DELETE FROM product_images WHERE picture_id = $1
          AND listing_id IN (SELECT id FROM listings WHERE brand_id = $2) RETURNING listing_id`,
      [pictureId, brandId],
    );
    return products.length;
  }

  /** The card stands for its brand: where it says the same, it follows a correction. */
  async followBrand(tx: Tx, brandId: string, before: CardDetails, after: CardDetails): Promise<void> {
    await tx.query(
      `UPDATE listings SET name = CASE name WHEN $2 THEN $3 ELSE name END,
              category = CASE category WHEN $4 THEN $5 ELSE category END,
              description = CASE description WHEN $6 THEN $7 ELSE description END, updated_at = clock_timestamp()
        WHERE brand_id = $1 AND is_card`,
      [
        ...[brandId, before.name, after.name],
        ...[before.category, after.category],
        ...[before.description, after.description],
      ],
    );
  }

  /** Gives a brand the products of another one, after its own. */
  async moveToBrand(tx: Tx, fromId: string, intoId: string): Promise<void> {
    await tx.query(
      `UPDATE listings l SET brand_id = i.id, brand_key = i.name_key, updated_at = clock_timestamp(),
              position = l.position + (SELECT coalesce(max(o.position), -1) + 1 FROM listings o WHERE o.brand_id = i.id)
         FROM brands i WHERE i.id = $2 AND l.brand_id = $1`,
      [fromId, intoId],
    );
  }

  private async publishOne(tx: Tx, brandId: string, product: Product, position: number): Promise<void> {
    const { id, pictures, ...content } = product;
    const [brand] = await rows<{ module: CatalogueModule }>(tx, "SELECT module FROM brands WHERE id = $1", [brandId]);
    const category = brand && resolveCategory(brand.module, product.category);
    if (category === undefined) throw new DomainError("brand_page_incomplete");
    const written = await rows(
      tx,
      `${insertProduct(
        "(SELECT max(a.live_until) FROM listing_applications a WHERE a.brand_id = b.id AND a.state IN ('live', 'expired'))",
        ":position",
      )}
       ON CONFLICT (id) DO UPDATE SET ${SAYS}, is_card = false, image = NULL, position = excluded.position
       WHERE l.brand_id = excluded.brand_id RETURNING l.id`,
      { id, brandId, position, ...columnsOf({ ...content, category: category.name }) },
    );
    // The id of another brand's product: no page of ours sends it.
    if (written.length === 0) throw new DomainError("brand_change_moved");
    await this.replacePictures(
      tx,
      id,
      pictures.map((picture) => ({ id: picture.id, alt: picture.alt || product.name })),
    );
  }

  /** Removes a product. One that an application refers to is replaced there, or becomes the brand's card. */
  private async remove(tx: Tx, product: LeavingProduct): Promise<void> {
    if (this.replace === undefined) throw new Error("nobody says what refers to products");
    await this.replace(tx, product);
    const kept = await rows(
      tx,
      `UPDATE listings l SET is_card = true, position = 0, price_kind = 'none', price_from_paise = NULL,
              price_to_paise = NULL, link = NULL, image = NULL, owner_state = 'shown'
        WHERE id = $1 AND EXISTS (SELECT FROM listing_applications WHERE listing_id = $1) RETURNING l.id`,
      [product.id],
    );
    await tx.query(
      kept.length > 0 ? "DELETE FROM product_images WHERE listing_id = $1" : "DELETE FROM listings WHERE id = $1",
      [product.id],
    );
  }

  private async replacePictures(tx: Tx, id: string, pictures: readonly Described[]): Promise<void> {
    await tx.query("DELETE FROM product_images WHERE listing_id = $1", [id]);
    await tx.query(
      `INSERT INTO product_images (listing_id, position, picture_id, alt)
       SELECT $1, placed.place - 1, placed.id, placed.alt
         FROM unnest($2::uuid[], $3::text[]) WITH ORDINALITY AS placed (id, alt, place)`,
      [id, pictures.map((picture) => picture.id), pictures.map(({ alt }) => alt)],
    );
  }
}
