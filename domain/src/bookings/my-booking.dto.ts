import { IsIn, IsOptional, IsString, MaxLength, MinLength, ValidateBy } from "class-validator";
import { emailAddress } from "../fields/identifiers.dto.js";
import { isContact, readContact, readOrderId } from "../fields/identifiers.js";
import { NamedEventDto } from "../fields/named-event.dto.js";
import { text, trimmed } from "../fields/typed-text.dto.js";
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

const CONTACT_MESSAGE = "Please enter the e-mail address or phone number you booked with";

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

  @emailAddress("Please enter a valid email address")
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
