import { Body, Controller, Post } from "@nestjs/common";
import { ApiCreatedResponse, ApiTags } from "@nestjs/swagger";
import { JoinWaitingDto, WaitingLanguageDto, WaitingTokenDto } from "@sakhi/domain/waiting/waiting.dto";
import { OurNamesService } from "../catalogue/our-names.service.js";
import { EventFactsService } from "../events/event-facts.service.js";
import { ApiErrors, AsksForProof } from "../platform/http/api-errors.js";
import { PostAction } from "../platform/http/post-action.js";
import { CurrentVisitor, type Visitor } from "../platform/http/visitor-cookie.js";
import { JoinedWaitingResponse, WaitingPlaceResponse } from "./waiting-list.response.js";
import { WaitingListService } from "./waiting-list.service.js";

/**
 * The waiting list of an event and a type of stalls. A link's secret is the only credential, so it works in any browser; it is
 * sent in the body, never in a URL.
 */
@ApiTags("mela")
@Controller("api/v1/mela/waiting")
export class WaitingListController {
  constructor(
    private readonly waitingList: WaitingListService,
    private readonly eventFacts: EventFactsService,
    private readonly ourNames: OurNamesService,
  ) {}

  /**
   * Takes a place in the queue for a type of which no stall is free: one of a person and type. Its link is mailed, and has to be
   * opened before a stall is offered there.
   */
  @AsksForProof()
  @Post("join")
  @ApiCreatedResponse({ type: JoinedWaitingResponse })
  @ApiErrors([
    "invalid_request",
    "event_not_found",
    "stall_type_not_found",
    "already_waiting",
    "waiting_not_needed",
    "rate_limited",
    "sales_paused",
    "sales_not_open",
    "sales_closed",
  ])
  async joinWaitingList(
    @CurrentVisitor() visitor: Visitor,
    @Body() dto: JoinWaitingDto,
  ): Promise<JoinedWaitingResponse> {
    await this.ourNames.assertNotBorrowed({ fullName: ["person", dto.fullName] });
    return this.waitingList.join(await this.eventFacts.resolve(dto.event), dto, visitor);
  }

  /** The place behind a link. */
  @AsksForProof()
  @PostAction("view", WaitingPlaceResponse)
  @ApiErrors(["invalid_request", "waiting_not_found", "rate_limited"])
  viewWaitingPlace(@CurrentVisitor() visitor: Visitor, @Body() dto: WaitingTokenDto): Promise<WaitingPlaceResponse> {
    return this.waitingList.view(dto.token, visitor.address);
  }

  /** The language of what is mailed about the place from now on; one that is over gets no more mails. */
  @AsksForProof()
  @PostAction("language", WaitingPlaceResponse)
  @ApiErrors(["invalid_request", "waiting_not_found", "rate_limited"])
  chooseWaitingLanguage(
    @CurrentVisitor() visitor: Visitor,
    @Body() { token, language }: WaitingLanguageDto,
  ): Promise<WaitingPlaceResponse> {
    return this.waitingList.chooseLanguage(token, language, visitor.address);
  }

  /** Leaves the queue; an offered stall goes to the next. Idempotent. */
  @AsksForProof()
  @PostAction("leave", WaitingPlaceResponse)
  @ApiErrors(["invalid_request", "waiting_not_found", "waiting_changed", "rate_limited"])
  leaveWaitingList(@CurrentVisitor() visitor: Visitor, @Body() dto: WaitingTokenDto): Promise<WaitingPlaceResponse> {
    return this.waitingList.leave(dto.token, visitor.address);
  }
}
