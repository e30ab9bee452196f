import { isDeepStrictEqual } from "node:util";
import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { FOOD_QUESTION } from "@sakhi/domain/papers/food.rules";
import { type QuestionDto, readChoices } from "@sakhi/domain/papers/question.dto";
import { MAX_QUESTIONS, questionKey } from "@sakhi/domain/papers/question.rules";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import type { DoneResponse } from "../accounts/account.response.js";
import type { Administrator } from "../accounts/administrator.js";
import type { AuditDetails } from "../accounts/audit-log.service.js";
import { EventChangesService } from "../events/event-changes.service.js";
import { EventFactsService } from "../events/event-facts.service.js";
import { Database, type Tx } from "../platform/database/database.js";
import { StallTypesService } from "../stalls/stall-types.service.js";
import { EventQuestionEntity, PaperAnswerEntity } from "./papers.entities.js";
import type { EventQuestionResponse } from "./questions.response.js";

const ANSWERED = `
  SELECT question_id AS id, count(*)::int AS answers FROM paper_answers
   WHERE question_id IN (SELECT id FROM event_questions WHERE event_id = $1) GROUP BY 1`;
const COPY = `
  INSERT INTO event_questions (event_id, key, label, help, kind, choices, required, asked, audience, stall_types, position)
  SELECT $1, key, label, help, kind, choices, required, asked, audience, stall_types, position
    FROM event_questions WHERE event_id = $2`;

/** Adds, changes and removes what an event asks of those who book its stalls (docs/decisions/0077). */
@Injectable()
export class QuestionsService {
  constructor(
    private readonly database: Database,
    private readonly eventChanges: EventChangesService,
    private readonly facts: EventFactsService,
    private readonly stallTypes: StallTypesService,
  ) {}

  /** The questions of an event, in order. @throws DomainError event_not_found */
  async all(slug: string): Promise<EventQuestionResponse[]> {
    const { id } = await this.facts.resolve(slug, "administrator");
    const [questions, answered] = await Promise.all([
      this.database.repository(EventQuestionEntity).find({ where: { eventId: id }, order: { position: "ASC" } }),
      this.database.query<{ id: number; answers: number }>(ANSWERED, [id]),
    ]);
    return questions.map(({ id: questionId, eventId: _eventId, ...question }) => ({
      ...question,
      answers: answered.find((each) => each.id === questionId)?.answers ?? 0,
    }));
  }

  /**
   * Adds a question; with the first for food stalls, the one that says who sells food before it.
   *
   * @throws DomainError event_not_found, event_archived, event_cancelled; questions_full; stall_type_not_found
   */
  add(administrator: Administrator, slug: string, dto: QuestionDto): Promise<DoneResponse> {
    return this.eventChanges.run(
      administrator,
      { slug, action: "question_added", reason: dto.reason },
      async (tx, eventId) => {
        const questions = await questionsOf(tx, eventId);
        const own = await this.valuesOf(tx, eventId, dto);
        const needsFood = needsFoodQuestion(own, questions);
        if (questions.length + Number(needsFood) >= MAX_QUESTIONS) throw new DomainError("questions_full");
        const key = questionKey(
          dto.label,
          questions.map((question) => question.key),
        );
        await tx.insert(EventQuestionEntity, { eventId, key, ...own, position: MAX_QUESTIONS + 1 });
        await place(tx, eventId, key, dto.position);
        if (needsFood) await addFoodQuestion(tx, eventId);
        return { after: { key, ...auditDetails(own) } };
      },
    );
  }

  /**
   * Changes a question. What is answered can change only while nobody has; of the one that says who sells food, never.
   *
   * @throws DomainError event_not_found, event_archived, event_cancelled; question_not_found, question_answered,
   * stall_type_not_found, food_question_kept, questions_full
   */
  change(administrator: Administrator, slug: string, key: string, dto: QuestionDto): Promise<DoneResponse> {
    return this.eventChanges.run(
      administrator,
      { slug, action: "question_changed", reason: dto.reason },
      async (tx, eventId) => {
        const questions = await questionsOf(tx, eventId);
        const question = found(questions, key);
        const own = await this.valuesOf(tx, eventId, dto);
        if (key === FOOD_QUESTION.key && !isFoodQuestion(own)) throw new DomainError("food_question_kept");
        const needsFood = needsFoodQuestion(own, questions);
        if (needsFood && questions.length >= MAX_QUESTIONS) throw new DomainError("questions_full");
        if (own.kind !== question.kind && (await answersOf(tx, question)) > 0)
          throw new DomainError("question_answered");
        await tx.update(EventQuestionEntity, { id: question.id }, own);
        await place(tx, eventId, key, dto.position);
        if (needsFood) await addFoodQuestion(tx, eventId);
        return { before: { key, ...auditDetails(question) }, after: { key, ...auditDetails(own) } };
      },
    );
  }

