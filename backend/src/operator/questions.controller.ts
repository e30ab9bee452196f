import { Body, Controller, Get, Param, Post, Put } from "@nestjs/common";
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from "@nestjs/swagger";
import { QuestionDto, RemoveQuestionDto } from "@sakhi/domain/papers/question.dto";
import { DoneResponse } from "../accounts/account.response.js";
import { CurrentAdministrator, ForAdministrators, ForOperators } from "../accounts/administrator.guard.js";
import type { Administrator } from "../accounts/administrator.js";
import { Needs } from "../accounts/needs.js";
import { EventQuestionResponse } from "../papers/questions.response.js";
import { QuestionsService } from "../papers/questions.service.js";
import { ApiErrors } from "../platform/http/api-errors.js";
import { PostAction } from "../platform/http/post-action.js";

const UNCHANGEABLE = ["event_archived", "event_cancelled"] as const;

/** What an event asks of those who book its stalls. */
@ApiTags("administration")
@Controller("api/v1/mela/admin/events/:slug/questions")
export class QuestionsController {
  constructor(private readonly questions: QuestionsService) {}

  /** The questions of an event, in order. */
  @Needs("events.read", { slug: "slug" })
  @Get()
  @ForAdministrators()
  @ApiOkResponse({ type: [EventQuestionResponse] })
  @ApiErrors(["event_not_found"])
  listQuestions(@Param("slug") slug: string): Promise<EventQuestionResponse[]> {
    return this.questions.all(slug);
  }

  /** Adds a question; with the first for food stalls, the one that says who sells food. Open forms ask it at their next load; anyone who paid before is asked in her booking. */
  @Needs("events.change", { slug: "slug" })
  @Post()
  @ForOperators()
  @ApiCreatedResponse({ type: DoneResponse })
  @ApiErrors(["invalid_request", "event_not_found", ...UNCHANGEABLE, "questions_full", "stall_type_not_found"])
  addQuestion(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
    @Body() dto: QuestionDto,
  ): Promise<DoneResponse> {
    return this.questions.add(administrator, slug, dto);
  }

  /** Changes a question; its kind only while it has no answers. */
  @Needs("events.change", { slug: "slug" })
  @Put(":key")
  @ForOperators()
  @ApiOkResponse({ type: DoneResponse })
  @ApiErrors([
    ...(["invalid_request", "event_not_found"] as const),
    ...UNCHANGEABLE,
    ...([
      "question_not_found",
      "question_answered",
      "stall_type_not_found",
      "food_question_kept",
      "questions_full",
    ] as const),
  ])
  changeQuestion(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
    @Param("key") key: string,
    @Body() dto: QuestionDto,
  ): Promise<DoneResponse> {
    return this.questions.change(administrator, slug, key, dto);
  }

  /** Removes a question with all its answers and files. */
  @Needs("events.change", { slug: "slug" })
  @PostAction(":key/remove", DoneResponse)
  @ForOperators()
  @ApiErrors([
    ...(["invalid_request", "event_not_found"] as const),
    ...UNCHANGEABLE,
    ...(["question_not_found", "question_answered", "food_question_kept"] as const),
  ])
  removeQuestion(
    @CurrentAdministrator() administrator: Administrator,
    @Param("slug") slug: string,
    @Param("key") key: string,
    @Body() dto: RemoveQuestionDto,
  ): Promise<DoneResponse> {
    return this.questions.remove(administrator, slug, key, dto);
  }
}
