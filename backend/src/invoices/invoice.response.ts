import { ApiProperty } from "@nestjs/swagger";

/** An invoice or a credit note. */
export class AdminInvoiceResponse {
  id!: string;
  number!: string;
  @ApiProperty({ enum: ["invoice", "credit_note", "debit_note"], enumName: "InvoiceKind" })
  kind!: "invoice" | "credit_note" | "debit_note";
  issuedAt!: string;
  /** Rupees, tax included. */
  amount!: number;
  /** Whether the PDF exists already; downloading it renders it on demand. */
  rendered!: boolean;
}
