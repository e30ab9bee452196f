import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/papers";
import { PAPER_UPLOAD } from "@sakhi/domain/uploads/upload.rules";

/** Texts of what an event asks of those who book its stalls. */
export const strings = {
  ...messages,
  missing: (labels: readonly string[], until: string) => messages.missing({ papers: labels.join(", "), until }),
  complete: (until: string) => messages.complete({ until }),
  uploadLabel: (label: string) => messages.uploadLabel({ paper: isolated(label) }),
  replaceLabel: (label: string) => messages.replaceLabel({ paper: isolated(label) }),
  download: (name: string) => messages.download({ file: isolated(name) }),
  fileHelp: messages.fileHelp({ formats: PAPER_UPLOAD.words }),
  fileNow: (name: string, kilobytes: number) =>
    messages.fileNow({ file: isolated(name), size: kilobytes.toLocaleString("en-IN") }),
  uploaded: (name: string) => messages.uploaded({ file: isolated(name) }),
  uploadedInstead: (name: string, before: string) =>
    messages.uploadedInstead({ file: isolated(name), before: isolated(before) }),
} as const;
