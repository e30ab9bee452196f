import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { Injectable } from "@nestjs/common";
import {
  BRAND_CHANGE_LIFECYCLE,
  type BrandChangeTransition,
  OPEN_BRAND_CHANGES,
} from "@sakhi/domain/brands/brand-change.states";
import { type BrandPage, picturesOf, tidyPage, withoutPictures } from "@sakhi/domain/brands/brand-page.rules";
import type { OwnerState } from "@sakhi/domain/brands/owner-states";
import { changeSize } from "@sakhi/domain/brands/page-changes.rules";
import { pageProblems } from "@sakhi/domain/brands/page-problems.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { answersIn } from "@sakhi/domain/languages/answers";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import { canChange, canTransition } from "@sakhi/domain/payments/lifecycle.states";
import type { PictureSubject } from "@sakhi/domain/pictures/picture.rules";
import type { Administrator } from "../accounts/administrator.js";
import { AuditLogService } from "../accounts/audit-log.service.js";
import { OurNamesService } from "../catalogue/our-names.service.js";
import { MailService } from "../mail/mail.service.js";
import { PicturesService } from "../pictures/pictures.service.js";
import { Config } from "../platform/config/config.js";
import { columnsOf } from "../platform/database/columns.js";
import { Database, readIn, rows, type Tx } from "../platform/database/database.js";
import { BrandPagesService, type PageOwner } from "./brand-pages.service.js";
import { BrandChangeEntity } from "./brands.entities.js";
import { PublicContactsService, type WithdrawnContacts } from "./public-contacts.service.js";

type Reviewer = Pick<Administrator, "id" | "username">;

/** What an operator returns of a change. */
interface Returned {
  readonly version: number;
  readonly reason: string;
  readonly pictureIds?: readonly string[] | undefined;
  /** The page with the operator's corrections, if there are any. */
  readonly content?: BrandPage | undefined;
}

/** Whose pictures a page uses. */
export const pictureSubject = ({ brandId, applicationId }: PageOwner): PictureSubject =>
  brandId === null ? { type: "application", id: applicationId } : { type: "brand", id: brandId };

const CHANGE = `SELECT ${columnsOf(BrandChangeEntity)} FROM brand_changes`;
const OPEN = `state IN (${OPEN_BRAND_CHANGES.map((state) => `'${state}'`).join(", ")})`;

/**
 * Changes of brands' pages, from the first letter typed to the operator's decision. Every step locks the application, so
 * that two devices and an operator take turns; `version` distinguishes them.
 */
