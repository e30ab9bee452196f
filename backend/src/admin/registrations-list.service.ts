import { Injectable } from "@nestjs/common";
import { USUAL_PAGE } from "@sakhi/domain/admin/paging.dto";
import type { RegistrationsQueryDto } from "@sakhi/domain/admin/registrations-query.dto";
import { toRupees } from "@sakhi/domain/money/money";
import type { Labelled } from "./payment-labels.service.js";
import type { Page } from "./total-count.js";
import type { RegistrationResponse } from "./registration.response.js";
import { RegistrationsRepository } from "./registrations.repository.js";
import type { RawRegistration } from "./registrations.sql.js";

/** The table of registrations. */
@Injectable()
export class RegistrationsList {
  constructor(private readonly repository: RegistrationsRepository) {}

  /** The part that was asked for, and how many the filters let through in all. */
  async page({
    limit = USUAL_PAGE,
    offset = 0,
    ...filter
  }: RegistrationsQueryDto): Promise<Page<RegistrationResponse>> {
    const [rows, total] = await Promise.all([
      this.repository.page(filter, limit, offset),
      this.repository.count(filter),
    ]);
    return { rows: rows.map(responseOf), total };
  }
}

function responseOf(raw: Labelled<RawRegistration>): RegistrationResponse {
  return {
    id: raw.id,
    orderId: raw.order_id,
    fullName: raw.full_name,
    email: raw.email,
    phoneNumber: raw.phone,
    businessName: raw.business_name,
    gstNumber: raw.gst_number,
    gstAddress: raw.gst_address,
    pincode: raw.pincode,
    stallId: raw.stall_id,
    stallType: raw.stall_type,
    stallPrice: toRupees(Number(raw.price_paise)),
    paymentStatus: raw.payment_status,
    paymentLabel: raw.payment_label,
    listingOfferStatus: raw.listing_offer,
    transactionId: raw.transaction_id,
    paymentMode: raw.payment_mode,
    linkedApplicationId: raw.linked_application_id,
    createdAt: raw.created_at.toISOString(),
    updatedAt: raw.updated_at.toISOString(),
    finalAmount: toRupees(Number(raw.net_paise)),
  };
}
