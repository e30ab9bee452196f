import { Injectable } from "@nestjs/common";
import { type BrandLink, readBrandLink } from "@sakhi/domain/brands/brand-links";
import { type BrandPage, EMPTY_PAGE, picturesOf, type Product, wholePage } from "@sakhi/domain/brands/brand-page.rules";
import type { PriceKind } from "@sakhi/domain/brands/price.rules";
import { MODULE_OF_COMPANY_TYPE, resolveCategory } from "@sakhi/domain/catalogue/categories";
import { placeOfAddress } from "@sakhi/domain/catalogue/place.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { CompanyType } from "@sakhi/domain/listings/listing-application.choices";
import type { ApplicationState } from "@sakhi/domain/listings/listing.states";
import type { PictureSubject } from "@sakhi/domain/pictures/picture.rules";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { isOwn } from "../catalogue/own-products.sql.js";
import { PicturesService } from "../pictures/pictures.service.js";
import { Database, rows, type Tx } from "../platform/database/database.js";

/** Whose page it is: an application, and its brand once it is approved. */
export interface PageOwner {
  readonly applicationId: string;
  readonly brandId: string | null;
  readonly state: ApplicationState;
  readonly brandName: string;
  readonly module: CatalogueModule;
  readonly fullName: string;
  readonly email: string;
  readonly liveUntil: Date | null;
  readonly year: number;
}

/** Applications with a page: paid for or granted, and not rejected or withdrawn. */
const WITH_PAGE: readonly ApplicationState[] = ["under_review", "live", "expired"];

interface ListingRow {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly category: string;
  readonly kind: PriceKind;
  readonly fromPaise: number | null;
  readonly toPaise: number | null;
  readonly link: string | null;
  readonly isCard: boolean;
  readonly pictures: readonly { readonly id: string; readonly alt: string }[];
}

const LISTINGS = `
  SELECT l.id, l.name, l.description AS text, l.category, l.price_kind AS kind, l.price_from_paise AS "fromPaise",
         l.price_to_paise AS "toPaise", l.link, l.is_card AS "isCard",
         coalesce((SELECT json_agg(json_build_object('id', i.picture_id, 'alt', i.alt) ORDER BY i.position)
                     FROM product_images i WHERE i.listing_id = l.id AND i.picture_id IS NOT NULL), '[]') AS pictures
    FROM listings l WHERE l.brand_id = $1 AND ${isOwn("l")} ORDER BY l.position, l.created_at, l.id`;

/** Reads what is public of a brand as its page, and publishes accepted pages. */
@Injectable()
export class BrandPagesService {
  constructor(
    private readonly database: Database,
    private readonly pictures: PicturesService,
  ) {}

  /** @returns undefined for an application without a page: not paid for, rejected, withdrawn or erased */
  async owner(applicationId: string, tx?: Tx): Promise<PageOwner | undefined> {
    const [found] = await this.select<
      Omit<PageOwner, "module"> & { companyType: CompanyType; module: CatalogueModule | null }
    >(
      `SELECT a.id AS "applicationId", a.brand_id AS "brandId", a.state, coalesce(b.name, a.brand_name) AS "brandName",
              a.company_type AS "companyType", b.module, a.full_name AS "fullName", a.email, a.year,
              a.live_until AS "liveUntil"
         FROM listing_applications a LEFT JOIN brands b ON b.id = a.brand_id
        WHERE a.id = $1 AND a.erased_at IS NULL`,
      [applicationId],
      tx,
    );
    if (found === undefined || !WITH_PAGE.includes(found.state)) return undefined;
    const { companyType, module, ...owner } = found;
    return { ...owner, module: module ?? MODULE_OF_COMPANY_TYPE[companyType] };
  }

  /** What is public now; before the approval what was accepted last, or the application's own words. */
  async current(owner: PageOwner, tx?: Tx): Promise<BrandPage> {
    if (owner.brandId !== null) return this.published(owner.brandId, tx);
    const [accepted] = await this.select<{ content: BrandPage }>(
      `SELECT content FROM brand_changes WHERE application_id = $1 AND state = 'accepted' ORDER BY decided_at DESC LIMIT 1`,
      [owner.applicationId],
      tx,
    );
    return accepted === undefined ? this.ofApplication(owner.applicationId, tx) : wholePage(accepted.content);
  }

