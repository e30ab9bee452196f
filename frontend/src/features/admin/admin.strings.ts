import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/office";

const { invitation, frame, refused } = messages;

/** Texts of the login and the dashboard's frame; verbatim where the specification has them. */
export const strings = {
  ...messages,
  invitation: {
    ...invitation,
    invited: (by: string, username: string, role: string) =>
      invitation.invited({ by: isolated(by), role: role.toLowerCase(), username: isolated(username) }),
    reset: (by: string, username: string) => invitation.reset({ by: isolated(by), username: isolated(username) }),
    until: (moment: string) => invitation.until({ moment }),
    done: (username: string) => invitation.done({ username: isolated(username) }),
  },
  frame: {
    ...frame,
    version: (version: string) => frame.version({ version }),
    waiting: (count: number) => frame.waiting({ count }),
  },
  refused: {
    ...refused,
    title: (view: string) => refused.title({ view }),
    text: (role: string) => refused.text({ role }),
  },
} as const;
