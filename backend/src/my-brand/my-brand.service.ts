import { Injectable } from "@nestjs/common";
import type { SaveBrandPageDto } from "@sakhi/domain/brands/brand-page.dto";
import type { OwnerState } from "@sakhi/domain/brands/owner-states";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import type { WhatsappConsentVersion } from "@sakhi/domain/whatsapp/whatsapp-consent";
import { BrandChangesService } from "../brands/brand-changes.service.js";
import { BrandStallsService } from "../brands/brand-stalls.service.js";
import { InvoicesService } from "../invoices/invoices.service.js";
import { LINK_SESSION_SECONDS } from "../mail/link-session-cookie.js";
import { type LinkSession, LinkSessionsService } from "../mail/link-sessions.service.js";
import type { MailAttachment } from "../mail/mail-attachments.service.js";
import { Database } from "../platform/database/database.js";
import { RateLimits } from "../platform/http/rate-limits.js";
import { newVisitorId, type Visitor } from "../platform/http/visitor-cookie.js";
import { OwnContactsService } from "../whatsapp/own-contacts.service.js";
import { MyBrandViewService } from "./my-brand-view.service.js";
import type { MyBrandResponse, SendBrandPageResponse } from "./my-brand.response.js";

/**
 * What this browser ($1) applied for within the last day, by its order ($2) or, without one, with a stall's free listing.
 * Only once money arrived or the stall's booking was known: until then anyone could have typed anyone's details.
 */
const OWN = `
  SELECT a.id FROM listing_applications a
   WHERE a.visitor_id = $1 AND a.erased_at IS NULL AND a.state IN ('under_review', 'live')
     AND a.review_since > clock_timestamp() - interval '1 day'
     AND CASE WHEN $2::text IS NULL THEN a.kind = 'mela_free'
         ELSE EXISTS (SELECT FROM listing_orders o WHERE o.order_id = $2 AND o.application_id = a.id) END
   ORDER BY a.created_at DESC LIMIT 1`;

/** A brand's page for anyone who opened one of its owner's links: sessions, and what can be done with one. */
@Injectable()
export class MyBrandService {
  constructor(
    private readonly database: Database,
    private readonly limits: RateLimits,
    private readonly ownContacts: OwnContactsService,
    private readonly linkSessions: LinkSessionsService,
    private readonly brandChanges: BrandChangesService,
    private readonly brandStalls: BrandStallsService,
    private readonly invoices: InvoicesService,
    private readonly myBrandView: MyBrandViewService,
  ) {}

  /**
   * Opens the page of a mailed link in this browser. Invalid links are counted per network.
   *
   * @returns the page, and the token of the browser's session
   * @throws DomainError brand_link_invalid
   * @throws HttpError rate_limited
   */
  async open(
    linkToken: string,
    visitor: Visitor,
  ): Promise<{ brand: MyBrandResponse; token: string; visitorId: string }> {
    const undo = await this.limits.use({ limit: "brand_link_misses_per_address", by: visitor.address });
    const visitorId = visitor.id ?? newVisitorId();
    const opened = await this.linkSessions.open("brand", linkToken, { seconds: LINK_SESSION_SECONDS, visitorId });
    if (opened === undefined) throw new DomainError("brand_link_invalid");
    const brand = await this.view(opened.session);
    await undo();
    return { brand, token: opened.token, visitorId };
  }

  /**
   * Opens the page of what this browser applied for, for a day after its payment or claim: the next step needs no mail.
   *
   * @param orderId absent for a stall's free listing
   * @returns the page, and the token of the browser's session
   * @throws DomainError brand_link_invalid, also for another browser's order
   * @throws HttpError rate_limited
   */
  async openHere(orderId: string | undefined, visitor: Visitor): Promise<{ brand: MyBrandResponse; token: string }> {
    const [own] =
      visitor.id === undefined ? [] : await this.database.query<{ id: string }>(OWN, [visitor.id, orderId ?? null]);
    if (own === undefined) throw new DomainError("brand_link_invalid");
    await this.limits.use({ limit: "brand_openings_per_application", by: own.id });
    const token = await this.linkSessions.openOwn("brand", own.id, LINK_SESSION_SECONDS);
    return { brand: await this.read(token), token };
  }

  /** Ends the browser's session; no-op without a valid one. */
  async close(token: string): Promise<void> {
    await this.linkSessions.end("brand", token);
  }

  /** Revokes every link to the page, and ends every browser's session. @throws DomainError brand_link_invalid */
  async revoke(token: string): Promise<void> {
    const { subjectId } = await this.linkSessions.require("brand", token);
    await this.ownContacts.revokeLinks("brand", subjectId);
  }

  /** Shows the contacts again that were withdrawn from the page, or gives them up. @throws DomainError brand_link_invalid */
  async answerContacts(token: string, show: boolean): Promise<MyBrandResponse> {
    const { subjectId } = await this.linkSessions.require("brand", token);
    await this.brandChanges.answerContacts(subjectId, show);
    return this.read(token);
  }

