import { Readable } from "node:stream";
import { Injectable, type StreamableFile } from "@nestjs/common";
import { hasRight } from "@sakhi/domain/access/rights";
import { gstr1Json } from "@sakhi/domain/gst/gstr1.json";
import { gstr1Sheets } from "@sakhi/domain/gst/gstr1.sheets";
import { filingPeriod } from "@sakhi/domain/gst/months";
import type { Administrator } from "../accounts/administrator.js";
import { ExportsService } from "../accounts/exports.service.js";
import { InvoicesService } from "../invoices/invoices.service.js";
import { oneBatch } from "../platform/files/tables.js";
import { XLSX_TYPE, xlsxStream } from "../platform/files/xlsx.js";
import { zipStream } from "../platform/files/zip.js";
import { GstService } from "./gst.service.js";

/** A month's return as files, and its documents. Every download is audited. */
@Injectable()
export class GstFilesService {
  constructor(
    private readonly gst: GstService,
    private readonly invoices: InvoicesService,
    private readonly exports: ExportsService,
  ) {}

  /** GSTR-1 as the portal and its offline tool take it. @throws DomainError not_found */
  async json(administrator: Administrator, month: string): Promise<StreamableFile> {
    const { pack } = await this.gst.named(month);
    return this.file(administrator, month, {
      name: `GSTR1_${pack.gstin}_${filingPeriod(month)}.json`,
      type: "application/json; charset=utf-8",
      open: () => Readable.from([JSON.stringify(gstr1Json(pack), undefined, 1)], { objectMode: false }),
    });
  }

  /** GSTR-1 and GSTR-3B as a workbook, a sheet for each table. @throws DomainError not_found */
  async workbook(administrator: Administrator, month: string): Promise<StreamableFile> {
    const { pack, names } = await this.gst.named(month);
    return this.file(administrator, month, {
      name: `GST_${pack.gstin}_${filingPeriod(month)}.xlsx`,
      type: XLSX_TYPE,
      open: () =>
        xlsxStream(
          gstr1Sheets(pack, names).map(({ name, columns, rows }) => ({ name, head: columns, rows: oneBatch(rows) })),
        ),
    });
  }

  /** The PDFs of all documents that were issued in a month, made while they are read. @throws DomainError not_found */
  async documents(administrator: Administrator, month: string): Promise<StreamableFile> {
    const issued = await this.gst.issuedIn(month);
    return this.file(administrator, month, {
      name: `mela-documents-all-events-${month}.zip`,
      type: "application/zip",
      open: () =>
        zipStream(
          issued.map(({ id, number }) => ({
            name: `${number.replaceAll("/", "-")}.pdf`,
            stored: true,
            content: () => this.pdf(id, administrator),
          })),
        ),
      facts: { documents: issued.length },
    });
  }

  private async *pdf(id: string, person: Administrator): AsyncGenerator<Uint8Array> {
    yield (await this.invoices.pdf(id, hasRight(person, "contacts.read"))).bytes;
  }

  private file(
    administrator: Administrator,
    month: string,
    {
      name,
      type,
      open,
      facts = {},
    }: { name: string; type: string; open: () => Readable; facts?: Record<string, number> },
  ): Promise<StreamableFile> {
    return this.exports.file({
      ...{ administrator, action: "gst_exported", subjectType: "organisation", subjectId: `GST ${month}` },
      // GSTR-1 has no contacts, and the PDFs are made without them.
      ...{ name, type, open, withoutContacts: true, facts: { file: name, ...facts } },
    });
  }
}
