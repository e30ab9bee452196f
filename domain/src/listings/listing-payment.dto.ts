import { IsString, Length, MaxLength } from "class-validator";
import { ORDER_ID_MAX_LENGTH } from "../bookings/booking.rules.js";
import { blankIsAbsent } from "../catalogue/query-text.dto.js";

/** GET /api/v1/brand/payment-status. */
export class ListingOrderQueryDto {
  /** The order id returned by initiate or renew. */
  @blankIsAbsent
  @Length(1, ORDER_ID_MAX_LENGTH, { message: "The order number is missing" })
  @IsString({ message: "The order number is missing" })
  order_id!: string;
}

/** GET /api/v1/brand/renewal and POST /api/v1/brand/renew. */
export class RenewalTokenDto {
  /** The signed value of `renew=` in a reminder's link. */
  @blankIsAbsent
  @MaxLength(300, { message: "The renewal link is not complete" })
  @IsString({ message: "The renewal link is not complete" })
  token!: string;
}
