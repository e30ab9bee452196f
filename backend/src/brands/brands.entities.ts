import type { BrandChangeState } from "@sakhi/domain/brands/brand-change.states";
import { type BrandPage, wholePage } from "@sakhi/domain/brands/brand-page.rules";
import { Column, Entity, PrimaryColumn, type ValueTransformer } from "typeorm";

/** Fills fields that earlier releases did not write. */
const asPage: ValueTransformer = { from: wholePage, to: (page: unknown) => page };

/** What an owner saves of her brand's page, until it is accepted: the public rows show what was approved. */
@Entity("brand_changes")
export class BrandChangeEntity {
  @PrimaryColumn("uuid") id!: string;
  /** Null until the application is approved. */
  @Column("uuid", { nullable: true }) brandId!: string | null;
  @Column("uuid") applicationId!: string;
  @Column("text") state!: BrandChangeState;
  @Column("jsonb", { transformer: asPage }) content!: BrandPage;
  /** What was public when the change began. */
  @Column("jsonb", { transformer: asPage }) base!: BrandPage;
  /** Increases with each save; an optimistic lock between two devices. */
  @Column("int") version!: number;
  /** Small corrections that went live without a review. */
  @Column("boolean") isTrusted!: boolean;
  /** When an operator has seen such a correction. */
  @Column("timestamptz", { nullable: true }) seenAt!: Date | null;
  /** Why it was returned. */
  @Column("text", { nullable: true }) reason!: string | null;
  /** The operator's name. */
  @Column("text", { nullable: true }) decidedBy!: string | null;
  @Column("timestamptz", { nullable: true }) sentAt!: Date | null;
  @Column("timestamptz", { nullable: true }) decidedAt!: Date | null;
  @Column("timestamptz") createdAt!: Date;
  @Column("timestamptz") updatedAt!: Date;
}

/** Contacts of an application that its brand's page showed until they were withdrawn; kept until the owner answers. */
@Entity("withdrawn_contacts")
export class WithdrawnContactsEntity {
  @PrimaryColumn("uuid") brandId!: string;
  @Column("text", { nullable: true }) partnerName!: string | null;
  @Column("text", { nullable: true }) contactEmail!: string | null;
  @Column("text", { nullable: true }) contactPhone!: string | null;
  @Column("text", { nullable: true }) whatsappUrl!: string | null;
  @Column("timestamptz") withdrawnAt!: Date;
}

/** How often a brand's page was opened in a week. Nothing about who opened it. */
@Entity("brand_views")
export class BrandViewEntity {
  @PrimaryColumn("uuid") brandId!: string;
  /** A Monday in India, YYYY-MM-DD. */
  @PrimaryColumn("date") week!: string;
  @Column("int") views!: number;
}

/** A stall that its holder shows on her brand's page, and her brand on the plan. */
@Entity("brand_stalls")
export class BrandStallEntity {
  @PrimaryColumn("uuid") bookingId!: string;
  @Column("uuid") brandId!: string;
  /** When she said so. */
  @Column("timestamptz") shownAt!: Date;
}
