import type { QuestionAudience, QuestionKind, QuestionTime } from "./question.rules.js";

/** Questions that most events need, to begin with. */
export const SUGGESTED_QUESTIONS = [
  {
    label: "FSSAI number",
    help: "14 digits, on your licence or registration certificate.",
    ...{ kind: "fssai_number", required: true, asked: "form_or_later", audience: "food_stalls" },
  },
  {
    label: "FSSAI certificate",
    help: "Your licence or registration certificate as a PDF or a photo.",
    ...{ kind: "file", required: true, asked: "later", audience: "food_stalls" },
  },
  {
    label: "What do you sell?",
    help: "For the list of stalls and the sign above yours.",
    ...{ kind: "text", required: true, asked: "form_or_later", audience: "every_stall" },
  },
  {
    label: "Number of badges",
    help: "One for each person at your stall.",
    ...{ kind: "number", required: false, asked: "form_or_later", audience: "every_stall" },
  },
] as const satisfies readonly {
  readonly label: string;
  readonly help: string;
  readonly kind: QuestionKind;
  readonly required: boolean;
  readonly asked: QuestionTime;
  readonly audience: QuestionAudience;
}[];
