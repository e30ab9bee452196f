import messages from "@sakhi/domain/generated/messages/en/admin-event-translations";

/** The texts about an event's texts in other languages. */
export const strings = {
  ...messages,
  button: (language: string) => messages.button({ language }),
  dialog: (language: string) => messages.dialog({ language }),
  help: (english: string) => messages.help({ english }),
  english: (text: string) => messages.english({ text }),
  consequence: (language: string) => messages.consequence({ language }),
  done: (language: string) => messages.done({ language }),
} as const;
