import type { Reported } from "@sakhi/domain/gst/return-months";
import { Column, Entity, PrimaryColumn } from "typeorm";

/**
 * A month whose GST return was filed. What comes later is reported by the first open month, so months are closed in order
 * (docs/decisions/0119).
 */
@Entity("gst_months")
export class GstMonthEntity {
  /** In India, YYYY-MM. */
  @PrimaryColumn("text") month!: string;
  @Column("timestamptz") closedAt!: Date;
  /** Username. */
  @Column("text") closedBy!: string;
  /** What its return reports of each document: no name, but recipients' GSTINs, which the law keeps as long as invoices. */
  @Column("jsonb") reported!: readonly Reported[];
}
