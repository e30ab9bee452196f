import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { AnswerDto } from "@sakhi/domain/papers/answers.dto";
import { sellsFood } from "@sakhi/domain/papers/food.rules";
import {
  answerProblem,
  type Answers,
  appliesTo,
  askedPapers,
  formAnswers,
  isInForm,
  type PaperType,
  type Question,
  readAnswer,
} from "@sakhi/domain/papers/question.rules";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import { EventFactsService, type StoredQuestion } from "../events/event-facts.service.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import type { AskedQuestionResponse, PaperFile, PaperResponse } from "./papers.response.js";

/** The part of a booking that its papers depend on. */
export interface PaperBooking {
  readonly id: string;
  readonly eventId: number;
  readonly stallType: StallType;
}

/** An answer as it is stored; empty for none. */
export interface ReadAnswer {
  readonly question: StoredQuestion;
  readonly answer: string;
}

interface AnswerRow {
  readonly key: string;
  readonly value: string;
  readonly answeredAt: Date;
  /** Null without a file. */
  readonly type: PaperType | null;
  readonly bytes: number | null;
}

/** Never the files' content. */
const ANSWERS = `
  SELECT q.key, a.value, a.answered_at AS "answeredAt", f.type, f.bytes
    FROM paper_answers a JOIN event_questions q ON q.id = a.question_id
    LEFT JOIN paper_files f USING (booking_id, question_id)
   WHERE a.booking_id = $1`;
/** A question that was removed meanwhile gets no answer. */
const ANSWER = `
  INSERT INTO paper_answers (booking_id, question_id, value) SELECT $1, id, $3 FROM event_questions WHERE id = $2
  ON CONFLICT (booking_id, question_id)
    DO UPDATE SET value = excluded.value, answered_at = clock_timestamp() WHERE paper_answers.value <> excluded.value`;

/** Reads and writes what bookings answer to the questions of their events (docs/decisions/0077). */
@Injectable()
export class PapersService {
  constructor(
    private readonly database: Database,
    private readonly eventFacts: EventFactsService,
  ) {}

  /** What the registration form asks for a stall, with what it asks who says that she sells food. */
  async askedInForm(eventId: number, type: StallType): Promise<AskedQuestionResponse[]> {
    const { questions } = await this.eventFacts.of(eventId);
    return questions.filter((question) => isInForm(question, type)).map(questionResponse);
  }

  /**
   * Reads the answers of a registration form. A call without answers gives none: it may know only the specification, and what it leaves
   * out is asked later.
   *
   * @throws DomainError invalid_request with each problem at its field, `answers.<key>`
   */
  async readForm(tx: Tx, booking: PaperBooking, given: readonly AnswerDto[] = []): Promise<readonly ReadAnswer[]> {
    // Few events ask what cannot wait. A question that was added a moment ago can be answered later, too.
    const known = this.eventFacts.knownQuestions(booking.eventId);
    const cannotWait = ({ asked, required }: Question) => asked === "form" && required;
    if (given.length === 0 && known?.some(cannotWait) === false) return [];
    const questions = await this.eventFacts.questionsIn(tx, booking.eventId);
    const { answers, problems } = formAnswers(questions, booking.stallType, byKey(given));
    rejectProblems(problems);
    if (given.length === 0) return [];
    return questions.flatMap((question) => {
      const answer = answers[question.key];
      return answer === undefined ? [] : [{ question, answer }];
    });
  }

  /** Whether these are the answers that are stored. */
  async areStored(tx: Tx, bookingId: string, given: readonly ReadAnswer[]): Promise<boolean> {
    if (given.length === 0) return true;
    const stored = await this.stored(tx, bookingId);
    return given.every(({ question, answer }) => (stored[question.key] ?? "") === answer);
  }

  private async stored(tx: Tx, bookingId: string): Promise<Answers> {
    return byKey(await rows<AnswerRow>(tx, ANSWERS, [bookingId]));
  }

  /** Stores answers; an empty one removes what was stored. */
  async store(tx: Tx, bookingId: string, given: readonly ReadAnswer[]): Promise<void> {
    for (const { question, answer } of given) {
      await (answer === ""
        ? tx.query("DELETE FROM paper_answers WHERE booking_id = $1 AND question_id = $2", [bookingId, question.id])
        : tx.query(ANSWER, [bookingId, question.id, answer]));
    }
  }

