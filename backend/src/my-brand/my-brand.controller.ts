import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  HttpStatus,
  Param,
  Post,
  Put,
  Query,
  Req,
  Res,
  StreamableFile,
} from "@nestjs/common";
import { ApiCookieAuth, ApiOkResponse, ApiProduces, ApiTags } from "@nestjs/swagger";
import { BrandChangeVersionDto, SaveBrandPageDto } from "@sakhi/domain/brands/brand-page.dto";
import {
  BrandLinkDto,
  CorrectListingEmailDto,
  FindListingDto,
  ListingReceiptDto,
  OwnBrandDto,
  ProductStateDto,
  StallShownDto,
  WithdrawnContactsDto,
} from "@sakhi/domain/brands/my-brand.dto";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import { MailLanguageDto } from "@sakhi/domain/languages/mail-language.dto";
import { WhatsappChoiceDto } from "@sakhi/domain/whatsapp/whatsapp-consent.dto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { DoneResponse } from "../accounts/account.response.js";
import { LinkSessionCookie } from "../mail/link-session-cookie.js";
import { ApiErrors, AsksForProof } from "../platform/http/api-errors.js";
import { attachment } from "../platform/http/attachment.js";
import { IdParam } from "../platform/http/id-param.pipe.js";
import { PageLanguage } from "../platform/http/page-language.js";
import { PostAction } from "../platform/http/post-action.js";
import { ApiNullableResponse } from "../platform/http/validation.pipe.js";
import { CurrentVisitor, UsesVisitorCookie, type Visitor } from "../platform/http/visitor-cookie.js";
import { FindListingService } from "./find-listing.service.js";
import { ListingReceiptService } from "./listing-receipt.service.js";
import { MyBrandLanguageService } from "./my-brand-language.service.js";
import {
  FindListingResponse,
  ListingReceiptResponse,
  MyBrandResponse,
  SendBrandPageResponse,
} from "./my-brand.response.js";
import { MyBrandService } from "./my-brand.service.js";

/** Cookie with the session of a browser that opened a brand's page. */
const COOKIE = new LinkSessionCookie("sakhi_brand", "/api/v1/my-brand");

/**
 * The owner's page of a brand. The link in a mail is exchanged for a session of a day, whose cookie is sent to these calls
 * only. All invalid links and cookies get the same error.
 */
@ApiTags("brand")
@Controller("api/v1/my-brand")
export class MyBrandController {
  constructor(
    private readonly myBrand: MyBrandService,
    private readonly myBrandLanguage: MyBrandLanguageService,
  ) {}

