import { IsIn, IsOptional, IsString, MaxLength, MinLength, ValidateBy } from "class-validator";
import { emailAddress } from "../fields/identifiers.dto.js";
import { isContact, readContact, readOrderId } from "../fields/identifiers.js";
import { NamedEventDto } from "../fields/named-event.dto.js";
import { text, trimmed } from "../fields/typed-text.dto.js";
import problems from "../generated/messages/en/booking-problems.js";
import shared from "../generated/messages/en/form-problems.js";
import { BOOKING_REQUEST_KINDS, BOOKING_REQUEST_LENGTH, type BookingRequestKind } from "./my-booking.rules.js";

/** POST /api/v1/mela/my-booking/session: opens a session with the token of a mailed link. */
export class BookingLinkDto {
  /** The link's fragment (after the #). Malformed and unknown tokens get the same response. */
  @MaxLength(200, { message: problems.openLink })
  @IsString({ message: problems.openLink })
  token!: string;
}

/** POST /api/v1/mela/my-booking/session/here: opens a session for an order that this browser registered. */
export class OwnBookingDto {
  @trimmed
  @MaxLength(50, { message: problems.openLink })
  @IsString({ message: problems.openLink })
  orderId!: string;
}

const CONTACT_MESSAGE = problems.contact;

/** POST /api/v1/mela/find-my-booking. */
export class FindBookingDto extends NamedEventDto {
  /** The e-mail address or the phone number of the registration. */
  @text(readContact)
  @MaxLength(100, { message: CONTACT_MESSAGE })
  @ValidateBy(
    { name: "isContact", validator: { validate: (value) => typeof value === "string" && isContact(value) } },
    { message: CONTACT_MESSAGE },
  )
  contact!: string;

  /**
   * The order number as written down or dictated, e.g. mela 1764000000000 abcd, if it is at hand; without it, all
   * bookings of the contact are meant.
   */
  @text((value) => readOrderId(value) || undefined)
  @IsOptional()
  @MaxLength(50, { message: problems.orderNumber })
  @MinLength(5, { message: problems.orderNumber })
  orderId?: string;
}

/** POST /api/v1/mela/my-booking/receipt/email: the address of a booking that this browser paid for just now. */
export class CorrectReceiptEmailDto {
  @trimmed
  @MaxLength(50, { message: problems.openLink })
  @IsString({ message: problems.openLink })
  orderId!: string;

  @emailAddress(shared.email)
  email!: string;
}

/** A payer's request on the page of a booking, as the form holds it. */
export class RequestMessageDto {
  @IsIn(BOOKING_REQUEST_KINDS, { message: problems.choose })
  @MaxLength(20, { message: problems.choose })
  kind!: BookingRequestKind;

  /** The payer's request as free text. */
  @trimmed
  @MaxLength(BOOKING_REQUEST_LENGTH, { message: problems.requestMost({ most: BOOKING_REQUEST_LENGTH }) })
  @MinLength(3, { message: problems.requestLeast })
  text!: string;
}
