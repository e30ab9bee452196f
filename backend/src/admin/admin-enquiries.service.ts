import { Injectable } from "@nestjs/common";
import type { EnquiriesQueryDto } from "@sakhi/domain/admin/enquiries.dto";
import { USUAL_PAGE } from "@sakhi/domain/admin/paging.dto";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { Administrator } from "../accounts/administrator.js";
import { AuditLog } from "../accounts/audit-log.service.js";
import { EnquiriesService, type ReadEnquiry } from "../enquiries/enquiries.service.js";
import { Database, type Tx } from "../platform/database/database.js";
import { withoutNulls, type Page } from "./list-response.js";
import type { AdminEnquiryResponse } from "./admin-enquiries.response.js";

/** How many characters of an enquiry's id are the reference its sender was given. */
const REFERENCE_LENGTH = 8;

/** Reading and answering what people write to us. */
@Injectable()
export class AdminEnquiriesService {
  constructor(
    private readonly database: Database,
    private readonly enquiries: EnquiriesService,
    private readonly audit: AuditLog,
  ) {}

  async page({
    kind,
    state,
    limit = USUAL_PAGE,
    offset = 0,
  }: EnquiriesQueryDto): Promise<Page<AdminEnquiryResponse>> {
    const { enquiries, total } = await this.enquiries.page({ kind, status: state, limit, offset });
    return { rows: enquiries.map(responseOf), total };
  }

  /** @throws DomainError not_found, enquiry_quarantined, enquiry_answered */
  async answered(
    administrator: Administrator,
    id: string,
    note: string | undefined,
  ): Promise<AdminEnquiryResponse> {
    await this.database.transaction(async (tx) => {
      const before = await this.known(id, tx);
      if (!(await this.enquiries.answered(tx, id, administrator.username, note))) {
        throw new DomainError(before.status === "quarantined" ? "enquiry_quarantined" : "enquiry_answered");
      }
      await this.record(tx, administrator, "enquiry_answered", before);
    });
    return responseOf(await this.known(id));
  }

  /** @throws DomainError not_found, enquiry_not_quarantined */
  async letThrough(administrator: Administrator, id: string): Promise<AdminEnquiryResponse> {
    await this.database.transaction(async (tx) => {
      const before = await this.known(id, tx);
      if (!(await this.enquiries.approveInTx(tx, id))) throw new DomainError("enquiry_not_quarantined");
      await this.record(tx, administrator, "enquiry_let_through", before);
    });
    return responseOf(await this.known(id));
  }

  private async known(id: string, tx?: Tx): Promise<ReadEnquiry> {
    const found = await this.enquiries.find(id, tx);
    if (found === undefined) throw new DomainError("not_found");
    return found;
  }

  private async record(
    tx: Tx,
    administrator: Administrator,
    action: string,
    before: ReadEnquiry,
  ): Promise<void> {
    const after = action === "enquiry_answered" ? "answered" : "open";
    await this.audit.record(tx, {
      administrator,
      action,
      subjectType: "enquiry",
      subjectId: before.id,
      before: { kind: before.kind, state: before.status },
      after: { state: after },
    });
  }
}

function responseOf({
  status,
  createdAt,
  letThroughAt,
  answeredAt,
  ...enquiry
}: ReadEnquiry): AdminEnquiryResponse {
  return {
    ...withoutNulls(enquiry),
    reference: enquiry.id.slice(0, REFERENCE_LENGTH).toUpperCase(),
    state: status,
    createdAt: createdAt.toISOString(),
    ...withoutNulls({
      letThroughAt: letThroughAt?.toISOString() ?? null,
      answeredAt: answeredAt?.toISOString() ?? null,
    }),
  };
}