  /** Opens the page of a mailed link; the session lasts a day. */
  @UsesVisitorCookie()
  @AsksForProof()
  @PostAction("session", MyBrandResponse)
  @ApiErrors(["invalid_request", "brand_link_invalid", "rate_limited"])
  async openMyBrand(
    @CurrentVisitor() visitor: Visitor,
    @Body() { token }: BrandLinkDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MyBrandResponse> {
    const opened = await this.myBrand.open(token, visitor);
    COOKIE.set(reply, opened.token);
    if (visitor.id === undefined) visitor.remember(opened.visitorId);
    return opened.brand;
  }

  /** Opens the page of what this browser applied for within the last day, without a link. */
  @UsesVisitorCookie()
  @PostAction("session/here", MyBrandResponse)
  @ApiErrors(["invalid_request", "brand_link_invalid", "rate_limited"])
  async openMyBrandHere(
    @CurrentVisitor() visitor: Visitor,
    @Body() { orderId }: OwnBrandDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MyBrandResponse> {
    const { brand, token } = await this.myBrand.openHere(orderId, visitor);
    COOKIE.set(reply, token);
    return brand;
  }

  /** The opened page. */
  @ApiCookieAuth(COOKIE.name)
  @Get()
  @ApiOkResponse({ type: MyBrandResponse })
  @ApiErrors(["brand_link_invalid"])
  getMyBrand(@Req() request: FastifyRequest): Promise<MyBrandResponse> {
    return this.myBrand.read(COOKIE.read(request));
  }

  /** Saves the whole page as typed so far; the public page stays as it is. */
  @ApiCookieAuth(COOKIE.name)
  @Put("draft")
  @ApiOkResponse({ type: MyBrandResponse })
  @ApiErrors(["invalid_request", "brand_link_invalid", "brand_change_moved", "rate_limited"])
  saveMyBrand(@Req() request: FastifyRequest, @Body() dto: SaveBrandPageDto): Promise<MyBrandResponse> {
    return this.myBrand.save(COOKIE.read(request), dto);
  }

  /** Sends the page for review; small corrections of approved brands go live at once. */
  @ApiCookieAuth(COOKIE.name)
  @PostAction("send", SendBrandPageResponse)
  @ApiErrors(["invalid_request", "brand_link_invalid", "brand_change_moved", "brand_page_incomplete", "rate_limited"])
  sendMyBrand(
    @Req() request: FastifyRequest,
    @Body() { version }: BrandChangeVersionDto,
    @PageLanguage() language: LanguageCode,
  ): Promise<SendBrandPageResponse> {
    return this.myBrand.send(COOKIE.read(request), version, language);
  }

  /** Takes a sent page back, to change it again. */
  @ApiCookieAuth(COOKIE.name)
  @PostAction("withdraw", MyBrandResponse)
  @ApiErrors(["invalid_request", "brand_link_invalid", "brand_change_moved"])
  withdrawMyBrand(
    @Req() request: FastifyRequest,
    @Body() { version }: BrandChangeVersionDto,
  ): Promise<MyBrandResponse> {
    return this.myBrand.withdraw(COOKIE.read(request), version);
  }

  /** Gives the change up: the page is again what is public. */
  @ApiCookieAuth(COOKIE.name)
  @PostAction("discard", MyBrandResponse)
  @ApiErrors(["invalid_request", "brand_link_invalid", "brand_change_moved"])
  discardMyBrand(@Req() request: FastifyRequest, @Body() { version }: BrandChangeVersionDto): Promise<MyBrandResponse> {
    return this.myBrand.discard(COOKIE.read(request), version);
  }

  /** Whether the contacts that the page showed once may be shown to everyone again. */
  @ApiCookieAuth(COOKIE.name)
  @PostAction("contacts", MyBrandResponse)
  @ApiErrors(["invalid_request", "brand_link_invalid"])
  answerMyContacts(@Req() request: FastifyRequest, @Body() { show }: WithdrawnContactsDto): Promise<MyBrandResponse> {
    return this.myBrand.answerContacts(COOKIE.read(request), show);
  }

  /** Shows one of the owner's stalls on her page and her brand on the plan, or no longer. */
  @ApiCookieAuth(COOKIE.name)
  @PostAction("stalls/:id/shown", MyBrandResponse)
  @ApiErrors(["invalid_request", "brand_link_invalid", "not_found", "rate_limited"])
  showMyStall(
    @Req() request: FastifyRequest,
    @Param("id", IdParam) id: string,
    @Body() { shown }: StallShownDto,
  ): Promise<MyBrandResponse> {
    return this.myBrand.showStall(COOKIE.read(request), id, shown);
  }

  /** Agrees to messages by WhatsApp about the page and its buyers' questions, or ends them. */
  @ApiCookieAuth(COOKIE.name)
  @PostAction("whatsapp", MyBrandResponse)
  @ApiErrors(["invalid_request", "brand_link_invalid", "rate_limited"])
  chooseMyBrandWhatsapp(
    @Req() request: FastifyRequest,
    @Body() { whatsappConsent }: WhatsappChoiceDto,
  ): Promise<MyBrandResponse> {
    return this.myBrand.chooseWhatsapp(COOKIE.read(request), whatsappConsent);
  }

  /** The language of the owner's mails and papers from now on. */
  @ApiCookieAuth(COOKIE.name)
  @PostAction("language", MyBrandResponse)
  @ApiErrors(["invalid_request", "brand_link_invalid", "rate_limited"])
  async chooseMyBrandLanguage(
    @Req() request: FastifyRequest,
    @Body() { language }: MailLanguageDto,
  ): Promise<MyBrandResponse> {
    const token = COOKIE.read(request);
    await this.myBrandLanguage.choose(token, language);
    return this.myBrand.read(token);
  }

  /** Shows, pauses or hides a product of the public page, at once. */
  @ApiCookieAuth(COOKIE.name)
  @PostAction("products/:id/state", MyBrandResponse)
  @ApiErrors(["invalid_request", "brand_link_invalid", "not_found", "product_not_found", "rate_limited"])
  setMyProductState(
    @Req() request: FastifyRequest,
    @Param("id", IdParam) id: string,
    @Body() { state }: ProductStateDto,
  ): Promise<MyBrandResponse> {
    return this.myBrand.setProductState(COOKIE.read(request), id, state);
  }

  /** Deletes a picture that no page shows. */
  @ApiCookieAuth(COOKIE.name)
  @Delete("pictures/:id")
  @ApiOkResponse({ type: MyBrandResponse })
  @ApiErrors(["brand_link_invalid", "not_found", "picture_not_found"])
  removeMyPicture(@Req() request: FastifyRequest, @Param("id", IdParam) id: string): Promise<MyBrandResponse> {
    return this.myBrand.removePicture(COOKIE.read(request), id);
  }

  /** The PDF of an invoice or credit note of the listing. */
  @ApiCookieAuth(COOKIE.name)
  @Get("documents/:id/pdf")
  @ApiProduces("application/pdf")
  @ApiOkResponse({ schema: { type: "string", format: "binary" } })
  @ApiErrors(["brand_link_invalid", "not_found"])
  async getMyBrandPdf(@Req() request: FastifyRequest, @Param("id", IdParam) id: string): Promise<StreamableFile> {
    const { filename, bytes } = await this.myBrand.document(COOKIE.read(request), id);
    return new StreamableFile(bytes, {
      type: "application/pdf",
      disposition: attachment(filename),
      length: bytes.length,
    });
  }

  /** Closes the page in this browser: ends its session, so that a copy of the cookie opens nothing. */
  @PostAction("session/end", DoneResponse)
  async closeMyBrand(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DoneResponse> {
    await this.myBrand.close(COOKIE.read(request));
    COOKIE.clear(reply);
    return { message: "This browser has forgotten your listing." };
  }

  /** Ends one link to the page, and the access of every browser that opened it. */
  @ApiCookieAuth(COOKIE.name)
  @PostAction("links/:id/end", DoneResponse)
  @ApiErrors(["brand_link_invalid", "not_found"])
  async endMyBrandLink(@Req() request: FastifyRequest, @Param("id", IdParam) id: string): Promise<DoneResponse> {
    await this.myBrand.endLink(COOKIE.read(request), id);
    return { message: "This link has ended." };
  }

  /** Revokes every link to the page, and the access of every browser that opened one. */
  @ApiCookieAuth(COOKIE.name)
  @PostAction("links/revoke", DoneResponse)
  @ApiErrors(["brand_link_invalid"])
  async revokeMyBrandLinks(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DoneResponse> {
    await this.myBrand.revoke(COOKIE.read(request));
    COOKIE.clear(reply);
    return { message: "All links to this listing have ended." };
  }
}

/** The paid page's own view of a listing, for the browser that paid. */
@ApiTags("brand")
@UsesVisitorCookie()
@Controller("api/v1/my-brand/receipt")
export class ListingReceiptController {
  constructor(private readonly listingReceipt: ListingReceiptService) {}

  /** Where the confirmation was sent; null for another browser's order, or a day after the payment. */
  @Get()
  @ApiNullableResponse(ListingReceiptResponse)
  @ApiErrors(["invalid_request"])
  getListingReceipt(
    @CurrentVisitor() visitor: Visitor,
    @Query() { orderId }: ListingReceiptDto,
  ): Promise<ListingReceiptResponse | null> {
    return this.listingReceipt.read(orderId, visitor);
  }

  /** Corrects the address, until a link of our mails was opened, and sends confirmation, invoice and link there. */
  @AsksForProof()
  @Post("email")
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: ListingReceiptResponse })
  @ApiErrors(["invalid_request", "brand_link_invalid", "receipt_opened", "nothing_to_correct", "rate_limited"])
  correctListingEmail(
    @CurrentVisitor() visitor: Visitor,
    @Body() dto: CorrectListingEmailDto,
  ): Promise<ListingReceiptResponse | null> {
    return this.listingReceipt.correctEmail(dto, visitor);
  }
}

/** Sends a new link to an owner who lost hers. */
@ApiTags("brand")
@Controller("api/v1/find-my-listing")
export class FindListingController {
  constructor(private readonly findListing: FindListingService) {}

  /** Mails a link to the listing's address. Responds identically, and in the same time, if there is no such listing. */
  @AsksForProof()
  @Post()
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({ type: FindListingResponse })
  @ApiErrors(["invalid_request", "rate_limited"])
  findMyListing(@CurrentVisitor() visitor: Visitor, @Body() dto: FindListingDto): Promise<FindListingResponse> {
    return this.findListing.find(dto, visitor);
  }
}
