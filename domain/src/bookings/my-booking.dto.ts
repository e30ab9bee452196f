import { IsEmail, IsIn, IsOptional, IsString, MaxLength, MinLength } from "class-validator";
import { optionalLine, trimmed } from "../fields/typed-text.dto.js";
import { BOOKING_REQUEST_KINDS, BOOKING_REQUEST_LENGTH, type BookingRequestKind } from "./my-booking.rules.js";

/** POST /api/v1/mela/my-booking/session: opens a session with the token of a mailed link. */
export class BookingLinkDto {
  /** The link's fragment (after the #). Malformed and unknown tokens get the same response. */
  @MaxLength(200, { message: "Please open the link in our mail" })
  @IsString({ message: "Please open the link in our mail" })
  token!: string;
}

/** POST /api/v1/mela/my-booking/session/here: opens a session for an order that this browser registered. */
export class OwnBookingDto {
  @trimmed
  @MaxLength(50, { message: "Please open the link in our mail" })
  @IsString({ message: "Please open the link in our mail" })
  orderId!: string;
}

/** POST /api/v1/mela/find-my-booking. */
export class FindBookingDto {
  /** The e-mail address or the phone number of the registration. */
  @trimmed
  @MaxLength(100, { message: "Please enter the e-mail address or phone number you booked with" })
  @MinLength(5, { message: "Please enter the e-mail address or phone number you booked with" })
  contact!: string;

  /** The order number, e.g. MELA1764000000000abcd, if it is at hand; without it, all bookings of the contact are meant. */
  @optionalLine
  @IsOptional()
  @MaxLength(50, { message: "Please enter the order number from the payment page or from our mail" })
  @MinLength(5, { message: "Please enter the order number from the payment page or from our mail" })
  orderId?: string;
}

/** POST /api/v1/mela/my-booking/receipt/email: the address of a booking that this browser paid for just now. */
export class CorrectReceiptEmailDto {
  @trimmed
  @MaxLength(50, { message: "Please open the link in our mail" })
  @IsString({ message: "Please open the link in our mail" })
  orderId!: string;

  @trimmed
  @MaxLength(254, { message: "Please enter a valid email address" })
  @IsEmail({}, { message: "Please enter a valid email address" })
  email!: string;
}

/** A payer's request on the page of a booking, as the form holds it. */
export class RequestMessageDto {
  @IsIn(BOOKING_REQUEST_KINDS, { message: "Please choose what you would like to ask for" })
  @MaxLength(20, { message: "Please choose what you would like to ask for" })
  kind!: BookingRequestKind;

  /** The payer's request as free text. */
  @trimmed
  @MaxLength(BOOKING_REQUEST_LENGTH, { message: `Please write at most ${BOOKING_REQUEST_LENGTH} characters` })
  @MinLength(3, { message: "Please write what you would like us to do" })
  text!: string;
}
