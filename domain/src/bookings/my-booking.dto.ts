import { IsIn, IsString, MaxLength, MinLength } from "class-validator";
import { trimmed } from "../fields/typed-text.dto.js";
import { BOOKING_REQUEST_KINDS, BOOKING_REQUEST_LENGTH, type BookingRequestKind } from "./my-booking.rules.js";

/** POST /api/v1/mela/my-booking/session: the secret of the link in a mail. */
export class BookingLinkDto {
  /** What follows the # in the link. One that cannot be ours is answered like one that is not. */
  @MaxLength(200, { message: "Please open the link in our mail" })
  @IsString({ message: "Please open the link in our mail" })
  token!: string;
}

/** POST /api/v1/mela/my-booking/session/here: the order that this very browser registered. */
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

  /** The order number, e.g. MELA1764000000000abcd. */
  @trimmed
  @MaxLength(50, { message: "Please enter the order number from the payment page or from our mail" })
  @MinLength(5, { message: "Please enter the order number from the payment page or from our mail" })
  orderId!: string;
}

/** What a payer asks for on her booking's page, as its form has it. */
export class RequestWordsDto {
  @IsIn(BOOKING_REQUEST_KINDS, { message: "Please choose what you would like to ask for" })
  @MaxLength(20, { message: "Please choose what you would like to ask for" })
  kind!: BookingRequestKind;

  /** What is asked for, in her own words. */
  @trimmed
  @MaxLength(BOOKING_REQUEST_LENGTH, { message: `Please write at most ${BOOKING_REQUEST_LENGTH} characters` })
  @MinLength(3, { message: "Please write what you would like us to do" })
  text!: string;
}
