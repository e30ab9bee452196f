import { sellsFood } from "@sakhi/domain/papers/food.rules";
import { answerProblem, isShown, readAnswer } from "@sakhi/domain/papers/question.rules";
import { useRef, useState } from "react";
import { apiErrorOf } from "../../api/failure";
import type { AskedQuestionResponse as AskedQuestion } from "../../api/mela-api";
import { useAfterPress } from "../../ui/tidy-fields";

/** Texts by the question's key. */
export type AnswerTexts = Readonly<Record<string, string>>;

/** Answers as they are typed, with their problems. */
export interface AnswerFields {
  readonly values: AnswerTexts;
  readonly errors: AnswerTexts;
  readonly refOf: (key: string) => (element: HTMLElement | null) => void;
  readonly change: (key: string, value: string) => void;
  /** The field is left: what can be read is stored as it is read, and judged. */
  readonly leave: (question: AskedQuestion) => void;
  /** Judges all; the first field with a problem gets the focus. @returns whether there is none */
  readonly check: (focus?: boolean) => boolean;
  /** Shows what the server refuses at its field. @returns whether there is any */
  readonly showRefused: (error: unknown) => boolean;
}

const problemOf = (question: AskedQuestion, text: string, mayWait: boolean) =>
  answerProblem({ choices: [], ...question }, readAnswer(question, text), mayWait);

/**
 * The fields of an event's questions.
 *
 * @param mayWait a required question can be left empty
 * @param onChange called when something is typed
 */
export function useAnswers(
  questions: readonly AskedQuestion[],
  initial: AnswerTexts,
  mayWait: (question: AskedQuestion) => boolean,
  onChange?: () => void,
): AnswerFields {
  const afterPress = useAfterPress();
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<AnswerTexts>({});
  const elements = useRef(new Map<string, HTMLElement>());

  const show = (problems: readonly (readonly [key: string, problem: string])[], focus: boolean): boolean => {
    setErrors(Object.fromEntries(problems));
    const [first] = problems;
    if (first !== undefined && focus) elements.current.get(first[0])?.focus();
    return problems.length > 0;
  };
  const without = (key: string) => setErrors(({ [key]: _gone, ...others }) => others);
  return {
    values,
    errors,
    refOf: (key) => (element) => {
      if (element === null) elements.current.delete(key);
      else elements.current.set(key, element);
    },
    change: (key, value) => {
      setValues((before) => ({ ...before, [key]: value }));
      without(key);
      onChange?.();
    },
    leave: (question) =>
      afterPress(() => {
        const { key } = question;
        const typed = values[key] ?? "";
        if (typed === "") return;
        const problem = problemOf(question, typed, true);
        if (problem === undefined) {
          setValues((before) => ({ ...before, [key]: readAnswer(question, typed) }));
          without(key);
        } else setErrors((before) => ({ ...before, [key]: problem }));
      }),
    check: (focus = true) =>
      !show(
        questions.flatMap((question) => {
          if (!isShown(question, sellsFood(values))) return [];
          const problem = problemOf(question, values[question.key] ?? "", mayWait(question));
          return problem === undefined ? [] : [[question.key, problem] as const];
        }),
        focus,
      ),
    showRefused: (error) => {
      const { fields = {} } = apiErrorOf(error);
      return show(
        questions.flatMap(({ key }) =>
          (fields[`answers.${key}`] ?? []).slice(0, 1).map((problem) => [key, problem] as const),
        ),
        true,
      );
    },
  };
}
