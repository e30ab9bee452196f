import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type { SaveBrandPageDto } from "@sakhi/domain/brands/brand-page.dto";
import { UPLOAD_TICKET_SECONDS } from "@sakhi/domain/brands/brand-page.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { toRupees } from "@sakhi/domain/money/money";
import { brandPath, PATHS } from "@sakhi/domain/site/routes";
import { BrandChangesService, pictureSubject } from "../brands/brand-changes.service.js";
import { BrandPagesService, type PageOwner } from "../brands/brand-pages.service.js";
import { InvoicesService } from "../invoices/invoices.service.js";
import { RenewalsService } from "../listings/renewals.service.js";
import { LINK_SESSION_SECONDS } from "../mail/link-session-cookie.js";
import { type LinkSession, LinkSessionsService } from "../mail/link-sessions.service.js";
import type { MailAttachment } from "../mail/mail-attachments.service.js";
import { MailedLinksService } from "../mail/mailed-links.service.js";
import { PictureUploadsService } from "../pictures/picture-uploads.service.js";
import { PicturesService } from "../pictures/pictures.service.js";
import { Database } from "../platform/database/database.js";
import { RateLimits } from "../platform/http/rate-limits.js";
import type { Visitor } from "../platform/http/visitor-cookie.js";
import type { MyBrandDocumentResponse, MyBrandResponse, SendBrandPageResponse } from "./my-brand.response.js";

/** A brand's page for anyone who opened one of its owner's links: sessions, and what can be done with one. */
@Injectable()
export class MyBrandService {
  constructor(
    private readonly database: Database,
    private readonly limits: RateLimits,
    private readonly mailedLinks: MailedLinksService,
    private readonly linkSessions: LinkSessionsService,
    private readonly brandPages: BrandPagesService,
    private readonly brandChanges: BrandChangesService,
    private readonly pictures: PicturesService,
    private readonly pictureUploads: PictureUploadsService,
    private readonly renewals: RenewalsService,
    private readonly invoices: InvoicesService,
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
    const visitorId = visitor.id ?? randomUUID();
    const opened = await this.linkSessions.open("brand", linkToken, { seconds: LINK_SESSION_SECONDS, visitorId });
    if (opened === undefined) throw new DomainError("brand_link_invalid");
    const brand = await this.view(opened.session);
    await undo();
    return { brand, token: opened.token, visitorId };
  }

  /** Ends the browser's session; no-op without a valid one. */
  async close(token: string): Promise<void> {
    await this.linkSessions.end("brand", token);
  }

  /** Revokes every link to the page, and ends every browser's session. @throws DomainError brand_link_invalid */
  async revoke(token: string): Promise<void> {
    const { subjectId } = await this.require(token);
    await this.database.transaction((tx) => this.mailedLinks.revoke(tx, "brand", subjectId));
  }

  /** @throws DomainError brand_link_invalid */
  async read(token: string): Promise<MyBrandResponse> {
    return this.view(await this.require(token));
  }

  /** Saves what was typed. @throws DomainError brand_link_invalid, brand_change_moved @throws HttpError rate_limited */
  async save(token: string, { version, content }: SaveBrandPageDto): Promise<MyBrandResponse> {
    const { subjectId } = await this.require(token);
    await this.limits.use({ limit: "brand_saves_per_application", by: subjectId });
    await this.brandChanges.save(subjectId, version, content);
    return this.read(token);
  }

  /** @throws DomainError brand_link_invalid, brand_change_moved, brand_page_incomplete @throws HttpError rate_limited */
  async send(token: string, version: number): Promise<SendBrandPageResponse> {
    const { subjectId } = await this.require(token);
    await this.limits.use({ limit: "brand_sends_per_application", by: subjectId });
    const outcome = await this.brandChanges.send(subjectId, version);
    return { outcome, brand: await this.read(token) };
  }

  /** @throws DomainError brand_link_invalid, brand_change_moved */
  async withdraw(token: string, version: number): Promise<MyBrandResponse> {
    await this.brandChanges.withdraw((await this.require(token)).subjectId, version);
    return this.read(token);
  }

