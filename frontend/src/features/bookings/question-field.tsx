import { Box, chakra, Flex, Input, type InputProps } from "@chakra-ui/react";
import { FOOD_QUESTION } from "@sakhi/domain/papers/food.rules";
import type { QuestionKind } from "@sakhi/domain/papers/question.rules";
import type { AskedQuestionResponse as AskedQuestion } from "../../api/mela-api";
import { asInput, Select } from "../../ui/choice";
import { tile } from "../../ui/options";
import { describedBy, FieldFrame, FieldName, GroupError } from "../../ui/text-field";
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

interface FieldProps {
  readonly question: AskedQuestion;
  readonly answers: AnswerFields;
  /** In the registration form, where some can wait. */
  readonly inForm: boolean;
  readonly readOnly?: boolean;
}

/** Yes and No side by side: what is asked next depends on it. */
function FoodField({ question, answers, inForm, readOnly = false }: FieldProps) {
  const { key, label, help, choices = [] } = question;
  const error = answers.errors[key];
  const id = `answer-${key}`;
  const suffix = suffixOf(question, inForm);
  return (
    <Box
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-describedby={error === undefined ? `${id}-help` : `${id}-error`}
      aria-invalid={error !== undefined}
      aria-required={suffix === undefined}
      display="grid"
      gap="1.5"
    >
      <chakra.span id={`${id}-label`} fontWeight="600" display="flex" gap="2" flexWrap="wrap">
        <FieldName label={label} optional={suffix} />
      </chakra.span>
      <Flex gap="3" wrap="wrap">
        {choices.map((choice, index) => (
          <chakra.label key={choice} {...tile} minWidth="7rem">
            <input
              type="radio"
              ref={index === 0 ? answers.refOf(key) : undefined}
              name={`answers.${key}`}
              value={choice}
              checked={answers.values[key] === choice}
              disabled={readOnly}
              onChange={() => answers.change(key, choice)}
            />
            <span>{choice}</span>
          </chakra.label>
        ))}
      </Flex>
      {help !== undefined && error === undefined && (
        <chakra.span id={`${id}-help`} color="muted" fontSize="0.9375rem">
          {help}
        </chakra.span>
      )}
      <GroupError id={`${id}-error`} error={error} />
    </Box>
  );
}

/** The field of a question; files have one of their own. */
export function QuestionField(props: FieldProps) {
  return props.question.key === FOOD_QUESTION.key ? <FoodField {...props} /> : <AnswerField {...props} />;
}

function AnswerField({ question, answers, inForm, readOnly = false }: FieldProps) {
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
