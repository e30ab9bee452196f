import { Box, chakra, Text } from "@chakra-ui/react";
import { sellsFood } from "@sakhi/domain/papers/food.rules";
import { isShown } from "@sakhi/domain/papers/question.rules";
import type { AskedQuestionResponse as AskedQuestion } from "../../api/mela-api";
import { strings } from "./papers.strings";
import { QuestionField } from "./question-field";
import type { AnswerFields } from "./use-answers";

/** What the event asks of the stall, after the fields of the registration. */
export function QuestionFields({
  questions,
  answers,
  readOnly,
}: {
  readonly questions: readonly AskedQuestion[];
  readonly answers: AnswerFields;
  readonly readOnly: boolean;
}) {
  const food = sellsFood(answers.values);
  const shown = questions.filter((question) => isShown(question, food));
  const canWait = shown.some(({ required, asked }) => required && asked !== "form");
  return (
    <Box role="group" aria-labelledby="questions" mt="8" display="grid" gap="5">
      <Box>
        <chakra.h3 id="questions" textStyle="h3">
          {strings.formTitle}
        </chakra.h3>
        {canWait && !readOnly && <Text color="muted">{strings.formLater}</Text>}
      </Box>
      {shown.map((question) => (
        <QuestionField key={question.key} question={question} answers={answers} inForm readOnly={readOnly} />
      ))}
    </Box>
  );
}