  /** @throws DomainError brand_link_invalid, brand_change_moved */
  async discard(token: string, version: number): Promise<MyBrandResponse> {
    await this.brandChanges.discard((await this.require(token)).subjectId, version);
    return this.read(token);
  }

  /** @throws DomainError brand_link_invalid, picture_not_found */
  async removePicture(token: string, pictureId: string): Promise<MyBrandResponse> {
    await this.brandChanges.removePicture((await this.require(token)).subjectId, pictureId);
    return this.read(token);
  }

  /** The PDF of an invoice. @throws DomainError brand_link_invalid; not_found, also for another listing's */
  async document(token: string, invoiceId: string): Promise<MailAttachment> {
    const { subjectId } = await this.require(token);
    const known = await this.documents(subjectId);
    if (!known.some(({ id }) => id === invoiceId)) throw new DomainError("not_found");
    return this.invoices.pdf(invoiceId);
  }

  private async view({ subjectId, expiresAt }: LinkSession): Promise<MyBrandResponse> {
    const owner = await this.brandPages.owner(subjectId);
    if (owner === undefined) throw new DomainError("brand_link_invalid");
    const subject = pictureSubject(owner);
    const [page, change, pictures, documents, facts] = await Promise.all([
      this.brandPages.current(owner),
      this.brandChanges.open(owner),
      this.pictures.ofSubject(subject),
      this.documents(subjectId),
      this.factsOf(owner),
    ]);
    const { brandName, module, state, liveUntil, applicationId: id, year } = owner;
    return {
      ...{ brandName, module, documents, pictures },
      // The sweep has not ended it yet, but the site shows it no more.
      status: state === "under_review" ? "in_review" : facts.isLive ? "live" : "expired",
      ...(liveUntil === null
        ? {}
        : {
            liveUntil: liveUntil.toISOString(),
            renewPath: `${PATHS.join}?renew=${this.renewals.token({ id, year, liveUntil })}`,
          }),
      ...(facts.isLive ? { publicPath: brandPath(module, brandName) } : {}),
      verified: facts.isVerified,
      page: JSON.parse(JSON.stringify(page)) as MyBrandResponse["page"],
      ...(change === undefined
        ? {}
        : {
            change: {
              state: change.state,
              version: change.version,
              content: JSON.parse(JSON.stringify(change.content)) as MyBrandResponse["page"],
              ...(change.reason === null ? {} : { reason: change.reason }),
              ...(change.sentAt === null ? {} : { sentAt: change.sentAt.toISOString() }),
              savedAt: change.updatedAt.toISOString(),
            },
          }),
      uploadTicket: this.pictureUploads.issueTicket(subject, UPLOAD_TICKET_SECONDS),
      linkExpiresAt: expiresAt.toISOString(),
    };
  }

  private async factsOf({ brandId }: PageOwner): Promise<{ isVerified: boolean; isLive: boolean }> {
    const [found] = await this.database.query<{ isVerified: boolean; isLive: boolean }>(
      `SELECT b.verified_at IS NOT NULL AS "isVerified", EXISTS (SELECT FROM live_brands v WHERE v.id = b.id) AS "isLive"
         FROM brands b WHERE b.id = $1`,
      [brandId],
    );
    return found ?? { isVerified: false, isLive: false };
  }

  /** Invoices and credit notes of all years, oldest first. */
  private async documents(applicationId: string): Promise<MyBrandDocumentResponse[]> {
    const found = await this.database.query<{ id: string; number: string; paise: string; at: Date }>(
      `SELECT id, number, content->'tax'->>'totalPaise' AS paise, issued_at AS at FROM invoices
        WHERE order_id IN (SELECT order_id FROM orders WHERE subject_type = 'application' AND subject_id = $1)
        ORDER BY issued_at, number`,
      [applicationId],
    );
    return found.map(({ id, number, paise, at }) => ({
      ...{ id, number, amount: toRupees(Number(paise)), issuedAt: at.toISOString() },
    }));
  }

  /** @throws DomainError brand_link_invalid, the same for every invalid link */
  private async require(token: string): Promise<LinkSession> {
    const session = await this.linkSessions.find("brand", token);
    if (session === undefined) throw new DomainError("brand_link_invalid");
    return session;
  }
}
