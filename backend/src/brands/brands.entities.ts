import type { BrandChangeState } from "@sakhi/domain/brands/brand-change.states";
import type { BrandPage } from "@sakhi/domain/brands/brand-page.rules";
import { Column, Entity, PrimaryColumn } from "typeorm";

/** What an owner saves of her brand's page, until it is accepted: the public rows show what was approved. */
@Entity("brand_changes")
export class BrandChangeEntity {
  @PrimaryColumn("uuid") id!: string;
  /** Null until the application is approved. */
  @Column("uuid", { nullable: true }) brandId!: string | null;
  @Column("uuid") applicationId!: string;
  @Column("text") state!: BrandChangeState;
  @Column("jsonb") content!: BrandPage;
  /** What was public when the change began. */
  @Column("jsonb") base!: BrandPage;
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

/** How often a brand's page was opened in a week. Nothing about who opened it. */
@Entity("brand_views")
export class BrandViewEntity {
  @PrimaryColumn("uuid") brandId!: string;
  /** A Monday in India, YYYY-MM-DD. */
  @PrimaryColumn("date") week!: string;
  @Column("int") views!: number;
}