  /**
   * Removes a question with its answers and files.
   *
   * @param seen number of answers that the operator saw
   * @throws DomainError event_not_found, event_archived, event_cancelled; question_not_found; question_answered if there are
   * other answers than those that were seen; food_question_kept
   */
  remove(
    administrator: Administrator,
    slug: string,
    key: string,
    { reason, answers: seen }: { readonly reason: string; readonly answers: number },
  ): Promise<DoneResponse> {
    return this.eventChanges.run(administrator, { slug, action: "question_removed", reason }, async (tx, eventId) => {
      const questions = await questionsOf(tx, eventId);
      const question = found(questions, key);
      if (key === FOOD_QUESTION.key && questions.some(({ audience }) => audience === "food_stalls"))
        throw new DomainError("food_question_kept");
      // Also waits for an answer that is being stored: it refers to the row.
      await tx.query("SELECT FROM event_questions WHERE id = $1 FOR UPDATE", [question.id]);
      const answers = await answersOf(tx, question);
      if (answers !== seen) throw new DomainError("question_answered");
      await tx.delete(EventQuestionEntity, { id: question.id });
      await place(tx, eventId);
      return { before: { key, ...auditDetails(question), answers }, after: { key: null } };
    });
  }

  /** Gives a new event the questions of another. */
  async copy(tx: Tx, eventId: number, from: number): Promise<void> {
    await tx.query(COPY, [eventId, from]);
  }

  /** Keeps questions that are asked of a stall type with it, whose key changes. */
  async renameStallType(tx: Tx, eventId: number, from: StallType, to: StallType): Promise<void> {
    await tx.query("UPDATE event_questions SET stall_types = array_replace(stall_types, $2, $3) WHERE event_id = $1", [
      ...[eventId, from, to],
    ]);
  }

  /** The row's values. @throws DomainError stall_type_not_found */
  private async valuesOf(tx: Tx, eventId: number, dto: QuestionDto) {
    const { label, help, kind, required, asked, audience } = dto;
    const stallTypes = audience === "stall_types" ? [...new Set(dto.stallTypes)] : [];
    const types = await this.stallTypes.all(tx, eventId);
    if (!stallTypes.every((type) => types.some(({ key }) => key === type)))
      throw new DomainError("stall_type_not_found");
    const choices = kind === "choice" ? readChoices(dto.choices) : [];
    return { label, help, kind, choices, required, asked, audience, stallTypes };
  }
}

const questionsOf = (tx: Tx, eventId: number) =>
  tx.find(EventQuestionEntity, { where: { eventId }, order: { position: "ASC" } });
const answersOf = (tx: Tx, { id }: EventQuestionEntity) => tx.countBy(PaperAnswerEntity, { questionId: id });

/** Whether a question is for food stalls, and nothing says yet which those are. */
const needsFoodQuestion = ({ audience }: Values, questions: readonly EventQuestionEntity[]): boolean =>
  audience === "food_stalls" && !questions.some(({ key }) => key === FOOD_QUESTION.key);

/** Whether these are values of the question that says who sells food: its answers, asked of every stall. */
const isFoodQuestion = ({ kind, choices, audience }: Values): boolean =>
  kind === FOOD_QUESTION.kind &&
  audience === FOOD_QUESTION.audience &&
  isDeepStrictEqual(choices, [...FOOD_QUESTION.choices]);

/** Adds the question that says who sells food, before all others. */
async function addFoodQuestion(tx: Tx, eventId: number): Promise<void> {
  const { choices, ...question } = FOOD_QUESTION;
  await tx.insert(EventQuestionEntity, { eventId, ...question, choices: [...choices], stallTypes: [], position: 0 });
  await place(tx, eventId, FOOD_QUESTION.key);
}

/** @throws DomainError question_not_found */
function found(questions: readonly EventQuestionEntity[], key: string): EventQuestionEntity {
  const question = questions.find((candidate) => candidate.key === key);
  if (question === undefined) throw new DomainError("question_not_found");
  return question;
}

/** Numbers the questions from 1. @param key moved to this place, or to the end */
async function place(tx: Tx, eventId: number, key?: string, position = 1): Promise<void> {
  const questions = await questionsOf(tx, eventId);
  const moved = questions.filter((question) => question.key === key);
  const order = questions.filter((question) => question.key !== key).toSpliced(position - 1, 0, ...moved);
  await tx.query(
    `UPDATE event_questions q SET position = o.position FROM unnest($1::int[]) WITH ORDINALITY AS o (id, position)
      WHERE q.id = o.id AND q.position <> o.position`,
    [order.map(({ id }) => id)],
  );
}

type Values = Pick<
  EventQuestionEntity,
  "label" | "kind" | "choices" | "required" | "asked" | "audience" | "stallTypes"
>;

const auditDetails = ({ label, kind, required, asked, audience, stallTypes }: Values): AuditDetails => ({
  ...{ label, kind, required, asked, audience },
  ...(stallTypes.length === 0 ? {} : { stallTypes: stallTypes.join(" ") }),
});
