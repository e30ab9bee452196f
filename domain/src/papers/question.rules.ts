import type { EventRecord } from "../events/event-facts.js";
import type { EventStatus } from "../events/event.states.js";
import { indianTime } from "../events/indian-time.js";
import { readAmount } from "../fields/amounts.js";
import { oneLine, plainCharacters } from "../fields/characters.js";
import { FSSAI_NUMBER, readFssaiNumber } from "../fields/identifiers.js";
import messages from "../generated/messages/en/answer-problems.js";
import type { StallType } from "../stalls/stall.types.js";
import { FOOD_QUESTION, sellsFood } from "./food.rules.js";

/** What is answered: words, a whole number, one of several answers, an FSSAI number, or a file. */
export const QUESTION_KINDS = ["text", "number", "choice", "fssai_number", "file"] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

/**
 * When a question is asked. A required one with `form` has to be answered before paying; with `form_or_later` the form shows
 * it too, and never waits for it; `later` is asked in my booking only, once the stall is paid for.
 */
export const QUESTION_TIMES = ["form", "form_or_later", "later"] as const;
export type QuestionTime = (typeof QUESTION_TIMES)[number];

/** Whose stalls are asked; `food_stalls`: those whose holders say that they sell food. */
export const QUESTION_AUDIENCES = ["every_stall", "food_stalls", "stall_types"] as const;
export type QuestionAudience = (typeof QUESTION_AUDIENCES)[number];

/** Most questions of an event. */
export const MAX_QUESTIONS = 12;
export const MAX_CHOICES = 12;
/** Longest answer and choice, in characters. */
export const ANSWER_LENGTH = 300;
export const CHOICE_LENGTH = 80;

/** A question of an event. */
export interface Question {
  /** Its name in calls, unique in its event; it follows from the first label, and stays. */
  readonly key: string;
  readonly label: string;
  /** A sentence below the field; empty for none. */
  readonly help: string;
  readonly kind: QuestionKind;
  /** Of a choice; otherwise empty. */
  readonly choices: readonly string[];
  readonly required: boolean;
  readonly asked: QuestionTime;
  /** Types whose stalls are asked; null for those of every type. */
  readonly stallTypes: readonly StallType[] | null;
  /** Asked of food stalls only. */
  readonly foodOnly: boolean;
}

/** A stall, for what its holder is asked. */
export interface AskedStall {
  readonly type: StallType;
  /** Whether it sells food, as {@link sellsFood} says. */
  readonly food: boolean | undefined;
}

type Audience = Pick<Question, "stallTypes" | "foodOnly">;

/** Whether the holder of a stall is asked. */
export function appliesTo({ stallTypes, foodOnly }: Audience, { type, food }: AskedStall): boolean {
  return (stallTypes === null || stallTypes.includes(type)) && (!foodOnly || food === true);
}

/** Whether the registration form of a stall of a type has it: what food stalls are asked is shown once she says that she sells food. */
export function isInForm(question: Pick<Question, "asked"> & Audience, type: StallType): boolean {
  return question.asked !== "later" && appliesTo(question, { type, food: true });
}

/** Whether a form shows a question that it has. @param food as {@link sellsFood} says of what is typed */
export const isShown = ({ foodOnly = false }: { readonly foodOnly?: boolean }, food: boolean | undefined): boolean =>
  !foodOnly || food === true;

/** Reads an answer as it is stored; an empty text is none. */
export function readAnswer({ kind }: Pick<Question, "kind">, text: string): string {
  switch (kind) {
    case "fssai_number":
      return readFssaiNumber(text);
    case "number":
      // What is no number stays as typed, and is refused.
      return String(readAmount(text).amount ?? oneLine(text));
    case "text":
    case "choice":
    case "file":
      return oneLine(text.normalize("NFC"));
  }
}

/**
 * Why an answer is refused, in words; undefined if it is not.
 *
 * @param answer as {@link readAnswer} returns it
 * @param mayWait the question can be left for later
 */
