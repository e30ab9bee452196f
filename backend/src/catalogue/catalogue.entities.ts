import type { OwnerState } from "@sakhi/domain/brands/owner-states";
import type { PriceKind } from "@sakhi/domain/brands/price.rules";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { Column, Entity, PrimaryColumn } from "typeorm";
import { asNumber, GENERATED } from "../platform/database/columns.js";

/** A category of shops, services or NGOs. */
@Entity("categories")
export class CategoryEntity {
  @PrimaryColumn("text") module!: CatalogueModule;
  @PrimaryColumn("text") name!: string;
  @Column("text") slug!: string;
  @Column("int") position!: number;
  @Column("boolean") listed!: boolean;
}

/** A brand of the catalogue. */
@Entity("brands")
export class BrandEntity {
  @PrimaryColumn("uuid") id!: string;
  @Column("text") module!: CatalogueModule;
  @Column("text") name!: string;
  @Column({ type: "text", ...GENERATED }) nameKey?: string | null;
  @Column("text") category!: string;
  @Column("text", { nullable: true }) logo!: string | null;
  @Column("text") description!: string;
  @Column("text", { nullable: true }) location!: string | null;
  @Column("text", { nullable: true }) websiteUrl!: string | null;
  @Column("text", { nullable: true }) partnerName!: string | null;
  @Column("text", { nullable: true }) contactEmail!: string | null;
  @Column("text", { nullable: true }) contactPhone!: string | null;
  /** When someone last chose the contacts that the page shows. */
  @Column("timestamptz", { nullable: true }) contactsChosenAt!: Date | null;
  @Column("text", { nullable: true }) linkedinUrl!: string | null;
  @Column("text", { nullable: true }) facebookUrl!: string | null;
  @Column("text", { nullable: true }) instagramUrl!: string | null;
  @Column("text", { nullable: true }) whatsappUrl!: string | null;
  /** What the name looks like ({@link skeletonOf}); null for rows that no process of ours wrote. */
  @Column("text", { nullable: true }) skeleton!: string | null;
  /** The document that an operator has seen, and the day on which. */
  @Column("text", { nullable: true }) verifiedDocument!: string | null;
  @Column("date", { nullable: true }) verifiedSeenOn!: string | null;
  /** Origin of the row, so that demonstration data can be removed. */
  @Column("text") origin!: "demonstration" | "measuring" | "application" | "organiser";
  @Column("timestamptz") createdAt!: Date;
  @Column("timestamptz") updatedAt!: Date;
  /** Pictures of its owner; `logo` is the drawn one. */
  @Column("uuid", { nullable: true }) logoPictureId!: string | null;
  @Column("uuid", { nullable: true }) coverPictureId!: string | null;
  /** When an operator has seen a document of the brand, and who. */
  @Column("timestamptz", { nullable: true }) verifiedAt!: Date | null;
  @Column("text", { nullable: true }) verifiedBy!: string | null;
  /** Hidden by an operator, and why. */
  @Column("timestamptz", { nullable: true }) hiddenAt!: Date | null;
  @Column("text", { nullable: true }) hiddenReason!: string | null;
  @Column({ type: "text", ...GENERATED }) searchText?: string | null;
}