  /**
   * Publishes a page. Its writes lock the catalogue's version until `tx` ends: call it last.
   *
   * @returns the page as published: its first product takes the id of the card that stood for the brand
   * @throws DomainError brand_page_incomplete if a picture is not ready, or not the brand's
   */
  async publish(tx: Tx, brandId: string, page: BrandPage): Promise<BrandPage> {
    await this.requirePictures(tx, { type: "brand", id: brandId }, page);
    const existing = await rows<ListingRow>(tx, LISTINGS, [brandId]);
    const card = existing.find(({ isCard }) => isCard);
    const known = new Set(existing.filter(({ isCard }) => !isCard).map(({ id }) => id));
    const published = withCardsId(page, known, card?.id);
    for (const { id, alt } of describedPictures(published)) {
      await tx.query("UPDATE pictures SET alt = $2 WHERE id = $1", [id, alt]);
    }
    await tx.query(
      `UPDATE brands SET logo_picture_id = $2, cover_picture_id = $3, description = $4, location = nullif($5, ''),
              website_url = nullif($6, ''), instagram_url = nullif($7, ''), whatsapp_url = nullif($8, ''),
              facebook_url = nullif($9, ''), linkedin_url = nullif($10, ''), partner_name = nullif($11, ''),
              contact_email = nullif($12, ''), contact_phone = nullif($13, ''), contacts_chosen_at = clock_timestamp(),
              updated_at = clock_timestamp()
        WHERE id = $1`,
      [
        ...[brandId, page.logoId, page.coverId, page.story, page.place],
        ...[page.websiteUrl, page.instagramUrl, page.whatsappUrl, page.facebookUrl, page.linkedinUrl],
        ...[page.partnerName, page.contactEmail, page.contactPhone],
      ],
    );
    for (const [position, product] of published.products.entries()) {
      await this.writeProduct(tx, brandId, product, position);
    }
    await this.removeProducts(
      tx,
      brandId,
      [...known].filter((id) => !published.products.some((each) => each.id === id)),
    );
    await tx.query(
      `UPDATE listings l SET name = b.name, description = b.description, updated_at = clock_timestamp()
         FROM brands b WHERE b.id = $1 AND l.brand_id = b.id AND l.is_card`,
      [brandId],
    );
    return published;
  }

  /**
   * Publishes what was accepted before the approval, and gives the application's pictures to the brand.
   *
   * @returns false if nothing was accepted: the page shows the application's words
   */
  async publishAccepted(tx: Tx, applicationId: string, brandId: string): Promise<boolean> {
    await this.pictures.transfer(tx, { type: "application", id: applicationId }, { type: "brand", id: brandId });
    // Of a brand that an earlier application has made, an open change stays: the newcomer's is given up.
    await tx.query(
      `UPDATE brand_changes SET state = 'discarded', updated_at = clock_timestamp()
        WHERE application_id = $1 AND brand_id IS NULL AND state IN ('draft', 'sent', 'returned')
          AND EXISTS (SELECT FROM brand_changes o WHERE o.brand_id = $2 AND o.state IN ('draft', 'sent', 'returned'))`,
      [applicationId, brandId],
    );
    await tx.query("UPDATE brand_changes SET brand_id = $2 WHERE application_id = $1", [applicationId, brandId]);
    const [accepted] = await rows<{ id: string; content: BrandPage }>(
      tx,
      "SELECT id, content FROM brand_changes WHERE application_id = $1 AND state = 'accepted' ORDER BY decided_at DESC LIMIT 1",
      [applicationId],
    );
    if (accepted === undefined) return false;
    const published = await this.publish(tx, brandId, wholePage(accepted.content));
    await tx.query("UPDATE brand_changes SET content = $2 WHERE id = $1", [accepted.id, JSON.stringify(published)]);
    return true;
  }

