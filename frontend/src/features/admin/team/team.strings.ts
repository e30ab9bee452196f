import { isolated } from "@sakhi/domain/fields/isolation";

/** Texts of the people of the team. */
export const strings = {
  title: "Team",
  lead: "Who works with you, in which role and at which events. Nobody can give more than she may do herself.",
  role: "Role",
  events: "At",
  allEvents: "All events, also future ones",
  change: {
    open: "Role",
    title: (name: string) => `Change the role of ${isolated(name)}`,
    confirm: "Change the role",
    pending: "Changing...",
    consequence: (purpose: string, name: string) =>
      `${purpose} This holds for ${isolated(name)} at once; links that she sent stop working.`,
  },
  preview: {
    title: "What can she see?",
    lead: "What a role shows and allows, before you give it to anyone.",
    open: "Preview",
    where: "At",
    all: "All events",
    some: "Named events only",
    views: "In the dashboard",
    noViews: "Nothing but her own account and the gate's page.",
    may: "She may",
    mayNot: "She may not",
    opensViews: (views: string) => `Shows: ${views}.`,
    changesIn: (views: string) => `Changes things in: ${views}.`,
    needsAlso: (rights: readonly string[]) => `(if she may also ${rights.join(", and ")})`,
    opensNothing: "Nothing by itself: it is asked together with others.",
    ownEvents: "At other events than hers, nothing of this.",
    hidden: "Phone numbers and e-mail addresses are hidden from her, on screens, in files and in PDFs.",
  },
  email: "Email address",
  emailHelp: "The link goes there and is not stored with the account. Make sure that it is hers.",
  passwordLink: "New password",
  invite: {
    open: "Invite a colleague",
    title: "Invite a colleague",
    username: "Username",
    usernameHelp: "Letters, digits, dots, hyphens and underscores. She logs in with it.",
    consequence: (purpose: string) =>
      `She gets a mail with a link to choose a password. ${purpose} The preview below shows what she can see.`,
    confirm: "Send the link",
    pending: "Sending...",
  },
  invitations: {
    failed: "The links that are still open could not be fetched.",
    title: "Links not used yet",
    line: (isNew: boolean, by: string, until: string) =>
      `${isNew ? "Invitation" : "New password"}, sent by ${isolated(by)}, works until ${until}`,
    withdraw: "Withdraw",
    consequence: "The link in the mail stops working at once.",
  },
  loading: "Loading the administrators",
  failed: "The administrators could not be loaded.",
  table: "Administrators",
  columns: {
    name: "Name",
    role: "Role",
    factor: "Two steps",
    lastLogin: "Last login",
    status: "Account",
    actions: "Actions",
  },
  self: "you",
  yes: "Yes",
  no: "No",
  never: "never",
  active: "active",
  disabled: (day: string) => `disabled since ${day}`,
  disable: "Disable",
  enable: "Enable",
  remove: "Remove",
  label: (what: string, name: string) => `${what} ${isolated(name)}`,
  consequences: {
    passwordLink: (name: string) =>
      `Anyone who opens the link within a day can choose ${isolated(name)}'s password; two-step verification stays. ${isolated(name)}'s sessions end when it is used.`,
    disable: (name: string) =>
      `${isolated(name)} is logged out at once and can't log in until somebody enables the account again.`,
    enable: (name: string) => `${isolated(name)} can log in again, with the password and the app they had.`,
    remove: (name: string) =>
      `${isolated(name)} is logged out at once and the account is gone for good. What they did stays in the audit log.`,
  },
  pending: "Please wait...",
} as const;
