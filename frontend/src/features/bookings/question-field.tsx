import { Input, type InputProps } from "@chakra-ui/react";
import type { QuestionKind } from "@sakhi/domain/papers/question.rules";
import type { AskedQuestionResponse as AskedQuestion } from "../../api/mela-api";
import { asInput, Select } from "../../ui/choice";
import { describedBy, FieldFrame } from "../../ui/text-field";
import { strings } from "./papers.strings";
import type { AnswerFields } from "./use-answers";

const INPUTS: Readonly<Record<QuestionKind, InputProps>> = {
  text: { autoComplete: "off" },
  number: { autoComplete: "off", inputMode: "numeric" },
  fssai_number: { autoComplete: "off", inputMode: "numeric", spellCheck: false },
  choice: {},
  file: {},
};

/** What follows the label of a question that need not be answered now. */
function suffixOf({ required, asked }: AskedQuestion, inForm: boolean): string | undefined {
  if (!required) return strings.optional;
  return inForm && asked !== "form" ? strings.canWait : undefined;
}

/** The field of a question; files have one of their own. */
export function QuestionField({
  question,
  answers,
  inForm,
  readOnly = false,
}: {
  readonly question: AskedQuestion;
  readonly answers: AnswerFields;
  /** In the registration form, where some can wait. */
  readonly inForm: boolean;
  readonly readOnly?: boolean;
}) {
  const { key, label, help, kind, choices = [] } = question;
  const error = answers.errors[key];
  const errorId = `answer-${key}-error`;
  const suffix = suffixOf(question, inForm);
  const control = {
    ...{ name: `answers.${key}`, value: answers.values[key] ?? "" },
    ...describedBy(error, errorId),
    "aria-required": suffix === undefined,
    onBlur: () => answers.leave(question),
  };
  return (
    <FieldFrame label={label} optional={suffix} help={help} error={error} errorId={errorId} readOnly={readOnly}>
      {kind === "choice" && !readOnly ? (
        <Select
          {...asInput}
          {...control}
          ref={answers.refOf(key)}
          options={[["", strings.choose], ...choices.map((choice) => [choice, choice] as const)]}
          onChange={(event) => answers.change(key, event.currentTarget.value)}
        />
      ) : (
        <Input
          {...INPUTS[kind]}
          {...control}
          ref={answers.refOf(key)}
          onChange={(event) => answers.change(key, event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  );
}