  /** @throws DomainError brand_page_incomplete if a picture of the page is not ready, or not this subject's */
  async requirePictures(tx: Tx, subject: PictureSubject, page: BrandPage): Promise<void> {
    const ids = picturesOf(page);
    if (ids.length === 0) return;
    const ready = await rows<{ id: string }>(
      tx,
      "SELECT id FROM pictures WHERE id = ANY($1::uuid[]) AND subject_type = $2 AND subject_id = $3 AND state = 'ready'",
      [ids, subject.type, subject.id],
    );
    if (ready.length < ids.length) {
      throw new DomainError(
        "brand_page_incomplete",
        {},
        "A picture is still being checked, or is not here any more. Please wait a moment, or remove it.",
      );
    }
  }

  private async published(brandId: string, tx?: Tx): Promise<BrandPage> {
    const [brand] = await this.select<Record<keyof Omit<BrandPage, "products" | "noPictures">, string | null>>(
      `SELECT b.logo_picture_id AS "logoId", b.cover_picture_id AS "coverId", coalesce(p.alt, '') AS "coverAlt",
              b.description AS story, b.location AS place, b.website_url AS "websiteUrl",
              b.instagram_url AS "instagramUrl", b.whatsapp_url AS "whatsappUrl", b.facebook_url AS "facebookUrl",
              b.linkedin_url AS "linkedinUrl", b.partner_name AS "partnerName", b.contact_email AS "contactEmail",
              b.contact_phone AS "contactPhone"
         FROM brands b LEFT JOIN pictures p ON p.id = b.cover_picture_id WHERE b.id = $1`,
      [brandId],
      tx,
    );
    if (brand === undefined) throw new DomainError("brand_link_invalid");
    const listings = await this.select<ListingRow>(LISTINGS, [brandId], tx);
    const products = listings.filter(({ isCard }) => !isCard).map(productOf);
    return {
      ...EMPTY_PAGE,
      logoId: brand.logoId,
      coverId: brand.coverId,
      coverAlt: brand.coverAlt ?? "",
      story: brand.story ?? "",
      place: brand.place ?? "",
      ...linksOf(brand),
      partnerName: brand.partnerName ?? "",
      contactEmail: brand.contactEmail ?? "",
      contactPhone: brand.contactPhone ?? "",
      products,
    };
  }

  /** What the form said about the page. Its names, addresses and numbers were given to us, not to everyone. */
  private async ofApplication(applicationId: string, tx?: Tx): Promise<BrandPage> {
    const [form] = await this.select<Record<Exclude<BrandLink, "whatsappUrl"> | "story" | "address", string | null>>(
      `SELECT a.story, a.business_address AS address, a.website_url AS "websiteUrl", instagram_url AS "instagramUrl", facebook_url AS "facebookUrl",
              linkedin_url AS "linkedinUrl"
         FROM listing_applications a WHERE a.id = $1`,
      [applicationId],
      tx,
    );
    if (form === undefined) throw new DomainError("brand_link_invalid");
    return {
      ...EMPTY_PAGE,
      story: form.story ?? "",
      place: placeOfAddress(form.address ?? "") ?? "",
      ...linksOf({ ...form, whatsappUrl: null }),
    };
  }

  private async writeProduct(tx: Tx, brandId: string, product: Product, position: number): Promise<void> {
    const { id, name, text, price, link, pictures } = product;
    const [brand] = await rows<{ module: CatalogueModule }>(tx, "SELECT module FROM brands WHERE id = $1", [brandId]);
    const category = brand && resolveCategory(brand.module, product.category);
    if (category === undefined) throw new DomainError("brand_page_incomplete");
    const written = await rows(
      tx,
      `INSERT INTO listings AS l (id, brand_id, module, brand_key, category, name, description, status, expires_at,
                                  position, price_kind, price_from_paise, price_to_paise, link)
       SELECT $1, b.id, b.module, b.name_key, $3, $4, $5, 'live',
              (SELECT max(a.live_until) FROM listing_applications a WHERE a.brand_id = b.id AND a.state IN ('live', 'expired')),
              $6, $7, $8, $9, nullif($10, '') FROM brands b WHERE b.id = $2
       ON CONFLICT (id) DO UPDATE SET category = excluded.category, name = excluded.name, is_card = false,
         description = excluded.description, image = NULL, position = excluded.position,
         price_kind = excluded.price_kind, price_from_paise = excluded.price_from_paise,
         price_to_paise = excluded.price_to_paise, link = excluded.link, updated_at = clock_timestamp()
       WHERE l.brand_id = excluded.brand_id RETURNING l.id`,
      [id, brandId, category.name, name, text, position, price.kind, price.fromPaise, price.toPaise, link],
    );
    // The id of another brand's product: no page of ours sends it.
    if (written.length === 0) throw new DomainError("brand_change_moved");
    await tx.query("DELETE FROM product_images WHERE listing_id = $1", [id]);
    for (const [at, picture] of pictures.entries()) {
      await tx.query("INSERT INTO product_images (listing_id, position, picture_id, alt) VALUES ($1, $2, $3, $4)", [
        ...[id, at, picture.id],
        picture.alt || name,
      ]);
    }
  }

