import { Body, Controller, Get, Param, Post, Put } from "@nestjs/common";
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from "@nestjs/swagger";
import {
  ChangeMessageDto,
  MessageDto,
  MessageStepDto,
  PreviewMessageDto,
  TestMessageDto,
} from "@sakhi/domain/messages/message.dto";
import { DoneResponse } from "../accounts/account.response.js";
import {
  AutomaticRequest,
  CurrentAdministrator,
  ForAdministrators,
  ForOperators,
} from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { AuditLogService } from "../accounts/audit-log.service.js";
import { Needs } from "../accounts/needs.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { IdParam } from "../platform/http/id-param.pipe.js";
import { PostAction } from "../platform/http/post-action.js";
import {
  MessageHolderResponse,
  MessagePreviewResponse,
  MessageRecipientResponse,
  MessageResponse,
} from "./messages.response.js";
import { MessagesService } from "./messages.service.js";

/** Messages to the holders of an event's stalls. */
@ApiTags("administration")
@Controller("api/v1/mela/admin")
export class MessagesController {
  constructor(
    private readonly messages: MessagesService,
    private readonly auditLog: AuditLogService,
  ) {}

  /** The messages of an event: open ones by their time, then ended ones, the last first. */
  @Needs("messages.read", { slug: "slug" })
  @Get("events/:slug/messages")
  @ForAdministrators()
  @AutomaticRequest(true)
  @ApiOkResponse({ type: [MessageResponse] })
  @ApiErrors(["event_not_found"])
  listMessages(@Param("slug") slug: string): Promise<MessageResponse[]> {
    return this.messages.all(slug);
  }

  /** The holders of an event's sold stalls, by number, to choose from. The read is audited. */
  @Needs("messages.read", { slug: "slug" })
  @Get("events/:slug/holders")
  @ForAdministrators()
  @ApiOkResponse({ type: [MessageHolderResponse] })
  @ApiErrors(["event_not_found"])
  async listHolders(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
  ): Promise<MessageHolderResponse[]> {
    const found = await this.messages.possibleRecipients(slug);
    await this.auditLog.viewed(administrator, "holders_viewed", "registrations", slug);
    return found;
  }

  /** A message as three of its recipients would get it, and how many there are. Nothing is stored; the read is audited. */
  @Needs("messages.change", { slug: "slug" })
  @PostAction("events/:slug/messages/preview", MessagePreviewResponse)
  @ForOperators()
  @ApiErrors(["invalid_request", "event_not_found"])
  async previewMessage(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
    @Body() dto: PreviewMessageDto,
  ): Promise<MessagePreviewResponse> {
    const preview = await this.messages.preview(slug, dto);
    await this.auditLog.viewed(administrator, "holders_viewed", "registrations", slug);
    return preview;
  }

  /** Mails a message to one address, with invented facts of a holder. */
  @Needs("messages.change", { slug: "slug" })
  @PostAction("events/:slug/messages/test", DoneResponse)
  @ForOperators()
  @ApiErrors(["invalid_request", "event_not_found", "rate_limited"])
  testMessage(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
    @Body() dto: TestMessageDto,
  ): Promise<DoneResponse> {
    return this.messages.test(administrator, slug, dto);
  }

  /** Writes a message: a draft, or one that goes out at its time. */
  @Needs("messages.change", { slug: "slug" })
  @Post("events/:slug/messages")
  @ForOperators()
  @ApiCreatedResponse({ type: MessageResponse })
  @ApiErrors(["invalid_request", "event_not_found", "messages_full", "message_unsendable"])
  writeMessage(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
    @Body() dto: MessageDto,
  ): Promise<MessageResponse> {
    return this.messages.write(administrator, slug, dto);
  }

  /** Changes a message of which nothing was sent. */
  @Needs("messages.change", { message: "id" })
  @Put("messages/:id")
  @ForOperators()
  @ApiOkResponse({ type: MessageResponse })
  @ApiErrors(["invalid_request", "message_not_found", "message_started", "message_unsendable", "facts_changed"])
  changeMessage(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", IdParam) id: string,
    @Body() dto: ChangeMessageDto,
  ): Promise<MessageResponse> {
    return this.messages.change(administrator, id, dto);
  }

  /** Pauses, resumes or stops a message. What was queued is sent. */
  @Needs("messages.change", { message: "id" })
  @PostAction("messages/:id/steps", MessageResponse)
  @ForOperators()
  @ApiErrors(["invalid_request", "message_not_found", "message_started"])
  stepMessage(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", IdParam) id: string,
    @Body() { step }: MessageStepDto,
  ): Promise<MessageResponse> {
    return this.messages.step(administrator, id, step);
  }

  /** What became of a message for each holder, problems first; at most a thousand. The read is audited. */
  @Needs("messages.read", { message: "id" })
  @Get("messages/:id/recipients")
  @ForAdministrators()
  @ApiOkResponse({ type: [MessageRecipientResponse] })
  @ApiErrors(["message_not_found"])
  async listRecipients(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", IdParam) id: string,
  ): Promise<MessageRecipientResponse[]> {
    const found = await this.messages.recipients(id);
    await this.auditLog.viewed(administrator, "message_recipients_viewed", "event", id);
    return found;
  }
}
