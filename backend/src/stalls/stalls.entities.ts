import type { Paise } from "@sakhi/domain/money/money";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import { Column, Entity, PrimaryColumn } from "typeorm";
import { asNumber } from "../platform/database/columns.js";

/** A stall on the floor plan, with its price in paise. */
@Entity("stalls")
export class StallEntity {
  @PrimaryColumn("text") stallId!: string;
  @Column("text") type!: StallType;
  @Column("bigint", { transformer: asNumber }) pricePaise!: Paise;
  @Column("int") x!: number;
  @Column("int") y!: number;
  @Column("int") layoutVersion!: number;
  @Column("timestamptz") updatedAt!: Date;
}
