import type { Paise } from "@sakhi/domain/money/money";
import type { PriceChange } from "@sakhi/domain/operator/dated-prices";
import type { Plan } from "@sakhi/domain/plans/plan.types";
import type { StallLook, StallType } from "@sakhi/domain/stalls/stall.types";
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from "typeorm";
import { asNumber } from "../platform/database/columns.js";

/** A type of stalls of an event. */
@Entity("stall_types")
export class StallTypeEntity {
  @PrimaryColumn("integer") eventId!: number;
  /** The type in the API. */
  @PrimaryColumn("text") key!: StallType;
  @Column("text") label!: string;
  /** Of new stalls of the type, in paise; each stall has its own. */
  @Column("bigint", { transformer: asNumber }) pricePaise!: Paise;
  /** What its stalls cost from later days on, ascending, if their price is the type's (domain/src/operator/dated-prices.ts). */
  @Column("jsonb") priceChanges!: readonly PriceChange[];
  @Column("int") widthFeet!: number;
  @Column("int") depthFeet!: number;
  /** Colour role and pattern on the plan. */
  @Column("text") look!: StallLook;
  @Column("int") position!: number;
  /** Not used since holders say themselves whether they sell food; the next release drops it. */
  @Column("boolean") food!: boolean;
}

/** A stall on the floor plan of its event, with its price in paise before the dates of its type. */
@Entity("stalls")
export class StallEntity {
  /** What refers to a stall has its key. */
  @PrimaryGeneratedColumn("identity", { type: "integer", generatedIdentity: "ALWAYS" }) stallKey!: number;
  @Column("int") eventId!: number;
  /** Its number, e.g. B12: what people see, unique among the stalls of the event that are on its plan. */
  @Column("text") stallId!: string;
  @Column("text") type!: StallType;
  @Column("bigint", { transformer: asNumber }) pricePaise!: Paise;
  @Column("int") x!: number;
  @Column("int") y!: number;
  @Column("int") width!: number;
  @Column("int") height!: number;
  /** Degrees, clockwise around its middle. */
  @Column("int") turn!: number;
  /** Number of the plan's publication. */
  @Column("int") layoutVersion!: number;
  /** When a publication removed it from the plan; kept for its former bookings, and never sold again. */
  @Column("timestamptz", { nullable: true }) removedAt!: Date | null;
  @Column("timestamptz") updatedAt!: Date;
}

/** The draft of an event's plan. It stays after its publication, so that its version never repeats. */
@Entity("plan_drafts")
export class PlanDraftEntity {
  @PrimaryColumn("integer") eventId!: number;
  @Column("int") version!: number;
  @Column("jsonb") content!: Plan;
  @Column("timestamptz") changedAt!: Date;
  /** Username. */
  @Column("text") changedBy!: string;
}

/** A publication of an event's plan. The stalls of the newest are rows of `stalls`; area and fixtures are drawn from here. */
@Entity("plan_publications")
export class PlanPublicationEntity {
  @PrimaryColumn("integer") eventId!: number;
  /** From 1. */
  @PrimaryColumn("integer") number!: number;
  @Column("jsonb") content!: Plan;
  /** Whether area and fixtures are those of the standard hall. */
  @Column("boolean") standardGround!: boolean;
  @Column("timestamptz") publishedAt!: Date;
  /** Username; null if it was seeded, migrated or copied from another event. */
  @Column("text", { nullable: true }) publishedBy!: string | null;
}
