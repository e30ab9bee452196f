import { Injectable } from "@nestjs/common";
import { MODULE_OF_COMPANY_TYPE, resolveCategory } from "@sakhi/domain/catalogue/categories";
import type { Category } from "@sakhi/domain/catalogue/categories";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { Drawings } from "../../catalogue/drawings/drawings.service.js";
import { Config } from "../../platform/config/config.js";
import type { Tx } from "../../platform/database/database.js";
import type { ApplicationRow } from "../applications/application.row.js";
import { PublicationsRepository } from "./publications.repository.js";
import type { BrandRef } from "./publications.repository.js";

/** How an operator wants it listed. */
export interface PublicationParams {
  /** Under this brand, which is the same one. */
  readonly joinBrandId?: string | undefined;
  /** By this name instead of the applicant's. */
  readonly publishAs?: string | undefined;
}

/** Where an application is listed now. */
export interface Publication {
  readonly brandId: string;
  readonly brandName: string;
  readonly listingId: string;
}

/** Brings applications into the public catalogue, keeps them there for their year, and takes them out. */
@Injectable()
export class Publications {
  constructor(
    private readonly config: Config,
    private readonly drawings: Drawings,
    private readonly repository: PublicationsRepository,
  ) {}

  /**
   * Lists an application until `liveUntil`: from then on it is off the site, whatever else is running. A brand is
   * made for it, unless the operator says which one it belongs to. Locks the catalogue: late in a transaction.
   *
   * @throws DomainError brand_name_taken, with the brand of that name; brand_not_found
   */
  async publish(
    tx: Tx,
    application: ApplicationRow,
    params: PublicationParams,
    liveUntil: Date,
  ): Promise<Publication> {
    const category = categoryOf(application);
    const name = params.publishAs ?? application.brand_name;
    const brand =
      params.joinBrandId === undefined
        ? await this.newBrand(tx, application, category, name)
        : await this.joined(tx, params.joinBrandId, category);
    const listingId = await this.repository.insertListing(
      tx,
      {
        brandId: brand.brandId,
        module: category.module,
        category: category.name,
        name,
        description: application.story,
        expiresAt: liveUntil,
      },
      (id) => this.drawings.picture(category, id),
    );
    return { ...brand, listingId };
  }

  /** The listing's time ends at this instant; one that had ended comes back. */
  extend(tx: Tx, listingId: string, liveUntil: Date): Promise<void> {
    return this.repository.extend(tx, listingId, liveUntil);
  }

  takeDown(tx: Tx, listingId: string): Promise<void> {
    return this.repository.takeDown(tx, listingId);
  }

  /** Where a brand is seen, in full. */
  async publicUrl(brandId: string, tx?: Tx): Promise<string | undefined> {
    const brand = await this.repository.brand(brandId, tx);
    return brand && this.pageOf(brand);
  }

  brand(brandId: string): Promise<BrandRef | undefined> {
    return this.repository.brand(brandId);
  }

  /** The brand that has this application's name already, in the part of the catalogue it would be listed in. */
  sameName(application: Pick<ApplicationRow, "company_type" | "brand_name">): Promise<BrandRef | undefined> {
    return this.repository.brandNamed(
      MODULE_OF_COMPANY_TYPE[application.company_type],
      application.brand_name,
    );
  }

  private pageOf({ brandName, module }: BrandRef): string {
    const name = encodeURIComponent(brandName);
    const path = module === "services" ? `/services/brands/${name}` : `/brands/${name}`;
    return `${this.config.publicUrl}${path}${module === "ngos" ? "?module=ngos" : ""}`;
  }

  private async newBrand(
    tx: Tx,
    application: ApplicationRow,
    category: Category,
    name: string,
  ): Promise<BrandRef> {
    const { module } = category;
    const contact = application.whatsapp_business_contact;
    const brandId = await this.repository.insertBrand(
      tx,
      {
        module,
        name,
        category: category.name,
        description: application.story,
        partnerName: application.full_name,
        contactEmail: application.email,
        // The business's number: the owner's own stays with us.
        contactPhone: `+91 ${contact.slice(0, 5)} ${contact.slice(5)}`,
        websiteUrl: application.website_url,
        linkedinUrl: application.linkedin_url,
        facebookUrl: application.facebook_url,
        instagramUrl: application.instagram_url,
        whatsappUrl: `https://wa.me/91${contact}`,
      },
      (id) => this.drawings.logo(category, id),
    );
    if (brandId !== undefined) return { brandId, brandName: name, module };
    const taken = await this.repository.brandNamed(module, name, tx);
    throw new DomainError("brand_name_taken", { brandId: taken?.brandId, brandName: taken?.brandName });
  }

  private async joined(tx: Tx, brandId: string, { module }: Category): Promise<BrandRef> {
    const brand = await this.repository.brand(brandId, tx);
    // A listing stands in its brand's part of the catalogue, and its category exists there only.
    if (brand?.module !== module) throw new DomainError("brand_not_found");
    return brand;
  }
}

/** @throws Error for a category that the form does not offer */
function categoryOf({ id, company_type, business_category }: ApplicationRow): Category {
  const category = resolveCategory(MODULE_OF_COMPANY_TYPE[company_type], business_category);
  if (category === undefined) throw new Error(`application ${id} has no category we know`);
  return category;
}