/** A product of a brand, or the card of a brand without products: one card of the catalogue. */
@Entity("listings")
export class ListingEntity {
  @PrimaryColumn("uuid") id!: string;
  @Column("uuid") brandId!: string;
  @Column("text") module!: CatalogueModule;
  /** The brand's name in lower case: lists are sorted by it. */
  @Column("text") brandKey!: string;
  @Column("text") category!: string;
  @Column("text") name!: string;
  @Column({ type: "text", ...GENERATED }) nameKey?: string | null;
  @Column("text") description!: string;
  @Column("text", { nullable: true }) image!: string | null;
  @Column("text", { nullable: true }) eventName!: string | null;
  /** Generated key that groups listings by event. */
  @Column({ type: "text", ...GENERATED }) eventKey?: string | null;
  /** `hidden`: it would be live, but its owner or an operator hides it, or its brand is hidden; a trigger sets it. */
  @Column("text") status!: "pending" | "live" | "hidden" | "rejected" | "withdrawn";
  /** When and why an operator hid this product; null also while only its brand is hidden. */
  @Column("timestamptz", { nullable: true }) hiddenAt!: Date | null;
  @Column("text", { nullable: true }) hiddenReason!: string | null;
  @Column("timestamptz", { nullable: true }) expiresAt!: Date | null;
  /** Fields on separate lines, so that a query cannot match across two of them. */
  @Column({ type: "text", ...GENERATED }) searchText?: string | null;
  @Column("timestamptz") createdAt!: Date;
  @Column("timestamptz") updatedAt!: Date;
  /** Order on the brand's page. */
  @Column("int") position!: number;
  @Column("text") priceKind!: PriceKind;
  @Column("int", { nullable: true }) priceFromPaise!: number | null;
  @Column("int", { nullable: true }) priceToPaise!: number | null;
  /** Where the product is sold. */
  @Column("text", { nullable: true }) link!: string | null;
  /** Stands for a brand without products: its name and story. */
  @Column("boolean") isCard!: boolean;
  /** What its owner makes of it, whatever its status. */
  @Column("text") ownerState!: OwnerState;
}

/** A listing's pictures, in order: a drawn one by its address, or one of the owner's. */
@Entity("product_images")
export class ProductImageEntity {
  @PrimaryColumn("uuid") listingId!: string;
  @PrimaryColumn("int") position!: number;
  @Column("text", { nullable: true }) imageUrl!: string | null;
  @Column("uuid", { nullable: true }) pictureId!: string | null;
  /** The owner's picture in words. */
  @Column("text") alt!: string;
}

/** The home page's selection: featured and bestselling listings, brands in the spotlight. */
@Entity("highlights")
export class HighlightEntity {
  @PrimaryColumn("text") kind!: "featured" | "spotlight" | "bestseller";
  @PrimaryColumn("int") position!: number;
  @Column("uuid", { nullable: true }) brandId!: string | null;
  @Column("uuid", { nullable: true }) listingId!: string | null;
}

/** Awards, fairs and pop-ups that the site shows. */
@Entity("showcase_events")
export class ShowcaseEventEntity {
  @PrimaryColumn("uuid") id!: string;
  @Column("text") kind!: "award" | "sales_fair" | "retail_popup";
  @Column("text") title!: string;
  /** Giver of the award, or organisation of the event. */
  @Column("text") awardedBy!: string;
  /** Display text, e.g. "18 to 20 October 2024"; `heldOn` is for sorting. */
  @Column("text") dateText!: string;
  @Column("date") heldOn!: string;
  @Column("text", { nullable: true }) timeText!: string | null;
  @Column("text", { nullable: true }) venue!: string | null;
  @Column("text") description!: string;
  @Column("text", { nullable: true }) image!: string | null;
  @Column("text") origin!: "demonstration" | "organiser";
  /** When an operator took it off the site. */
  @Column("timestamptz", { nullable: true }) removedAt!: Date | null;
  /** Counts its changes, for the optimistic lock. */
  @Column("int") version!: number;
}

/** A name that a brand had before it was renamed or merged: its address leads to the brand's page. */
@Entity("former_brand_names")
export class FormerBrandNameEntity {
  @PrimaryColumn("text") module!: CatalogueModule;
  @PrimaryColumn("text") nameKey!: string;
  @Column("text") name!: string;
  @Column("uuid") brandId!: string;
  @Column("timestamptz") createdAt!: Date;
}

/** Version that triggers increment with each change of the catalogue; caches compare it. */
@Entity("catalogue_version")
export class CatalogueVersionEntity {
  @PrimaryColumn("boolean") single!: true;
  @Column("bigint", { transformer: asNumber }) version!: number;
}

/** Words of the catalogue, for spelling correction, maintained by triggers. Rows are never deleted: an unused word finds nothing. */
@Entity("catalogue_words")
export class CatalogueWordEntity {
  @PrimaryColumn("text") word!: string;
}

/** Number of live listings per category, maintained by triggers. Readers subtract the expired ones. */
@Entity("listing_counts")
export class ListingCountEntity {
  @PrimaryColumn("text") module!: CatalogueModule;
  @PrimaryColumn("text") category!: string;
  @Column("bigint", { transformer: asNumber }) live!: number;
}
