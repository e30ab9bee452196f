import { isolated } from "@sakhi/domain/fields/isolation";
import { FOOD_QUESTION } from "@sakhi/domain/papers/food.rules";
import { ANSWER_LENGTH } from "@sakhi/domain/papers/question.rules";
import type { QuestionAudience, QuestionKind, QuestionTime } from "@sakhi/domain/papers/question.rules";

const answers = (count: number) => (count === 1 ? "1 answer" : `${count} answers`);

/** Texts of what an event asks of those who book its stalls. */
export const strings = {
  title: "Papers asked for",
  lead: "What those who book a stall are asked, after the details that every form has. They can change their answers in My booking until the first day opens.",
  guide: "How do I ask for papers?",
  none: "Nothing is asked.",
  loading: "Loading the questions",
  failed: "The questions could not be fetched.",
  kinds: {
    text: `Words, at most ${ANSWER_LENGTH} characters`,
    number: "A whole number",
    choice: "One of several answers",
    fssai_number: "An FSSAI number, 14 digits",
    file: "A file: a photo or a PDF",
  } satisfies Record<QuestionKind, string>,
  times: {
    form: "In the form, before paying",
    form_or_later: "In the form, or later in My booking",
    later: "Later in My booking",
  } satisfies Record<QuestionTime, string>,
  audiences: {
    every_stall: "Every stall",
    food_stalls: "Food stalls",
    stall_types: "Some stall types",
  } satisfies Record<QuestionAudience, string>,
  decidesFood: "says who sells food",
  required: "required",
  optional: "optional",
  answers,
  fields: {
    label: "Question",
    help: "A sentence below it",
    kind: "Kind of answer",
    choices: "Answers to choose from, one a line",
    required: "Does it have to be answered?",
    asked: "When",
    audience: "Who is asked",
    stallTypes: "Stall types",
    position: "Place in the list",
  },
  yes: "Yes",
  no: "No",
  fileHelp: "Files are always uploaded later, in My booking.",
  foodHelp: `Those who answer “${FOOD_QUESTION.label}” with Yes. That question is added if the event does not ask it yet.`,
  add: {
    button: "Add a question",
    dialog: "Add a question",
    suggested: "Usual questions:",
    consequence: (form: boolean) =>
      form
        ? "Forms ask it from now on. Those who have paid already find it in My booking."
        : "Those who have paid find it in My booking.",
    confirm: "Add the question",
    pending: "Adding...",
    done: (label: string) => `“${isolated(label)}” is asked`,
  },
  change: {
    button: "Change",
    label: (label: string) => `Change the question ${isolated(label)}`,
    dialog: (label: string) => `Change “${isolated(label)}”`,
    consequence: (count: number) =>
      count === 0
        ? "It is asked like this from now on."
        : `It is asked like this from now on. ${answers(count)} stay as they are, so what is answered can't change.`,
    confirm: "Save the question",
    pending: "Saving...",
    done: (label: string) => `“${isolated(label)}” is changed`,
  },
  remove: {
    button: "Remove",
    label: (label: string) => `Remove the question ${isolated(label)}`,
    dialog: (label: string) => `Remove “${isolated(label)}”?`,
    consequence: (count: number) =>
      count === 0
        ? "It is no longer asked. Nobody has answered it."
        : `It is no longer asked. ${answers(count)} ${count === 1 ? "is" : "are"} deleted with ${count === 1 ? "its file" : "their files"}, and can't be restored. Download the papers first if you need them.`,
    confirm: "Remove the question",
    pending: "Removing...",
    done: (label: string) => `“${isolated(label)}” is removed`,
  },
  list: {
    title: "Papers of sold stalls",
    lead: (missing: number, all: number) =>
      missing === 0
        ? `Nothing is missing. Sold stalls that are asked: ${all}.`
        : `Sold stalls that lack something: ${missing} of ${all}.`,
    none: "No sold stall is asked anything.",
    loading: "Loading the papers",
    failed: "The papers could not be fetched.",
    show: "Show",
    shows: { missing: "Only what is missing", all: "All" },
    table: "Papers of sold stalls",
    columns: { stall: "Stall", business: "Business", answered: "Answered", missing: "Missing" },
    open: (stall: string) => `Open the booking of stall ${isolated(stall)}`,
    answered: (answered: number, asked: number) => `${answered} of ${asked}`,
    nothing: "nothing",
    download: "Download as CSV",
    downloading: "Downloading...",
    done: (file: string) => ({ title: "The papers are downloaded", description: file }),
    failedDownload: { title: "The download failed", description: "Please try again in a moment." },
  },
  booking: {
    title: "Papers",
    loading: "Loading the papers",
    failed: "The papers could not be fetched.",
    missing: "missing",
    none: "none",
    download: "Download a stranger’s file",
    downloading: "Downloading...",
    label: (label: string) => `Download a stranger’s file: ${isolated(label)}`,
    done: (file: string) => ({
      title: "The file is downloaded",
      description: `${isolated(file)}: a stranger sent it. Open it with care.`,
    }),
    failedDownload: { title: "The download failed", description: "Please try again in a moment." },
  },
} as const;
