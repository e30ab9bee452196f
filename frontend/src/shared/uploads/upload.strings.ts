import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/upload";

/** Texts of every upload: of a picture, and of a paper. */
export const strings = {
  ...messages,
  uploading: (percent: number) => messages.uploading({ percent }),
  stop: (name: string) => messages.stop({ name: isolated(name) }),
  remove: (name: string) => messages.remove({ name: isolated(name) }),
} as const;
