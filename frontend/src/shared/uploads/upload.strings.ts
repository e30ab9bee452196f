import { isolated } from "@sakhi/domain/fields/isolation";

/** Texts of every upload: of a picture, and of a paper. */
export const strings = {
  uploading: (percent: number) => `Uploading: ${percent} %`,
  waiting: "The connection is interrupted. The upload continues when it is back.",
  checking: "The file has arrived and is being checked.",
  failed: "The file did not arrive. Please try again in a moment.",
  again: "Try again",
  stop: (name: string) => `Stop uploading: ${isolated(name)}`,
  remove: (name: string) => `Remove ${isolated(name)}`,
} as const;
