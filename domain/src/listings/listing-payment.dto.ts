import { IsString, Length, MaxLength } from "class-validator";
import { blankIsAbsent } from "../catalogue/query-text.dto.js";
import { ORDER_ID_MAX_LENGTH } from "../bookings/booking.rules.js";

/** GET /api/v1/brand/payment-status: which order. */
export class ListingOrderQueryDto {
  /** The order id that initiate or renew answered. */
  @blankIsAbsent
  @Length(1, ORDER_ID_MAX_LENGTH, { message: "The order number is missing" })
  @IsString({ message: "The order number is missing" })
  order_id!: string;
}

/** GET /api/v1/brand/renewal and POST /api/v1/brand/renew: the signed link of a reminder. */
export class RenewalTokenDto {
  /** What stands after `renew=` in the link. */
  @blankIsAbsent
  @MaxLength(300, { message: "The renewal link is not complete" })
  @IsString({ message: "The renewal link is not complete" })
  token!: string;
}
