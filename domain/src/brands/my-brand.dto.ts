import { IsBoolean, IsIn, IsOptional, IsString, MaxLength, ValidateBy } from "class-validator";
import { emailAddress } from "../fields/identifiers.dto.js";
import { isContact, readContact } from "../fields/identifiers.js";
import { optionalLine, singleLine, text } from "../fields/typed-text.dto.js";
import { OWNER_STATES, type OwnerState } from "./owner-states.js";

/** POST /api/v1/my-brand/session: opens a session with the token of a mailed link. */
export class BrandLinkDto {
  /** The link's fragment (after the #). Malformed and unknown tokens get the same response. */
  @MaxLength(200, { message: "Please open the link in our mail" })
  @IsString({ message: "Please open the link in our mail" })
  token!: string;
}

/** POST /api/v1/my-brand/session/here: the page of what this browser applied for today. */
export class OwnBrandDto {
  /** The listing's order; absent for the free listing of a stall, which has none. */
  @optionalLine
  @IsOptional()
  @MaxLength(50, { message: "Please open the link in our mail" })
  @IsString({ message: "Please open the link in our mail" })
  orderId?: string;
}

/** POST /api/v1/my-brand/receipt/email: the right address of a listing that this browser has just paid for. */
export class CorrectListingEmailDto {
  /** The listing's order, as it stands in the address of the paid page. */
  @singleLine
  @MaxLength(50, { message: "Please open the link in our mail" })
  @IsString({ message: "Please open the link in our mail" })
  orderId!: string;

  @emailAddress("Please enter a valid email address")
  email!: string;
}

/** GET /api/v1/my-brand/receipt. */
export class ListingReceiptDto {
  @singleLine
  @MaxLength(50, { message: "Please open the link in our mail" })
  @IsString({ message: "Please open the link in our mail" })
  orderId!: string;
}

/** POST /api/v1/my-brand/contacts: whether contacts that the page showed once may be shown to everyone again. */
export class WithdrawnContactsDto {
  @IsBoolean({ message: "Please say whether everyone may see these contacts" })
  show!: boolean;
}

/** POST /api/v1/my-brand/products/{id}/state. */
export class ProductStateDto {
  @IsIn(OWNER_STATES, { message: "Please load the page again" })
  state!: OwnerState;
}

/** POST /api/v1/my-brand/stalls/{id}/shown: whether the owner's stall is on her page, and her brand on the plan. */
export class StallShownDto {
  @IsBoolean({ message: "Please load the page again" })
  shown!: boolean;
}

const CONTACT_MESSAGE = "Please enter the e-mail address or phone number of your listing";

/** POST /api/v1/find-my-listing. */
export class FindListingDto {
  /** The e-mail address or the phone number of the application. */
  @text(readContact)
  @MaxLength(100, { message: CONTACT_MESSAGE })
  @ValidateBy(
    { name: "isContact", validator: { validate: (value) => typeof value === "string" && isContact(value) } },
    { message: CONTACT_MESSAGE },
  )
  contact!: string;
}
