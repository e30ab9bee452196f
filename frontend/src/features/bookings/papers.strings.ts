import { isolated } from "@sakhi/domain/fields/isolation";
import { PAPER_UPLOAD } from "@sakhi/domain/uploads/upload.rules";

/** Texts of what an event asks of those who book its stalls. */
export const strings = {
  formTitle: "What the organizer asks",
  formLater: "What is marked “can wait” you can also answer after paying, in My booking.",
  optional: "(optional)",
  canWait: "(can wait)",
  choose: "Please choose",
  title: "Papers asked for",
  missing: (labels: readonly string[], until: string) =>
    `Still missing: ${labels.join(", ")}. Please answer by ${until}.`,
  complete: (until: string) => `All is answered. You can change it until ${until}.`,
  closed: "The time to answer is over. If something is wrong, please write to us.",
  save: "Save my answers",
  working: "One moment",
  saved: "Your answers are saved.",
  failed: "Nothing was saved. Please try again in a moment.",
  unanswered: "not answered",
  upload: "Choose a file",
  replace: "Replace the file",
  uploadLabel: (label: string) => `Choose a file: ${isolated(label)}`,
  replaceLabel: (label: string) => `Replace the file: ${isolated(label)}`,
  download: (name: string) => `Download ${isolated(name)}`,
  fileHelp: `${PAPER_UPLOAD.words}. A new file takes the place of the one before; of several, the last to arrive counts.`,
  fileNow: (name: string, kilobytes: number) => `${isolated(name)}, ${kilobytes.toLocaleString("en-IN")} kB`,
  uploaded: (name: string) => `${isolated(name)} has arrived.`,
  uploadedInstead: (name: string, before: string) => `${isolated(name)} has arrived, in place of ${isolated(before)}.`,
} as const;
