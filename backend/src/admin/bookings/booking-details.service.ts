import { Injectable } from "@nestjs/common";
import type { AdminBookingResponse } from "./admin-booking.response.js";
@Injectable()
export class BookingDetails {
  of(id: string): Promise<AdminBookingResponse> {
    return Promise.reject(new Error(`not yet ${id}`));
  }
}
