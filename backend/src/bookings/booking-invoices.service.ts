import { Injectable } from "@nestjs/common";
import { eventDays } from "@sakhi/domain/events/event-facts";
import { formatDays, parseDay } from "@sakhi/domain/invoices/indian-dates";
import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { EventFactsService } from "../events/event-facts.service.js";
import { InvoicesService, type IssuedInvoice } from "../invoices/invoices.service.js";
import type { Tx } from "../platform/database/database.js";
import type { BookingRow } from "./booking.types.js";

/** The tax invoice of a sold stall, by the same rules for online and offline sales. */
@Injectable()
export class BookingInvoices {
  constructor(
    private readonly facts: EventFactsService,
    private readonly invoices: InvoicesService,
  ) {}

  /**
   * Issues it in the sale's transaction. Takes the last lock of all: the invoice counter's.
   *
   * @throws Error when the booking is not registered
   */
  async issue(tx: Tx, booking: BookingRow, orderId: string): Promise<IssuedInvoice> {
    const { stallId, stallType, fullName, email, phone, finalPaise } = booking;
    if (fullName === null || email === null || phone === null || finalPaise === null) {
      throw new Error(`booking ${booking.id} is not registered`);
    }
    const { start, end } = eventDays((await this.facts.current(tx)).event);
    return this.invoices.issue(tx, {
      orderId,
      product: "stall",
      description: `Stall ${stallId} (${stallTypeLabel(stallType)}) at the Mela, ${formatDays(parseDay(start), parseDay(end))}`,
      totalPaise: finalPaise,
      pricePaise: booking.pricePaise,
      discountPaise: booking.discountPaise,
      couponCode: booking.couponCode ?? undefined,
      recipient: {
        name: fullName,
        businessName: booking.businessName ?? undefined,
        email,
        phone,
        gstNumber: booking.gstNumber ?? undefined,
        address: booking.gstAddress ?? undefined,
        pincode: booking.pincode ?? undefined,
      },
      booking: { bookingId: booking.id, stallId, stallType },
    });
  }
}
