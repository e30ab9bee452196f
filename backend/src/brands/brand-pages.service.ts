import { Injectable } from "@nestjs/common";
import { appliedPage } from "@sakhi/domain/brands/applied-page";
import { readBrandLink } from "@sakhi/domain/brands/brand-links";
import { type AppliedText, BRAND_FIELDS, BRAND_LINKS, type BrandLink } from "@sakhi/domain/brands/brand-page.fields";
import {
  type BrandPage,
  EMPTY_PAGE,
  framed,
  picturesOf,
  type Product,
  type ProductPicture,
  wholePage,
} from "@sakhi/domain/brands/brand-page.rules";
import type { OwnerState } from "@sakhi/domain/brands/owner-states";
import { MODULE_OF_COMPANY_TYPE } from "@sakhi/domain/catalogue/categories";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { textsOfRow } from "@sakhi/domain/fields/declared-fields";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import type { CompanyType } from "@sakhi/domain/listings/listing-application.choices";
import type { ApplicationState } from "@sakhi/domain/listings/listing.states";
import { chosenFocus, focusOf } from "@sakhi/domain/pictures/picture-focus";
import type { PictureSubject } from "@sakhi/domain/pictures/picture.rules";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { brandTexts, CatalogueBrandsService } from "../catalogue/catalogue-brands.service.js";
import { CatalogueProductsService, contentOf, productColumns } from "../catalogue/catalogue-products.service.js";
import { isOwn } from "../catalogue/own-products.sql.js";
import { PicturesService } from "../pictures/pictures.service.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { computed, type RowOf, sql } from "../platform/database/statements.js";

/** Whose page it is: an application, and its brand once it is approved. */
export interface PageOwner {
  readonly applicationId: string;
  readonly brandId: string | null;
  readonly state: ApplicationState;
  readonly brandName: string;
  readonly module: CatalogueModule;
  /** The brand's category, as the catalogue or, before the approval, the application names it. */
  readonly category: string;
  readonly fullName: string;
  readonly email: string;
  readonly liveUntil: Date | null;
  readonly year: number;
  /** Of her mails and papers. */
  readonly language: LanguageCode;
}

/** Applications with a page: paid for or granted, and not rejected or withdrawn. */
const WITH_PAGE: readonly ApplicationState[] = ["under_review", "live", "expired"];

const LISTINGS = sql`
  SELECT ${productColumns("l")}, ${computed<{ id: string; isCard: boolean; pictures: readonly ProductPicture[] }>({
    id: "l.id",
    isCard: "l.is_card",
    pictures: `coalesce((SELECT json_agg(json_build_object('id', i.picture_id, 'alt', i.alt,
                       'focus', json_build_object('x', p.focus_x, 'y', p.focus_y)) ORDER BY i.position)
                     FROM product_images i JOIN pictures p ON p.id = i.picture_id WHERE i.listing_id = l.id), '[]')`,
  })}
    FROM listings l WHERE l.brand_id = :brandId AND ${isOwn("l")} ORDER BY l.position, l.created_at, l.id`;

const PAGE = sql`
  SELECT ${brandTexts("b")}, ${computed<{
    logoId: string | null;
    coverId: string | null;
    coverAlt: string;
    coverX: number | null;
    coverY: number | null;
  }>({
    logoId: "b.logo_picture_id",
    coverId: "b.cover_picture_id",
    coverAlt: "coalesce(p.alt, '')",
    coverX: "p.focus_x",
    coverY: "p.focus_y",
  })}
    FROM brands b LEFT JOIN pictures p ON p.id = b.cover_picture_id WHERE b.id = :brandId`;

/** What an application says of its page. */
const APPLIED = sql`
  SELECT ${computed<Record<"businessAddress", string> & Record<Exclude<AppliedText, "place">, string | null>>({
    businessAddress: "a.business_address",
    story: "a.story",
    websiteUrl: "a.website_url",
    instagramUrl: "a.instagram_url",
    facebookUrl: "a.facebook_url",
    linkedinUrl: "a.linkedin_url",
  })}
    FROM listing_applications a WHERE a.id = :applicationId`;

/** Reads what is public of a brand as its page, and publishes accepted pages. */
@Injectable()
export class BrandPagesService {
  constructor(
    private readonly database: Database,
    private readonly pictures: PicturesService,
    private readonly catalogueBrands: CatalogueBrandsService,
    private readonly catalogueProducts: CatalogueProductsService,
  ) {}

