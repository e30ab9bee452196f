/** The texts about an event's texts in other languages. */
export const strings = {
  title: "In other languages",
  lead: "Pages, mails and tickets in another language say the event like this. What is empty is shown in English there. When an English text changes, what was said for it in other languages is removed: please say it again. Address, map and invoices stay as they are.",
  gate: "Gate",
  button: (language: string) => `Change the texts in ${language}`,
  dialog: (language: string) => `The event in ${language}`,
  help: (english: string) => `In English: ${english}`,
  english: (text: string) => `${text} (English)`,
  consequence: (language: string) =>
    `Pages in ${language} show it at once, and mails that are sent from now on. Nobody is notified.`,
  confirm: "Save the texts",
  pending: "Saving...",
  done: (language: string) => `The texts in ${language} are saved.`,
} as const;
