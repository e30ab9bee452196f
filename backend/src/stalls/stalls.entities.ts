import type { Paise } from "@sakhi/domain/money/money";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
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
  @Column("int") widthFeet!: number;
  @Column("int") depthFeet!: number;
  /** Colour role and pattern on the plan. */
  @Column("text") look!: string;
  @Column("int") position!: number;
}

/** A stall on the floor plan of its event, with its price in paise. */
@Entity("stalls")
export class StallEntity {
  /** What refers to a stall has its key. */
  @PrimaryGeneratedColumn("identity", { type: "integer", generatedIdentity: "ALWAYS" }) stallKey!: number;
  @Column("int") eventId!: number;
  /** Its number, e.g. B12: what people see, unique within the event. */
  @Column("text") stallId!: string;
  @Column("text") type!: StallType;
  @Column("bigint", { transformer: asNumber }) pricePaise!: Paise;
  @Column("int") x!: number;
  @Column("int") y!: number;
  @Column("int") layoutVersion!: number;
  @Column("timestamptz") updatedAt!: Date;
}
