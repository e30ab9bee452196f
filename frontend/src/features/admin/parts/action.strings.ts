/** What stands around every action of an organiser. */
export const strings = {
  what: "What will happen",
  reason: "Reason",
  reasonHelp: "Kept in the audit log; visitors never see it.",
  optional: "(optional)",
  back: "Go back",
  failed: "That did not work",
  failedText: "Nothing was changed. Please try again.",
  unanswered: "We could not reach the server. Look at the booking again before you repeat this.",
} as const;
