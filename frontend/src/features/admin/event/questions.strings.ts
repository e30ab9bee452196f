import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/admin-event-papers";
import { FOOD_QUESTION } from "@sakhi/domain/papers/food.rules";
import { ANSWER_LENGTH } from "@sakhi/domain/papers/question.rules";
import type { QuestionAudience, QuestionKind, QuestionTime } from "@sakhi/domain/papers/question.rules";

const { add, change, remove, list, booking } = messages;

/** A message about a question, by its label. */
const ofQuestion = (message: (of: { readonly question: string }) => string) => (label: string) =>
  message({ question: isolated(label) });

/** Texts of what an event asks of those who book its stalls. */
export const strings = {
  ...messages,
  kinds: { ...messages.kinds, text: messages.kinds.text({ most: ANSWER_LENGTH }) } satisfies Record<
    QuestionKind,
    string
  >,
  times: messages.times satisfies Record<QuestionTime, string>,
  audiences: messages.audiences satisfies Record<QuestionAudience, string>,
  answers: (count: number) => messages.answers({ count }),
  foodHelp: messages.foodHelp({ question: FOOD_QUESTION.label }),
  add: { ...add, consequence: (form: boolean) => (form ? add.inForm : add.later), done: ofQuestion(add.done) },
  change: {
    ...change,
    label: ofQuestion(change.label),
    dialog: ofQuestion(change.dialog),
    consequence: (answers: number) => change.consequence({ answers }),
    done: ofQuestion(change.done),
  },
  remove: {
    ...remove,
    label: ofQuestion(remove.label),
    dialog: ofQuestion(remove.dialog),
    consequence: (answers: number) => remove.consequence({ answers }),
    done: ofQuestion(remove.done),
  },
  list: {
    ...list,
    lead: (missing: number, all: number) => list.lead({ missing, all }),
    open: (stall: string) => list.open({ stall: isolated(stall) }),
    answered: (answered: number, asked: number) => list.answered({ answered, asked }),
    done: (file: string) => ({ title: list.done, description: file }),
  },
  booking: {
    ...booking,
    label: (label: string) => booking.label({ paper: isolated(label) }),
    done: (file: string) => ({
      title: booking.done.title,
      description: booking.done.description({ file: isolated(file) }),
    }),
  },
} as const;