  /**
   * Stores answers that a holder gives once her stall is paid for. A required answer can be changed, not taken back; an empty text
   * for a file removes it.
   *
   * @throws DomainError invalid_request with each problem at its field, `answers.<key>`; paper_not_asked
   */
  async answer(tx: Tx, booking: PaperBooking, given: readonly AnswerDto[]): Promise<void> {
    const questions = await this.eventFacts.questionsIn(tx, booking.eventId);
    // What she says now of food decides what else she answers now.
    const asked = askedPapers(questions, booking.stallType, {
      ...(await this.stored(tx, booking.id)),
      ...byKey(given),
    });
    const read = given.map(({ key, value }) => {
      const question = askedOf(asked, key);
      return { question, answer: readAnswer(question, value) };
    });
    rejectProblems(
      Object.fromEntries(
        read.flatMap(({ question, answer }) => {
          const problem = answerProblem(question, answer, false);
          return problem === undefined ? [] : [[question.key, problem]];
        }),
      ),
    );
    await this.store(tx, booking.id, read);
  }

  /** The question that a file may answer. @returns its id @throws DomainError paper_not_asked */
  async fileQuestion(tx: Tx, { id: bookingId, eventId, stallType }: PaperBooking, key: string): Promise<number> {
    const questions = await this.eventFacts.questionsIn(tx, eventId);
    const { id, kind } = askedOf(askedPapers(questions, stallType, await this.stored(tx, bookingId)), key);
    if (kind !== "file") throw new DomainError("paper_not_asked");
    return id;
  }

  /** @throws DomainError not_found, also for another booking's file */
  async file(bookingId: string, key: string): Promise<PaperFile> {
    const [found] = await this.database.query<PaperFile>(
      `SELECT a.value AS name, f.type, f.content
         FROM paper_files f JOIN paper_answers a USING (booking_id, question_id)
         JOIN event_questions q ON q.id = f.question_id
        WHERE f.booking_id = $1 AND q.key = $2`,
      [bookingId, key],
    );
    if (found === undefined) throw new DomainError("not_found");
    return found;
  }

  /** As {@link ofBooking}. @throws DomainError not_found */
  async ofBookingId(id: string): Promise<PaperResponse[]> {
    const [booking] = await this.database.query<PaperBooking>(
      `SELECT b.id, s.event_id AS "eventId", s.type AS "stallType" FROM bookings b JOIN stalls s USING (stall_key)
        WHERE b.id = $1`,
      [id],
    );
    if (booking === undefined) throw new DomainError("not_found");
    return this.ofBooking(booking);
  }

  /**
   * What is asked of a booking, with its answers, in order. A question that is not asked of its stall is left out, unless it was
   * answered, e.g. before the booking was moved, or its holder said that she sells no food.
   */
  async ofBooking({ id, eventId, stallType }: PaperBooking): Promise<PaperResponse[]> {
    const { questions } = await this.eventFacts.of(eventId);
    if (questions.length === 0) return [];
    const answers = await this.database.query<AnswerRow>(ANSWERS, [id]);
    const stall = { type: stallType, food: sellsFood(byKey(answers)) };
    return questions.flatMap((question) => {
      const answer = answers.find(({ key }) => key === question.key);
      if (answer === undefined) return appliesTo(question, stall) ? [questionResponse(question)] : [];
      return [Object.assign(questionResponse(question), answerResponse(answer))];
    });
  }
}

const byKey = (answers: readonly { readonly key: string; readonly value: string }[]): Answers =>
  Object.fromEntries(answers.map(({ key, value }) => [key, value]));

/** @throws DomainError paper_not_asked */
function askedOf(asked: readonly StoredQuestion[], key: string): StoredQuestion {
  const question = asked.find((candidate) => candidate.key === key);
  if (question === undefined) throw new DomainError("paper_not_asked");
  return question;
}

/** @throws DomainError invalid_request */
function rejectProblems(problems: Readonly<Record<string, string>>): void {
  const found = Object.entries(problems);
  if (found.length === 0) return;
  const fields = Object.fromEntries(found.map(([key, problem]) => [`answers.${key}`, [problem]]));
  throw new DomainError("invalid_request", { fields }, found[0]?.[1]);
}

function questionResponse(question: Question): AskedQuestionResponse {
  const { key, label, help, kind, choices, required, asked, foodOnly } = question;
  return {
    ...{ key, label, kind, required, asked },
    ...(help === "" ? {} : { help }),
    ...(choices.length === 0 ? {} : { choices: [...choices] }),
    ...(foodOnly ? { foodOnly } : {}),
  };
}

function answerResponse({ value, answeredAt, type, bytes }: AnswerRow) {
  return {
    ...{ answer: value, answeredAt: answeredAt.toISOString() },
    ...(type === null || bytes === null ? {} : { file: { type, bytes } }),
  };
}
