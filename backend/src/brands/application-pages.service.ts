import { Injectable } from "@nestjs/common";
import { OPEN_BRAND_CHANGES } from "@sakhi/domain/brands/brand-change.states";
import type { BrandPage } from "@sakhi/domain/brands/brand-page.rules";
import { type ApplicationPageState, approvalProblem, pageLacks } from "@sakhi/domain/brands/page-gate.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { BrandPagesService } from "./brand-pages.service.js";
import type { ApplicationPageResponse } from "./brands.response.js";

/** The newest change of an application or its brand; an open one before those that are over. */
const NEWEST = `
  SELECT c.id, c.state, c.content FROM brand_changes c JOIN listing_applications a ON a.id = $1
   WHERE (c.application_id = a.id OR c.brand_id = a.brand_id) AND c.state <> 'discarded'
   ORDER BY c.state IN (${OPEN_BRAND_CHANGES.map((state) => `'${state}'`).join(", ")}) DESC, c.updated_at DESC LIMIT 1`;

/** Some picture that the brand's page shows: its own, or of a product. */
const BRAND_HAS_PICTURES = `
  SELECT FROM brands b
   WHERE b.id = $2 AND (num_nonnulls(b.logo_picture_id, b.cover_picture_id) > 0
          OR EXISTS (SELECT FROM listings l JOIN product_images i ON i.listing_id = l.id WHERE l.brand_id = b.id))`;

/** What an operator decides from when an application is to be listed: whether its page can be shown. */
@Injectable()
export class ApplicationPagesService {
  constructor(
    private readonly database: Database,
    private readonly brandPages: BrandPagesService,
  ) {}

  /** @returns undefined for an application without a page: not paid for, rejected, withdrawn or erased */
  async of(applicationId: string, tx?: Tx): Promise<ApplicationPageResponse | undefined> {
    const owner = await this.brandPages.owner(applicationId, tx);
    if (owner === undefined) return undefined;
    type Newest = { id: string; state: Exclude<ApplicationPageState, "none">; content: BrandPage };
    const [newest] =
      tx === undefined
        ? await this.database.query<Newest>(NEWEST, [applicationId])
        : await rows<Newest>(tx, NEWEST, [applicationId]);
    return {
      state: newest?.state ?? "none",
      ...(newest?.state === "sent" ? { changeId: newest.id } : {}),
      lacks: pageLacks(newest?.content ?? (await this.brandPages.current(owner, tx))),
    };
  }

  /**
   * Lets an approval through only if the listing will show a picture, or its owner has said that she has none.
   *
   * @param joinBrandId the existing brand under which it is listed
   * @param noPictures whether the operator reports the owner's word; undefined if the call says nothing about pictures
   * @throws DomainError brand_page_missing, brand_page_unreviewed
   */
  async requireReady(
    tx: Tx,
    applicationId: string,
    {
      joinBrandId,
      noPictures,
    }: { readonly joinBrandId?: string | undefined; readonly noPictures?: boolean | undefined },
  ): Promise<void> {
    const [facts] = await rows<{ isAccepted: boolean; isSent: boolean; isStarted: boolean; brandHasPictures: boolean }>(
      tx,
      `SELECT coalesce(bool_or(c.state = 'accepted'), false) AS "isAccepted",
              coalesce(bool_or(c.state = 'sent'), false) AS "isSent",
              coalesce(bool_or(c.state <> 'discarded'), false) AS "isStarted",
              EXISTS (${BRAND_HAS_PICTURES}) AS "brandHasPictures"
         FROM brand_changes c WHERE c.application_id = $1`,
      [applicationId, joinBrandId ?? null],
    );
    if (facts === undefined) throw new Error("the page's facts were not read");
    const problem = approvalProblem({ ...facts, ownerHasNone: noPictures });
    if (problem !== undefined) throw new DomainError(problem);
  }
}