  /** @returns undefined for an application without a page: not paid for, rejected, withdrawn or erased */
  async owner(applicationId: string, tx?: Tx): Promise<PageOwner | undefined> {
    const [found] = await this.select<
      Omit<PageOwner, "module"> & { companyType: CompanyType; module: CatalogueModule | null }
    >(
      `SELECT a.id AS "applicationId", a.brand_id AS "brandId", a.state, coalesce(b.name, a.brand_name) AS "brandName",
              a.company_type AS "companyType", b.module, coalesce(b.category, a.business_category) AS category, a.full_name AS "fullName", a.email, a.year, a.language,
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
    const existing = await this.database.select(LISTINGS, { brandId }, tx);
    const card = existing.find(({ isCard }) => isCard);
    const known = new Set(existing.filter(({ isCard }) => !isCard).map(({ id }) => id));
    const published = withCardsId(page, known, card?.id);
    await this.pictures.describeEach(tx, { type: "brand", id: brandId }, describedPictures(published));
    await this.catalogueBrands.publishPage(tx, brandId, page);
    await this.catalogueProducts.publish(
      tx,
      brandId,
      published.products,
      [...known].filter((id) => !published.products.some((each) => each.id === id)),
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

  /** Products of a brand that are not shown as they are, because their owner hides or pauses them. */
  async notShown(brandId: string | null): Promise<{ readonly id: string; readonly state: OwnerState }[]> {
    if (brandId === null) return [];
    return this.database.query(
      `SELECT l.id, l.owner_state AS state FROM listings l
        WHERE l.brand_id = $1 AND ${isOwn("l")} AND l.owner_state <> 'shown' ORDER BY l.position, l.id`,
      [brandId],
    );
  }

  /**
   * Shows, pauses or hides a product, at once: nothing is shown that was not accepted before.
   *
   * @throws DomainError product_not_found, also before the approval
   */
  async setOwnerState(tx: Tx, { brandId }: PageOwner, productId: string, state: OwnerState): Promise<void> {
    if (brandId === null) throw new DomainError("product_not_found");
    await this.catalogueProducts.setOwnerState(tx, brandId, productId, state);
    await this.catalogueBrands.touch(tx, brandId);
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
        "A picture is still being checked, or is no longer here. Please wait a moment, or remove it.",
      );
    }
  }

  private async published(brandId: string, tx?: Tx): Promise<BrandPage> {
    const [brand] = await this.database.select(PAGE, { brandId }, tx);
    if (brand === undefined) throw new DomainError("brand_link_invalid");
    const { logoId, coverId, coverAlt, coverX, coverY, ...row } = brand;
    const { focus: coverFocus } = chosenFocus(coverX === null || coverY === null ? null : { x: coverX, y: coverY });
    const listings = await this.database.select(LISTINGS, { brandId }, tx);
    const texts = textsOfRow(BRAND_FIELDS, row);
    return {
      ...{ logoId, coverId, coverAlt },
      ...(coverFocus === undefined ? {} : { coverFocus }),
      ...texts,
      ...linksOf(texts),
      noPictures: false,
      products: listings.filter(({ isCard }) => !isCard).map(productOf),
    };
  }

  private async ofApplication(applicationId: string, tx?: Tx): Promise<BrandPage> {
    const [application] = await this.database.select(APPLIED, { applicationId }, tx);
    if (application === undefined) throw new DomainError("brand_link_invalid");
    const applied = appliedPage(application);
    return { ...EMPTY_PAGE, ...applied, ...linksOf(applied) };
  }

  private select<Row>(sql: string, parameters: unknown[], tx?: Tx): Promise<Row[]> {
    return tx === undefined ? this.database.query<Row>(sql, parameters) : rows<Row>(tx, sql, parameters);
  }
}

/** Links as they are read today; earlier releases stored them as they were typed. */
function linksOf(of: Readonly<Partial<Record<BrandLink, string | null>>>): Pick<BrandPage, BrandLink> {
  const links = BRAND_LINKS.map((link) => [link, readBrandLink(link, of[link] ?? "")]);
  return Object.fromEntries(links) as Pick<BrandPage, BrandLink>;
}

function productOf({ id, pictures, isCard: _, ...row }: RowOf<typeof LISTINGS>): Product {
  return { id, ...contentOf(row), pictures: pictures.map((picture) => framed(picture, picture.focus)) };
}

/** Gives the first new product the id of the card, which it replaces. */
function withCardsId(page: BrandPage, known: ReadonlySet<string>, cardId: string | undefined): BrandPage {
  const first = page.products.find(({ id }) => !known.has(id));
  if (cardId === undefined || first === undefined || page.products.some(({ id }) => id === cardId)) return page;
  return { ...page, products: page.products.map((each) => (each === first ? { ...each, id: cardId } : each)) };
}

/** Pictures with their words and frames; a product's picture without words has the product's name. */
function describedPictures({ coverId, coverAlt, coverFocus, products }: BrandPage) {
  return [
    ...(coverId === null ? [] : [{ id: coverId, alt: coverAlt, focus: focusOf(coverFocus) }]),
    ...products.flatMap(({ name, pictures }) =>
      pictures.map(({ id, alt, focus }) => ({ id, alt: alt || name, focus: focusOf(focus) })),
    ),
  ];
}
