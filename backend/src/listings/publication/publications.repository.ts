import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type { CatalogueModule } from "@sakhi/domain/catalogue/modules";
import { Database, rows } from "../../platform/database/database.js";
import type { Tx } from "../../platform/database/database.js";

/** A brand of the catalogue. */
export interface BrandRef {
  readonly brandId: string;
  readonly brandName: string;
  readonly module: CatalogueModule;
}

/** A brand to be made for an application. */
export interface NewBrand {
  readonly module: CatalogueModule;
  readonly name: string;
  readonly category: string;
  readonly description: string;
  readonly partnerName: string;
  readonly contactEmail: string;
  readonly contactPhone: string;
  readonly websiteUrl: string | null;
  readonly linkedinUrl: string | null;
  readonly facebookUrl: string | null;
  readonly instagramUrl: string | null;
  readonly whatsappUrl: string;
}

interface RawBrand {
  readonly id: string;
  readonly name: string;
  readonly module: CatalogueModule;
}

const refOf = ({ id, name, module }: RawBrand): BrandRef => ({ brandId: id, brandName: name, module });

/**
 * What applications bring into the catalogue: brands and listings. Every write locks the catalogue's version until
 * the transaction ends, so they come late in it.
 */
@Injectable()
export class PublicationsRepository {
  constructor(private readonly database: Database) {}

  /** @returns the new brand's id, or undefined when the module has one of this name; case makes no difference */
  async insertBrand(
    tx: Tx,
    brand: NewBrand,
    logoOf: (brandId: string) => string,
  ): Promise<string | undefined> {
    const id = randomUUID();
    const written = await rows(
      tx,
      `INSERT INTO brands (id, module, name, category, logo, description, partner_name, contact_email, contact_phone,
         website_url, linkedin_url, facebook_url, instagram_url, whatsapp_url, origin)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 'application')
       ON CONFLICT (module, name_key) DO NOTHING RETURNING id`,
      [
        id,
        brand.module,
        brand.name,
        brand.category,
        logoOf(id),
        brand.description,
        brand.partnerName,
        brand.contactEmail,
        brand.contactPhone,
        brand.websiteUrl,
        brand.linkedinUrl,
        brand.facebookUrl,
        brand.instagramUrl,
        brand.whatsappUrl,
      ],
    );
    return written.length > 0 ? id : undefined;
  }

  async brand(brandId: string, tx?: Tx): Promise<BrandRef | undefined> {
    return this.one("SELECT id, name, module FROM brands WHERE id = $1", [brandId], tx);
  }

  async brandNamed(module: CatalogueModule, name: string, tx?: Tx): Promise<BrandRef | undefined> {
    const sql = "SELECT id, name, module FROM brands WHERE module = $1 AND name_key = lower($2)";
    return this.one(sql, [module, name], tx);
  }

  /** A live listing with its picture. @returns its id */
  async insertListing(
    tx: Tx,
    listing: {
      readonly brandId: string;
      readonly module: CatalogueModule;
      readonly category: string;
      readonly name: string;
      readonly description: string;
      readonly expiresAt: Date;
    },
    pictureOf: (listingId: string) => string,
  ): Promise<string> {
    const id = randomUUID();
    const picture = pictureOf(id);
    await tx.query(
      `INSERT INTO listings (id, brand_id, module, brand_key, category, name, description, image, status, expires_at)
       SELECT $1, b.id, b.module, b.name_key, $3, $4, $5, $6, 'live', $7 FROM brands b WHERE b.id = $2`,
      [id, listing.brandId, listing.category, listing.name, listing.description, picture, listing.expiresAt],
    );
    await tx.query("INSERT INTO product_images (listing_id, position, image_url) VALUES ($1, 0, $2)", [
      id,
      picture,
    ]);
    return id;
  }

  async extend(tx: Tx, listingId: string, expiresAt: Date): Promise<void> {
    await tx.query(
      `UPDATE listings SET status = 'live', expires_at = $2, updated_at = clock_timestamp() WHERE id = $1`,
      [listingId, expiresAt],
    );
  }

  async takeDown(tx: Tx, listingId: string): Promise<void> {
    await tx.query("UPDATE listings SET status = 'withdrawn', updated_at = clock_timestamp() WHERE id = $1", [
      listingId,
    ]);
  }

  private async one(sql: string, parameters: unknown[], tx?: Tx): Promise<BrandRef | undefined> {
    const found =
      tx === undefined
        ? await this.database.query<RawBrand>(sql, parameters)
        : await rows<RawBrand>(tx, sql, parameters);
    return found.map(refOf)[0];
  }
}
