import type { InvoiceKind, InvoiceSeries } from "@sakhi/domain/invoices/invoice-number";
import { Column, Entity, PrimaryColumn } from "typeorm";
import type { InvoiceContent } from "./invoice.content.js";

/**
 * An invoice, a credit note or a debit note. Its content never changes. Exactly one of an order's invoices replaces none, and each is replaced
 * at most once, so that one is always the newest (docs/decisions/0028).
 */
@Entity("invoices")
export class InvoiceEntity {
  @PrimaryColumn("uuid") id!: string;
  @Column("text") number!: string;
  @Column("text") kind!: InvoiceKind;
  @Column("text") orderId!: string;
  /** The invoice that a note is about: the credited one, or the one that a debit note supplements. */
  @Column("uuid", { nullable: true }) invoiceOf!: string | null;
  /** The replaced invoice or debit note; corrected ones only. */
  @Column("uuid", { nullable: true }) replaces!: string | null;
  @Column("timestamptz") issuedAt!: Date;
  /** Seller, recipient, place of supply, lines and tax at the time of issue. */
  @Column("jsonb") content!: InvoiceContent;
  @Column("bytea", { select: false, nullable: true }) pdf?: Buffer | null;
  @Column("timestamptz", { nullable: true }) renderedAt!: Date | null;
  /** When the sweep last enqueued it again. */
  @Column("timestamptz", { nullable: true }) requeuedAt!: Date | null;
}

/** The last number issued, per series and financial year. */
@Entity("invoice_counters")
export class InvoiceCounterEntity {
  @PrimaryColumn("text") series!: InvoiceSeries;
  @PrimaryColumn("text") financialYear!: string;
  @Column("int") lastNumber!: number;
}

/** The number of a lost document, for the document that is issued again. */
@Entity("known_numbers")
export class KnownNumberEntity {
  @PrimaryColumn("text") orderId!: string;
  @PrimaryColumn("text") kind!: InvoiceKind;
  @PrimaryColumn("text") number!: string;
  @Column("timestamptz") issuedAt!: Date;
}
