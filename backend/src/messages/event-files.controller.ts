import { Controller, Get, Header, Param, StreamableFile } from "@nestjs/common";
import { ApiOkResponse, ApiProduces, ApiTags } from "@nestjs/swagger";
import { DoneResponse } from "../accounts/account.response.js";
import { CurrentAdministrator, ForAdministrators, ForOperators } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { Needs } from "../accounts/needs.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { attachment } from "../platform/http/attachment.js";
import { IdParam } from "../platform/http/id-param.pipe.js";
import { PostAction } from "../platform/http/post-action.js";
import { EventFilesService } from "./event-files.service.js";
import { EventFileResponse, EventFileTicketResponse } from "./messages.response.js";

/** Files of an event that its messages bring. They are uploaded by tus at `/api/v1/uploads`. */
@ApiTags("administration")
@Controller("api/v1/mela/admin")
export class EventFilesController {
  constructor(private readonly files: EventFilesService) {}

  /** The files of an event, the oldest first. */
  @Get("events/:slug/files")
  @ForAdministrators()
  @Needs("messages.read", { slug: "slug" })
  @ApiOkResponse({ type: [EventFileResponse] })
  @ApiErrors(["event_not_found"])
  listEventFiles(@Param("slug") slug: string): Promise<EventFileResponse[]> {
    return this.files.all(slug);
  }

  /** Permission to upload files of an event. */
  @PostAction("events/:slug/files/ticket", EventFileTicketResponse)
  @ForOperators()
  @Needs("messages.change", { slug: "slug" })
  @ApiErrors(["event_not_found"])
  eventFileTicket(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
  ): Promise<EventFileTicketResponse> {
    return this.files.ticket(administrator, slug);
  }

  /** A file as it is mailed. */
  @Get("event-files/:id")
  @ForAdministrators()
  @Needs("messages.read", { eventFile: "id" })
  @Header("Cache-Control", "private, no-store")
  @ApiProduces("application/pdf", "image/jpeg")
  @ApiOkResponse({ schema: { type: "string", format: "binary" } })
  @ApiErrors(["not_found"])
  async getEventFile(@Param("id", IdParam) id: string): Promise<StreamableFile> {
    const { name, type, content } = await this.files.content(id);
    return new StreamableFile(content, { type, disposition: attachment(name), length: content.length });
  }

  /** Removes a file that nothing still brings. */
  @PostAction("event-files/:id/remove", DoneResponse)
  @ForOperators()
  @Needs("messages.change", { eventFile: "id" })
  @ApiErrors(["not_found", "event_file_used"])
  removeEventFile(
    @CurrentAdministrator() administrator: Administrator,
    @Param("id", IdParam) id: string,
  ): Promise<DoneResponse> {
    return this.files.remove(administrator, id);
  }
}