  /** Removes products. One that an application refers to is replaced there, or becomes the brand's card. */
  private async removeProducts(tx: Tx, brandId: string, removed: readonly string[]): Promise<void> {
    for (const id of removed) {
      await tx.query(
        `UPDATE listing_applications SET listing_id = (
           SELECT l.id FROM listings l WHERE l.brand_id = $2 AND ${isOwn("l")} AND l.id <> ALL($3::uuid[])
              AND NOT EXISTS (SELECT FROM listing_applications o WHERE o.listing_id = l.id)
            ORDER BY l.position LIMIT 1)
         WHERE listing_id = $1 AND EXISTS (
           SELECT FROM listings l WHERE l.brand_id = $2 AND ${isOwn("l")} AND l.id <> ALL($3::uuid[])
              AND NOT EXISTS (SELECT FROM listing_applications o WHERE o.listing_id = l.id))`,
        [id, brandId, removed],
      );
      const kept = await rows(
        tx,
        `UPDATE listings l SET is_card = true, position = 0, price_kind = 'none', price_from_paise = NULL,
                price_to_paise = NULL, link = NULL, image = NULL
          WHERE id = $1 AND EXISTS (SELECT FROM listing_applications WHERE listing_id = $1) RETURNING l.id`,
        [id],
      );
      await tx.query(
        kept.length > 0 ? "DELETE FROM product_images WHERE listing_id = $1" : "DELETE FROM listings WHERE id = $1",
        [id],
      );
    }
  }

  private select<Row>(sql: string, parameters: unknown[], tx?: Tx): Promise<Row[]> {
    return tx === undefined ? this.database.query<Row>(sql, parameters) : rows<Row>(tx, sql, parameters);
  }
}

function linksOf(of: Readonly<Record<BrandLink, string | null>>): Pick<BrandPage, BrandLink> {
  const link = (kind: BrandLink): string => readBrandLink(kind, of[kind] ?? "");
  return {
    websiteUrl: link("websiteUrl"),
    instagramUrl: link("instagramUrl"),
    whatsappUrl: link("whatsappUrl"),
    facebookUrl: link("facebookUrl"),
    linkedinUrl: link("linkedinUrl"),
  };
}

function productOf({ id, name, text, category, kind, fromPaise, toPaise, link, pictures }: ListingRow): Product {
  return { id, name, text, category, price: { kind, fromPaise, toPaise }, pictures, link: link ?? "" };
}

/** Gives the first new product the id of the card, which it replaces. */
function withCardsId(page: BrandPage, known: ReadonlySet<string>, cardId: string | undefined): BrandPage {
  const first = page.products.find(({ id }) => !known.has(id));
  if (cardId === undefined || first === undefined || page.products.some(({ id }) => id === cardId)) return page;
  return { ...page, products: page.products.map((each) => (each === first ? { ...each, id: cardId } : each)) };
}

/** Pictures with their words; a product's picture without words has the product's name. */
function describedPictures({ coverId, coverAlt, products }: BrandPage): { id: string; alt: string }[] {
  return [
    ...(coverId === null ? [] : [{ id: coverId, alt: coverAlt }]),
    ...products.flatMap(({ name, pictures }) => pictures.map(({ id, alt }) => ({ id, alt: alt || name }))),
  ];
}