  /** Ends one link to the page. @throws DomainError brand_link_invalid, not_found */
  async endLink(token: string, linkId: string): Promise<void> {
    const { subjectId } = await this.linkSessions.require("brand", token);
    await this.ownContacts.endLink("brand", subjectId, linkId);
  }

  /** @throws DomainError brand_link_invalid */
  async read(token: string): Promise<MyBrandResponse> {
    return this.view(await this.linkSessions.require("brand", token));
  }

  /** Saves what was typed. @throws DomainError brand_link_invalid, brand_change_moved @throws HttpError rate_limited */
  async save(token: string, { version, content }: SaveBrandPageDto): Promise<MyBrandResponse> {
    const { subjectId } = await this.linkSessions.require("brand", token);
    await this.limits.use({ limit: "brand_saves_per_application", by: subjectId });
    await this.brandChanges.save(subjectId, version, content);
    return this.read(token);
  }

  /** @throws DomainError brand_link_invalid, brand_change_moved, brand_page_incomplete @throws HttpError rate_limited */
  async send(token: string, version: number, language: LanguageCode): Promise<SendBrandPageResponse> {
    const { subjectId } = await this.linkSessions.require("brand", token);
    await this.limits.use({ limit: "brand_sends_per_application", by: subjectId });
    const outcome = await this.brandChanges.send(subjectId, version, language);
    return { outcome, brand: await this.read(token) };
  }

  /** @throws DomainError brand_link_invalid, brand_change_moved */
  async withdraw(token: string, version: number): Promise<MyBrandResponse> {
    await this.brandChanges.withdraw((await this.linkSessions.require("brand", token)).subjectId, version);
    return this.read(token);
  }

  /** @throws DomainError brand_link_invalid, brand_change_moved */
  async discard(token: string, version: number): Promise<MyBrandResponse> {
    await this.brandChanges.discard((await this.linkSessions.require("brand", token)).subjectId, version);
    return this.read(token);
  }

  /** Shows one of the owner's stalls on her page, or no longer. @throws DomainError brand_link_invalid, not_found */
  async showStall(token: string, bookingId: string, shown: boolean): Promise<MyBrandResponse> {
    const { subjectId, ownBrowser } = await this.linkSessions.require("brand", token);
    await this.limits.use({ limit: "brand_saves_per_application", by: subjectId });
    await this.brandStalls.show(subjectId, !ownBrowser, bookingId, shown);
    return this.read(token);
  }

  /** Shows, pauses or hides a product. @throws DomainError brand_link_invalid, product_not_found @throws HttpError rate_limited */
  async setProductState(token: string, productId: string, state: OwnerState): Promise<MyBrandResponse> {
    const { subjectId } = await this.linkSessions.require("brand", token);
    await this.limits.use({ limit: "brand_saves_per_application", by: subjectId });
    await this.brandChanges.setOwnerState(subjectId, productId, state);
    return this.read(token);
  }

  /** @throws DomainError brand_link_invalid, picture_not_found */
  async removePicture(token: string, pictureId: string): Promise<MyBrandResponse> {
    await this.brandChanges.removePicture((await this.linkSessions.require("brand", token)).subjectId, pictureId);
    return this.read(token);
  }

  /**
   * Agrees to messages by WhatsApp to the owner's number, or ends them.
   *
   * @param version of the ticked sentence; undefined to end them
   * @throws DomainError brand_link_invalid
   * @throws HttpError rate_limited
   */
  async chooseWhatsapp(token: string, version: WhatsappConsentVersion | undefined): Promise<MyBrandResponse> {
    const { subjectId: id } = await this.linkSessions.require("brand", token);
    await this.ownContacts.chooseWhatsapp("brand", id, version);
    return this.read(token);
  }

  /** The PDF of an invoice. @throws DomainError brand_link_invalid; not_found, also for another listing's */
  async document(token: string, invoiceId: string): Promise<MailAttachment> {
    const { subjectId } = await this.linkSessions.require("brand", token);
    const known = await this.myBrandView.documents(subjectId);
    if (!known.some(({ id }) => id === invoiceId)) throw new DomainError("not_found");
    return this.invoices.pdf(invoiceId);
  }

  private async view(session: LinkSession): Promise<MyBrandResponse> {
    const [brand, stalls, links, whatsapp] = await Promise.all([
      this.myBrandView.of(session),
      this.brandStalls.ofOwner(session.subjectId, !session.ownBrowser),
      this.ownContacts.links("brand", session.subjectId, session.linkId),
      this.ownContacts.whatsapp("brand", session.subjectId),
    ]);
    return { ...brand, stalls, links, ...(whatsapp === undefined ? {} : { whatsapp }) };
  }
}
