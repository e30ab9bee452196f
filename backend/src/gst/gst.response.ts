import { ApiProperty } from "@nestjs/swagger";

/** Sums in rupees; SGST stands for UTGST too. Credit notes are negative. */
export class GstAmountsResponse {
  taxable!: number;
  igst!: number;
  cgst!: number;
  sgst!: number;
  /** Taxable value and tax. */
  total!: number;
}

/** A month of returns. */
export class GstMonthResponse {
  /** In India, YYYY-MM. */
  month!: string;
  /** Documents that were issued in it. */
  documents!: number;
  @ApiProperty({ enum: ["running", "open", "closed"], enumName: "GstMonthState" })
  state!: "running" | "open" | "closed";
  /** It is the next to be closed, and over. */
  closable!: boolean;
  /** It is the last that was closed. */
  reopenable!: boolean;
  /** ISO 8601, UTC. */
  closedAt?: string;
  closedBy?: string;
}

/** A figure of a return. */
export class GstFigureResponse extends GstAmountsResponse {
  /** Names it when its documents are asked for. */
  figure!: string;
  title!: string;
  /** Number of documents that it is made of. */
  documents!: number;
}

/** A table of a return. */
export class GstTableResponse {
  /** In the form: "4A". */
  number!: string;
  title!: string;
  figures!: GstFigureResponse[];
}

/** A row of Table 13. */
export class GstSeriesResponse {
  /** Names it when its documents are asked for. */
  figure!: string;
  title!: string;
  from!: string;
  to!: string;
  total!: number;
  /** Numbers that no document has. */
  cancelled!: number;
}

/** What to know before a return is filed. */
export class GstFindingResponse {
  @ApiProperty({ enum: ["refused", "look"], enumName: "GstFindingLevel" })
  level!: "refused" | "look";
  text!: string;
  /** Numbers of the documents that it is about. */
  numbers!: string[];
}

/** The return of a month: GSTR-1 by its tables, and GSTR-3B's summary. */
export class GstPackResponse extends GstMonthResponse {
  gstin!: string;
  /** GSTR-1's tables of documents that have something, and Table 12. */
  tables!: GstTableResponse[];
  series!: GstSeriesResponse[];
  summary!: GstTableResponse[];
  /** Of all documents, less credit notes. */
  sum!: GstAmountsResponse;
  findings!: GstFindingResponse[];
  /** Changes when what it reports changes; for closing what was looked at. */
  fingerprint!: string;
}

/** A document of a figure. */
export class GstDocumentResponse extends GstAmountsResponse {
  /** Absent if the document is no longer here. */
  invoiceId?: string;
  number!: string;
  /** "Invoice" or "Credit note", in the language of the page. */
  title!: string;
  /** Indian day, YYYY-MM-DD. */
  day!: string;
  name!: string;
  gstin?: string;
  description!: string;
  /** Slug of the event of its stall. */
  event?: string;
  bookingId?: string;
  applicationId?: string;
}
