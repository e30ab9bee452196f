import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { toPaise } from "@sakhi/domain/money/money";
import type { AddStallTypeDto, ChangeStallTypeDto } from "@sakhi/domain/plans/plan.dto";
import type { DoneResponse } from "../accounts/account.response.js";
import type { Administrator } from "../accounts/administrator.js";
import { CouponsService } from "../coupons/coupons.service.js";
import { EventChangesService } from "../events/event-changes.service.js";
import { QuestionsService } from "../papers/questions.service.js";
import { StallTypesService } from "../stalls/stall-types.service.js";

/** Adds, changes and removes the stall types of an event. Prices: EventLifecycleService. */
@Injectable()
export class StallTypeActionsService {
  constructor(
    private readonly eventChanges: EventChangesService,
    private readonly stallTypes: StallTypesService,
    private readonly coupons: CouponsService,
    private readonly questions: QuestionsService,
  ) {}

  /** @throws DomainError event_not_found, event_archived, event_cancelled; stall_type_exists; invalid_request */
  add(administrator: Administrator, slug: string, dto: AddStallTypeDto): Promise<DoneResponse> {
    const { label, width, height, look, price, reason } = dto;
    return this.eventChanges.run(administrator, { slug, action: "stall_type_added", reason }, async (tx, eventId) => {
      const pricePaise = toPaise(price);
      if (pricePaise === undefined) throw new DomainError("invalid_request");
      const type = { label, pricePaise, widthFeet: width, depthFeet: height, look };
      const key = await this.stallTypes.add(tx, eventId, type);
      return { after: { type: key, pricePaise, width, height, look } };
    });
  }

  /**
   * Changes a type, also what names it elsewhere.
   *
   * @throws DomainError event_not_found, event_archived, event_cancelled; stall_type_not_found, stall_type_exists,
   * stall_type_in_use
   */
  change(administrator: Administrator, slug: string, key: string, dto: ChangeStallTypeDto): Promise<DoneResponse> {
    const { label, width, height, look, reason } = dto;
    return this.eventChanges.run(administrator, { slug, action: "stall_type_changed", reason }, async (tx, eventId) => {
      const terms = { label, widthFeet: width, depthFeet: height, look };
      const { before, after } = await this.stallTypes.change(tx, { eventId, key }, terms, async (newKey) => {
        await this.coupons.renameStallType(tx, eventId, key, newKey);
        await this.questions.renameStallType(tx, eventId, key, newKey);
      });
      return {
        before: { type: key, width: before.widthFeet, height: before.depthFeet, look: before.look },
        after: { type: after.key, width, height, look },
      };
    });
  }

  /** @throws DomainError event_not_found, event_archived, event_cancelled; stall_type_not_found, stall_type_in_use */
  remove(administrator: Administrator, slug: string, key: string, reason: string): Promise<DoneResponse> {
    return this.eventChanges.run(administrator, { slug, action: "stall_type_removed", reason }, async (tx, eventId) => {
      await this.stallTypes.remove(tx, eventId, key);
      return { before: { type: key }, after: { type: null } };
    });
  }
}
