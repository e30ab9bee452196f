import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { mailboxKey } from "@sakhi/domain/fields/mailbox-key";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import { toRupees } from "@sakhi/domain/money/money";
import type { JoinWaitingDto } from "@sakhi/domain/waiting/waiting.dto";
import { turnOf } from "@sakhi/domain/waiting/waiting.rules";
import { NetworkHoldsService } from "../bookings/network-holds.service.js";
import type { RequestedEvent } from "../events/event-facts.service.js";
import { MailService } from "../mail/mail.service.js";
import { type OpenedWaitingLink, WaitingLinksService } from "../mail/waiting-links.service.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { RateLimits } from "../platform/http/rate-limits.js";
import type { Visitor } from "../platform/http/visitor-cookie.js";
import { liveBooking } from "../stalls/live-bookings.sql.js";
import { StallsService } from "../stalls/stalls.service.js";
import { type WaitingPlace, WaitingPlacesService } from "../waiting/waiting-places.service.js";
import type { JoinedWaitingResponse, WaitingPlaceResponse } from "./waiting-list.response.js";
import { WaitingOffersService } from "./waiting-offers.service.js";

/** How many stalls of a type an event has, and how many of them anyone could reserve now. */
const STALLS = `
  SELECT count(*)::int AS stalls,
         (count(*) FILTER (WHERE b.id IS NULL AND NOT stall_is_kept(s.event_id, s.type, s.stall_key)))::int AS free
    FROM stalls s LEFT JOIN bookings b ON b.stall_key = s.stall_key AND ${liveBooking()}
   WHERE s.event_id = :eventId AND s.type = :stallType AND s.removed_at IS NULL`;

/** A response, which is no instance of its class. */
type Shown = Pick<WaitingPlaceResponse, keyof WaitingPlaceResponse>;

/** What visitors do about their place: take it, look at it, leave it. */
@Injectable()
export class WaitingListService {
  constructor(
    private readonly database: Database,
    private readonly limits: RateLimits,
    private readonly networkHolds: NetworkHoldsService,
    private readonly places: WaitingPlacesService,
    private readonly offers: WaitingOffersService,
    private readonly links: WaitingLinksService,
    private readonly mails: MailService,
    private readonly stalls: StallsService,
  ) {}

  /**
   * Takes a place in the queue and mails the link to it.
   *
   * @throws DomainError stall_type_not_found; waiting_not_needed; already_waiting, for a mailbox or phone number that has a place
   * (a mailbox gets its link again, once a day); sales_not_open, sales_closed, sales_paused
   * @throws HttpError rate_limited
   */
  async join(
    event: RequestedEvent,
    dto: JoinWaitingDto,
    { address, language }: Pick<Visitor, "address" | "language">,
  ): Promise<JoinedWaitingResponse> {
    const { stallType, fullName, email, phoneNumber: phone } = dto;
    const queue = { eventId: event.id, stallType };
    const undo = await this.limits.use({ limit: "waiting_joins_per_address", by: address });
    try {
      const { id, isNew } = await this.database.transaction(async (tx) => {
        await this.assertNeeded(tx, event.id, stallType);
        const networks = [...this.networkHolds.idsOf(address)];
        const turn = networks.length === 0 ? 0 : turnOf(await this.places.placesFrom(tx, event.id, networks));
        const place = {
          id: randomUUID(),
          ...queue,
          fullName,
          email,
          phone,
          mailbox: mailboxKey(email),
          networks,
          turn,
          language,
        };
        const isNew = await this.places.insert(tx, place);
        const id = isNew ? place.id : await this.places.ofMailbox(tx, place);
        if (id !== undefined) await this.mailJoined(tx, id, isNew);
        if (isNew) await this.offers.nudge(tx, queue);
        return { id, isNew };
      });
      if (id === undefined || !isNew) throw new DomainError("already_waiting");
      return { ...(await this.response(await this.found(id))), token: this.links.token(id, "browser") };
    } catch (error) {
      // A repeated form costs nothing; asking whether somebody waits does.
      if (!(error instanceof DomainError && error.code === "already_waiting")) await undo();
      throw error;
    }
  }

