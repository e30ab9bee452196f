import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { changedFields, changesTaxFields, fieldLabels } from "@sakhi/domain/fields/correction.rules";
import type { CorrectableBy } from "@sakhi/domain/fields/declared-fields";
import { APPLICATION_FIELDS } from "@sakhi/domain/listings/application.fields";
import type { CorrectApplicationDto } from "@sakhi/domain/listings/correct-application.dto";
import { APPLICATION_LIFECYCLE } from "@sakhi/domain/listings/listing.states";
import { canChange, isEnded } from "@sakhi/domain/payments/lifecycle.states";
import type { Administrator } from "../accounts/administrator.js";
import { AuditLogService } from "../accounts/audit-log.service.js";
import { PublicContactsService } from "../brands/public-contacts.service.js";
import { InvoicesService, type ReissuedInvoice } from "../invoices/invoices.service.js";
import { OperatorRefundsService } from "../payments/operator-refunds.service.js";
import { Database, type Tx } from "../platform/database/database.js";
import { type ApplicationRow, ApplicationsRepository } from "./applications.repository.js";
import { ListingHistoryService } from "./listing-history.service.js";
import { ListingMailsService } from "./listing-mails.service.js";
import type { CorrectApplicationResponse } from "./review.response.js";

/** Fields that earlier releases copied to the brand's page. */
const OFFERED_FIELDS: readonly CorrectableBy<typeof APPLICATION_FIELDS, "operator">[] = [
  "fullName",
  "email",
  "whatsappBusinessContact",
];

/**
 * Corrects paid and granted applications (docs/decisions/0028). If tax facts change, a credit note reverses the current
 * year's invoice and a new one is issued, in the same transaction; no money moves. History and audit log name the
 * changed fields, never their values.
 */
@Injectable()
export class ListingCorrectionsService {
  constructor(
    private readonly database: Database,
    private readonly applications: ApplicationsRepository,
    private readonly operatorRefunds: OperatorRefundsService,
    private readonly invoices: InvoicesService,
    private readonly listingHistory: ListingHistoryService,
    private readonly listingMails: ListingMailsService,
    private readonly auditLog: AuditLogService,
    private readonly publicContacts: PublicContactsService,
  ) {}

  /**
   * @throws DomainError application_not_found; nothing_to_correct if no field differs, as after a double click;
   *   application_moved if its state allows no correction, or it has changed since `dto.seenAt`
   */
  correct(
    applicationId: string,
    dto: CorrectApplicationDto,
    administrator: Pick<Administrator, "id" | "username">,
  ): Promise<CorrectApplicationResponse> {
    return this.database.transaction(async (tx) => {
      const application = await this.applications.lock(tx, applicationId);
      if (application === undefined) throw new DomainError("application_not_found");
      const { state, erasedAt } = application;
      if (!canChange(APPLICATION_LIFECYCLE, "corrected", state) || erasedAt !== null)
        throw new DomainError("application_moved");
      // A GST number replaces the other document, as on the form.
      const { govtDocument, ...others } = dto;
      const form = others.gstNumber === undefined ? { ...others, govtDocument } : others;
      const changed = changedFields(
        APPLICATION_FIELDS,
        "operator",
        { ...application, phoneNumber: application.phone },
        form,
      );
      if (changed.length === 0) throw new DomainError("nothing_to_correct");
      if (application.updatedAt.getTime() !== new Date(dto.seenAt).getTime()) {
        throw new DomainError("application_moved");
      }
      // Lock the order before the invoice counters: a concurrent refund waits, then credits the new invoice.
      const paid = await this.applications.paidOrder(applicationId, application.year, tx);
      if (paid !== undefined) await this.operatorRefunds.left(tx, paid.orderId);
      await this.applications.correct(tx, applicationId, "operator", form);
      const fields = changed.join(" ");
      await this.listingHistory.publish(
        tx,
        application,
        { kind: "corrected", actor: "operator", note: fieldLabels(APPLICATION_FIELDS, changed), detail: { fields } },
        // An expired application's workflow has closed: a new run adds this event to its history.
        { evenIfCompleted: isEnded(APPLICATION_LIFECYCLE, state) },
      );
      // What her page once showed may be what is corrected: it is no longer offered to her.
      if (application.brandId !== null && changed.some((field) => OFFERED_FIELDS.includes(field))) {
        await this.publicContacts.leaveOut(tx, application.brandId);
      }
      const reissued =
        paid !== undefined && changesTaxFields(APPLICATION_FIELDS, changed)
          ? await this.reissue(tx, applicationId, paid.orderId, form)
          : undefined;
      const { fullName, brandName, email } = form;
      const owner = { id: applicationId, fullName, brandName, email };
      await this.listingMails.corrected(tx, owner, application.email, changed, reissued);
      await this.record(tx, application, administrator, dto.reason, fields, reissued);
      return {
        changed: [...changed],
        ...(reissued === undefined
          ? {}
          : { invoiceNumber: reissued.invoice.number, creditNoteNumber: reissued.creditNote.number }),
      };
    });
  }

  /** Credits the whole invoice and issues a new one. @returns undefined if there is none, or it is credited in full */
  private async reissue(
    tx: Tx,
    applicationId: string,
    orderId: string,
    form: CorrectApplicationDto,
  ): Promise<ReissuedInvoice | undefined> {
    const { fullName: name, brandName, email, phoneNumber: phone, gstNumber, businessAddress } = form;
    const [reissued] = await this.invoices.reissue(tx, {
      orderId,
      brandName,
      recipient: { name, businessName: brandName, email, phone, gstNumber, address: businessAddress },
    });
    if (reissued !== undefined) await this.listingHistory.recordReissued(tx, applicationId, reissued);
    return reissued;
  }

  private record(
    tx: Tx,
    { id: subjectId }: ApplicationRow,
    administrator: Pick<Administrator, "id" | "username">,
    reason: string,
    fields: string,
    reissued: ReissuedInvoice | undefined,
  ): Promise<void> {
    return this.auditLog.record(tx, {
      administrator,
      action: "application_corrected",
      subjectType: "application",
      subjectId,
      reason,
      before: { invoice: reissued?.replacedNumber ?? null },
      after: { fields, invoice: reissued?.invoice.number ?? null, creditNote: reissued?.creditNote.number ?? null },
    });
  }
}
