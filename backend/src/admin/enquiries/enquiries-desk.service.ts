import { Injectable } from "@nestjs/common";
import type { EnquiriesQueryDto } from "@sakhi/domain/administration/enquiries.dto";
import type { Administrator } from "../../accounts/administrator.js";
import type { Page } from "../total-count.js";
import type { AdminEnquiryResponse } from "./admin-enquiry.response.js";
@Injectable()
export class EnquiriesDesk {
  page(query: EnquiriesQueryDto): Promise<Page<AdminEnquiryResponse>> {
    return Promise.reject(new Error(`not yet ${String(query.kind)}`));
  }
  answered(a: Administrator, id: string, note: string | undefined): Promise<AdminEnquiryResponse> {
    return Promise.reject(new Error(`not yet ${a.id} ${id} ${String(note)}`));
  }
  letThrough(a: Administrator, id: string): Promise<AdminEnquiryResponse> {
    return Promise.reject(new Error(`not yet ${a.id} ${id}`));
  }
}