@Injectable()
export class BrandChangesService {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly brandPages: BrandPagesService,
    private readonly pictures: PicturesService,
    private readonly mails: MailService,
    private readonly auditLog: AuditLogService,
    private readonly publicContacts: PublicContactsService,
    private readonly ourNames: OurNamesService,
  ) {}

  /** The change that its owner or an operator works on. */
  async open(owner: PageOwner, tx?: Tx): Promise<BrandChangeEntity | undefined> {
    const [found] = await this.database.read(
      BrandChangeEntity,
      `${CHANGE} WHERE coalesce(brand_id, application_id) = $1 AND ${OPEN}`,
      [owner.brandId ?? owner.applicationId],
      tx,
    );
    return found;
  }

  /** The change decided last. */
  async latestDecided(owner: PageOwner): Promise<BrandChangeEntity | undefined> {
    const [found] = await this.database.read(
      BrandChangeEntity,
      `${CHANGE} WHERE coalesce(brand_id, application_id) = $1 AND state = 'accepted' ORDER BY decided_at DESC LIMIT 1`,
      [owner.brandId ?? owner.applicationId],
    );
    return found;
  }

  /**
   * Saves what the owner has typed. A repeated request, whose answer was lost, changes nothing and succeeds.
   *
   * @param version of the change as the page knows it; 0 to start one
   * @throws DomainError brand_change_moved if another device has saved, or it is being reviewed
   */
  save(applicationId: string, version: number, content: BrandPage): Promise<void> {
    return this.step(applicationId, async (tx, owner) => {
      const change = await this.open(owner, tx);
      if (change === undefined) {
        if (version !== 0) throw new DomainError("brand_change_moved");
        const base = await this.brandPages.current(owner, tx);
        await tx.query(
          `INSERT INTO brand_changes (id, brand_id, application_id, state, content, base) VALUES ($1, $2, $3, $4, $5, $6)`,
          [
            ...[randomUUID(), owner.brandId, applicationId, BRAND_CHANGE_LIFECYCLE.initial.started],
            ...[JSON.stringify(content), JSON.stringify(base)],
          ],
        );
        return;
      }
      if (isDeepStrictEqual(plain(change.content), plain(content))) return;
      if (change.version !== version || !canChange(BRAND_CHANGE_LIFECYCLE, "edited", change.state)) {
        throw new DomainError("brand_change_moved", { version: change.version });
      }
      await tx.query(
        "UPDATE brand_changes SET content = $2, version = version + 1, updated_at = clock_timestamp() WHERE id = $1",
        [change.id, JSON.stringify(content)],
      );
    });
  }

  /** Contacts that were withdrawn from the page, until she answers. */
  withdrawnContacts({ brandId }: PageOwner): Promise<WithdrawnContacts | undefined> {
    return this.publicContacts.withdrawn(brandId);
  }

  /** Shows the contacts again that were withdrawn from the page, or gives them up. No-op once she has answered. */
  answerContacts(applicationId: string, show: boolean): Promise<void> {
    return this.step(applicationId, async (tx, { brandId }) => {
      if (brandId === null) return;
      await (show ? this.publicContacts.show(tx, brandId) : this.publicContacts.leaveOut(tx, brandId));
    });
  }

  /** Shows, pauses or hides a product that is on the site. @throws DomainError product_not_found */
  setOwnerState(applicationId: string, productId: string, state: OwnerState): Promise<void> {
    return this.step(applicationId, (tx, owner) => this.brandPages.setOwnerState(tx, owner, productId, state));
  }

  /**
   * Sends a change for review. A small correction of a brand that was approved before is published at once if the
   * setting TRUSTED_EDITS allows it; without any difference the change is over.
   *
   * @param language of the page, in which the fields of an incomplete one are worded
   * @throws DomainError brand_change_moved; brand_page_incomplete with the fields
   */
  send(applicationId: string, version: number, language: LanguageCode): Promise<"sent" | "published" | "unchanged"> {
    return this.step(applicationId, async (tx, owner) => {
      const change = await this.required(tx, owner, version, "sent");
      const content = tidyPage(change.content);
      const problems = pageProblems(content, owner.module, answersIn(language).pageProblems);
      const borrowed = await this.ourNames.borrowed({
        partnerName: ["person", content.partnerName],
        ...Object.fromEntries(
          content.products.map(({ name }, index) => [`products.${index}.name`, ["business", name] as const]),
        ),
      });
      if (problems.length > 0 || Object.keys(borrowed).length > 0) {
        const fields = { ...borrowed, ...Object.fromEntries(problems.map(({ path, message }) => [path, [message]])) };
        throw new DomainError("brand_page_incomplete", { fields });
      }
      await this.brandPages.requirePictures(tx, pictureSubject(owner), content);
      const size = changeSize(await this.brandPages.current(owner, tx), content);
      if (size === "none" && !content.noPictures) {
        await this.move(tx, change, "discarded");
        return "unchanged";
      }
      if (
        size === "small" &&
        this.config.listings.trustedEdits &&
        owner.brandId !== null &&
        (await this.wasAccepted(tx, owner))
      ) {
        await this.move(tx, change, "trusted", {
          sql: ", content = $3, is_trusted = true, decided_at = clock_timestamp(), decided_by = 'trusted'",
          values: [JSON.stringify(content)],
        });
        await this.publish(tx, owner.brandId, change.id, content);
        return "published";
      }
      await this.move(tx, change, "sent", {
        sql: ", content = $3, reason = NULL, sent_at = clock_timestamp()",
        values: [JSON.stringify(content)],
      });
      await this.mails.queue(tx, {
        template: "brand-page-waiting",
        to: this.config.operatorEmail,
        dedupeKey: `brand-page-waiting/${change.id}/${change.version}`,
        applicationId,
        data: { name: "team", brandName: owner.brandName },
      });
      return "sent";
    });
  }

  /** Takes a sent change back. @throws DomainError brand_change_moved */
  withdraw(applicationId: string, version: number): Promise<void> {
    return this.step(applicationId, async (tx, owner) => {
      await this.move(tx, await this.required(tx, owner, version, "withdrawn"), "withdrawn");
    });
  }

  /** Gives a change up: the page is again what is public. @throws DomainError brand_change_moved */
  discard(applicationId: string, version: number): Promise<void> {
    return this.step(applicationId, async (tx, owner) => {
      await this.move(tx, await this.required(tx, owner, version, "discarded"), "discarded");
    });
  }

  /** Deletes a picture of the owner that neither the change nor the public page shows. @throws DomainError */
  removePicture(applicationId: string, pictureId: string): Promise<void> {
    return this.step(applicationId, async (tx, owner) => {
      const shown = [await this.brandPages.current(owner, tx), (await this.open(owner, tx))?.content];
      // The page removes it once the change is accepted.
      if (shown.some((page) => page !== undefined && picturesOf(page).includes(pictureId))) return;
      await this.pictures.remove(tx, pictureSubject(owner), pictureId);
    });
  }

  /**
   * Accepts a sent change, with what the operator corrected in it; publishes it if the brand is approved, and removes
   * pictures that no page shows.
   *
   * @throws DomainError brand_change_moved; brand_page_incomplete
   */
  accept(changeId: string, version: number, corrected: BrandPage | undefined, reviewer: Reviewer): Promise<void> {
    return this.decide(changeId, async (tx, owner) => {
      const change = await this.required(tx, owner, version, "accepted", changeId);
      const content = tidyPage(corrected ?? change.content);
      if (pageProblems(content, owner.module).length > 0) throw new DomainError("brand_page_incomplete");
      await this.brandPages.requirePictures(tx, pictureSubject(owner), content);
      await this.move(tx, change, "accepted", {
        sql: ", content = $3, decided_at = clock_timestamp(), decided_by = $4",
        values: [JSON.stringify(content), reviewer.username],
      });
      await this.auditLog.record(tx, {
        administrator: reviewer,
        action: "brand_page_accepted",
        subjectType: "application",
        subjectId: owner.applicationId,
        after: { changeId, corrected: corrected !== undefined },
      });
      await this.mailOwner(tx, owner, "brand-page-accepted", changeId, { isLive: owner.state === "live" });
      await this.removeUnused(tx, owner, content);
      if (owner.brandId !== null) await this.publish(tx, owner.brandId, changeId, content);
    });
  }

  /**
   * Returns a sent change to its owner, or only pictures of it, which leave the change. She continues with what the operator
   * corrected.
   *
   * @throws DomainError brand_change_moved
   */
  return(changeId: string, { version, reason, pictureIds, content }: Returned, reviewer: Reviewer): Promise<void> {
    return this.decide(changeId, async (tx, owner) => {
      const change = await this.required(tx, owner, version, "returned", changeId);
      const page = content ?? change.content;
      const returned = new Set((pictureIds ?? []).filter((id) => picturesOf(page).includes(id)));
      await this.move(tx, change, "returned", {
        sql: ", content = $3, reason = $4, decided_at = clock_timestamp(), decided_by = $5",
        values: [JSON.stringify(withoutPictures(page, returned)), reason, reviewer.username],
      });
      await this.auditLog.record(tx, {
        administrator: reviewer,
        action: "brand_page_returned",
        subjectType: "application",
        subjectId: owner.applicationId,
        reason,
        after: { changeId, pictures: returned.size, corrected: content !== undefined },
      });
      await this.mailOwner(tx, owner, "brand-page-returned", `${changeId}/${change.version}`, {
        reason,
        pictures: returned.size,
      });
    });
  }

  /** Marks a small correction that went live at once as seen. @throws DomainError not_found */
  async markSeen(changeId: string, reviewer: Reviewer): Promise<void> {
    await this.database.transaction(async (tx) => {
      const [seen] = await rows<{ applicationId: string }>(
        tx,
        `UPDATE brand_changes SET seen_at = clock_timestamp() WHERE id = $1 AND is_trusted AND seen_at IS NULL
         RETURNING application_id AS "applicationId"`,
        [changeId],
      );
      if (seen === undefined) throw new DomainError("not_found");
      await this.auditLog.record(tx, {
        administrator: reviewer,
        action: "brand_correction_seen",
        subjectType: "application",
        subjectId: seen.applicationId,
        after: { changeId },
      });
    });
  }

  /** Gives a brand the changes of another one, which is merged with it. The one that is worked on is given up: its page is no more. */
  async moveToBrand(tx: Tx, fromId: string, intoId: string): Promise<void> {
    await tx.query(
      `UPDATE brand_changes SET state = 'discarded', decided_at = clock_timestamp(), updated_at = clock_timestamp(),
              reason = 'The brand was merged with another one' WHERE brand_id = $1 AND ${OPEN}`,
      [fromId],
    );
    await tx.query("UPDATE brand_changes SET brand_id = $2 WHERE brand_id = $1", [fromId, intoId]);
    await tx.query("UPDATE brand_stalls SET brand_id = $2 WHERE brand_id = $1", [fromId, intoId]);
  }

  private async publish(tx: Tx, brandId: string, changeId: string, content: BrandPage): Promise<void> {
    const published = await this.brandPages.publish(tx, brandId, content);
    await tx.query("UPDATE brand_changes SET content = $2 WHERE id = $1", [changeId, JSON.stringify(published)]);
  }

  private async removeUnused(tx: Tx, owner: PageOwner, content: BrandPage): Promise<void> {
    const subject = pictureSubject(owner);
    const unused = await rows<{ id: string }>(
      tx,
      `SELECT id FROM pictures WHERE subject_type = $1 AND subject_id = $2 AND state IN ('ready', 'refused')
          AND id <> ALL($3::uuid[])`,
      [subject.type, subject.id, picturesOf(content)],
    );
    for (const { id } of unused) await this.pictures.remove(tx, subject, id);
  }

  private async wasAccepted(tx: Tx, { brandId }: PageOwner): Promise<boolean> {
    const found = await rows(tx, "SELECT 1 FROM brand_changes WHERE brand_id = $1 AND state = 'accepted' LIMIT 1", [
      brandId,
    ]);
    return found.length > 0;
  }

  private async required(
    tx: Tx,
    owner: PageOwner,
    version: number,
    transition: BrandChangeTransition,
    id?: string,
  ): Promise<BrandChangeEntity> {
    const change = await this.open(owner, tx);
    const isIt = change !== undefined && (id === undefined || change.id === id) && change.version === version;
    if (!isIt || !canTransition(BRAND_CHANGE_LIFECYCLE, transition, change.state)) {
      throw new DomainError("brand_change_moved");
    }
    return change;
  }

  /** @param more columns to set; its parameters start at $3 */
  private async move(
    tx: Tx,
    { id }: BrandChangeEntity,
    transition: BrandChangeTransition,
    more: { readonly sql: string; readonly values: readonly unknown[] } = { sql: "", values: [] },
  ): Promise<void> {
    const { to } = BRAND_CHANGE_LIFECYCLE.transitions[transition];
    await tx.query(
      `UPDATE brand_changes SET state = $2, version = version + 1, updated_at = clock_timestamp()${more.sql} WHERE id = $1`,
      [id, to, ...more.values],
    );
  }

  private async mailOwner(
    tx: Tx,
    { applicationId, email, fullName, brandName }: PageOwner,
    template: "brand-page-accepted" | "brand-page-returned",
    key: string,
    data: object,
  ): Promise<void> {
    await this.mails.queue(tx, {
      template,
      to: email,
      dedupeKey: `${template}/${key}`,
      applicationId,
      data: { ...data, name: fullName, brandName },
    } as unknown as Parameters<MailService["queue"]>[1]);
  }

  private async decide(changeId: string, work: (tx: Tx, owner: PageOwner) => Promise<void>): Promise<void> {
    // A change never moves to another application.
    const change = await this.database.repository(BrandChangeEntity).findOneBy({ id: changeId });
    if (change === null) throw new DomainError("not_found");
    await this.step(change.applicationId, work, "brand_change_moved");
  }

  /** Runs one step with the application, and so its change, locked. */
  private step<T>(
    applicationId: string,
    work: (tx: Tx, owner: PageOwner) => Promise<T>,
    gone: "brand_link_invalid" | "brand_change_moved" = "brand_link_invalid",
  ): Promise<T> {
    return this.database.transaction(async (tx) => {
      await readIn(tx, BrandChangeEntity, "SELECT id FROM listing_applications WHERE id = $1 FOR UPDATE", [
        applicationId,
      ]);
      const owner = await this.brandPages.owner(applicationId, tx);
      if (owner === undefined) throw new DomainError(gone);
      // Applications of one brand share its page.
      if (owner.brandId !== null)
        await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`brand page ${owner.brandId}`]);
      return work(tx, owner);
    });
  }
}

/** A page without the classes of its DTO. */
const plain = (page: BrandPage): unknown => JSON.parse(JSON.stringify(page));