export function answerProblem(
  { kind, choices, required }: Pick<Question, "kind" | "choices" | "required">,
  answer: string,
  mayWait: boolean,
): string | undefined {
  if (answer === "") return required && !mayWait ? messages.required : undefined;
  switch (kind) {
    case "text":
      return answer.length > ANSWER_LENGTH ? messages.textMost({ most: ANSWER_LENGTH }) : undefined;
    case "number":
      return /^\d{1,6}$/.test(answer) ? undefined : messages.wholeNumber;
    case "choice":
      return choices.includes(answer) ? undefined : messages.choose;
    case "fssai_number":
      return FSSAI_NUMBER.test(answer) ? undefined : messages.fssai;
    case "file":
      return messages.upload;
  }
}

/** A problem of an answer, by the question's key. */
export type AnswerProblems = Readonly<Record<string, string>>;

/** Answers by the question's key. */
export type Answers = Readonly<Record<string, string>>;

/** What {@link formAnswers} found: the answers as they are stored, or what is wrong with them. */
export interface FormAnswers {
  readonly answers: Answers;
  readonly problems: AnswerProblems;
}

/**
 * The answers of a registration form for a stall of a type. Answers to other questions are left out: one may have been removed
 * while the form was open. Who does not sell food has no answers to what food stalls are asked.
 */
export function formAnswers(questions: readonly Question[], type: StallType, given: Answers): FormAnswers {
  const typed = questions
    .filter((question) => isInForm(question, type))
    .map((question) => ({ question, answer: readAnswer(question, given[question.key] ?? "") }));
  const food = sellsFood(Object.fromEntries(typed.map(({ question, answer }) => [question.key, answer])));
  const read = typed.map(({ question, answer }) => ({ question, answer: isShown(question, food) ? answer : "" }));
  const problems = read.flatMap(({ question, answer }) => {
    if (!isShown(question, food)) return [];
    const problem = answerProblem(question, answer, question.asked !== "form");
    return problem === undefined ? [] : [[question.key, problem] as const];
  });
  return {
    answers: Object.fromEntries(read.map(({ question, answer }) => [question.key, answer])),
    problems: Object.fromEntries(problems),
  };
}

/** What the holder of a stall of a type is asked, by what she has answered so far. */
export function askedPapers<Asked extends Question>(
  questions: readonly Asked[],
  type: StallType,
  answers: Readonly<Partial<Record<string, string>>>,
): readonly Asked[] {
  const stall = { type, food: sellsFood(answers) };
  return questions.filter((question) => appliesTo(question, stall));
}

/** The required questions of a stall that have no answer yet. */
export function missingPapers<Asked extends Question>(
  questions: readonly Asked[],
  type: StallType,
  answers: Readonly<Partial<Record<string, string>>>,
): readonly Asked[] {
  return askedPapers(questions, type, answers).filter((asked) => isMissing(asked, answers[asked.key] !== undefined));
}

/** Whether a question that is asked of somebody still needs her answer. */
export function isMissing({ required }: Pick<Question, "required">, isAnswered: boolean): boolean {
  return required && !isAnswered;
}

/** When an event begins: until then, papers can be answered and replaced. */
export function papersDue({ days }: Pick<EventRecord, "days">): Date {
  const [first] = days;
  return new Date(first === undefined ? 0 : indianTime(first.date, first.opens));
}

/** Whether the holder of a sold stall can answer. @param at the database's clock */
export function arePapersOpen(event: Pick<EventRecord, "days">, status: EventStatus, at: Date): boolean {
  return status === "published" && at < papersDue(event);
}

/** The key of a new question: words of its label, unlike the others, and unlike that of the {@link FOOD_QUESTION}. */
export function questionKey(label: string, used: readonly string[]): string {
  const words = plainCharacters(label)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .slice(0, 30)
    .replace(/^_|_$/g, "");
  const base = /^[a-z]/.test(words) ? words : `question_${words}`.replace(/_$/, "");
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? base : `${base}_${number}`;
    if (key !== FOOD_QUESTION.key && !used.includes(key)) return key;
  }
}

/** Format of a question's key. */
export const QUESTION_KEY_LENGTH = 40;

/** What papers are kept as, and how their names end: photos are kept as JPEG. */
export const PAPER_TYPES = { "application/pdf": "pdf", "image/jpeg": "jpg" } as const;
export type PaperType = keyof typeof PAPER_TYPES;