  /**
   * The place behind a link. The mailed one proves, once opened, that offers are read.
   *
   * @throws DomainError waiting_not_found
   * @throws HttpError rate_limited
   */
  async view(token: string, address: string): Promise<WaitingPlaceResponse> {
    const link = await this.read(token, address);
    if (link.by === "mail") {
      await this.database.transaction(async (tx) => {
        if (await this.places.confirm(tx, link.id)) await this.offers.nudge(tx, await this.found(link.id, tx));
      });
    }
    const place = await this.found(link.id);
    // What is over by the clock is decided now, so that the page never shows an offer that cannot be taken.
    return this.response(place.isOver && (await this.offers.settle(link.id)) ? await this.found(link.id) : place);
  }

  /**
   * The language of what is mailed about the place from now on. Idempotent.
   *
   * @throws DomainError waiting_not_found
   * @throws HttpError rate_limited
   */
  async chooseLanguage(token: string, language: LanguageCode, address: string): Promise<WaitingPlaceResponse> {
    const { id } = await this.read(token, address);
    await this.database.transaction((tx) => this.places.setLanguage(tx, id, language));
    return this.response(await this.found(id));
  }

  /**
   * Ends the place; an offered stall goes to the next. Idempotent.
   *
   * @throws DomainError waiting_not_found
   * @throws HttpError rate_limited
   */
  async leave(token: string, address: string): Promise<WaitingPlaceResponse> {
    const { id } = await this.read(token, address);
    await this.database.transaction(async (tx) => {
      const locked = await this.offers.lockPlace(tx, id);
      if (locked === undefined) throw new DomainError("waiting_changed");
      await this.offers.leave(tx, locked.place, "left");
    });
    return this.response(await this.found(id));
  }

  private async read(token: string, address: string): Promise<OpenedWaitingLink> {
    await this.limits.use({ limit: "waiting_calls_per_address", by: address });
    const link = this.links.read(token);
    if (link === undefined) throw new DomainError("waiting_not_found");
    return link;
  }

  private async found(id: string, tx?: Tx): Promise<WaitingPlace> {
    const place = await this.places.find(id, tx);
    // Erased on request, or long after its end.
    if (place === undefined) throw new DomainError("waiting_not_found");
    return place;
  }

  /** @throws DomainError sales_not_open, sales_closed, sales_paused, stall_type_not_found, waiting_not_needed */
  private async assertNeeded(tx: Tx, eventId: number, stallType: string): Promise<void> {
    const { sales } = await this.offers.sale(tx, eventId);
    if (sales !== "open") throw new DomainError(sales);
    const [found] = await rows<{ stalls: number; free: number }>(tx, STALLS, { eventId, stallType });
    if (found === undefined || found.stalls === 0) throw new DomainError("stall_type_not_found");
    if (found.free > 0) throw new DomainError("waiting_not_needed");
  }

  /** Mails the link: at once, and again if the same mailbox asks for another place, once a day. */
  private async mailJoined(tx: Tx, id: string, isNew: boolean): Promise<void> {
    const { fullName: name, email: to, eventId, stallType, confirmedAt, language } = await this.found(id, tx);
    await this.mails.queue(tx, {
      template: "waiting-joined",
      to,
      language,
      hasOpenedLink: confirmedAt !== null,
      data: { name, eventId, stallType, waitingId: id },
      dedupeKey: isNew ? `waiting-joined/${id}` : `waiting-joined/${id}/${new Date().toISOString().slice(0, 10)}`,
    });
  }

  private async response(place: WaitingPlace): Promise<Shown> {
    const { event, stallType, state, stallId, stallKey, offerUntil, confirmedAt, language, readAt } = place;
    const isKept = state === "offered" || state === "taken";
    return {
      ...{ event, stallType, state, confirmed: confirmedAt !== null, language },
      serverTime: readAt.toISOString(),
      ...(state === "waiting" ? { place: place.ahead + 1 } : {}),
      ...(stallId === null ? {} : { stallId }),
      ...(isKept && stallKey !== null ? { price: toRupees((await this.stalls.byKey(stallKey)).pricePaise) } : {}),
      ...(isKept && offerUntil !== null ? { offerUntil: offerUntil.toISOString() } : {}),
    };
  }
}
