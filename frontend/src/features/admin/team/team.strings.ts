import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/admin-team";

const { change, preview, invite, invitations, consequences, done } = messages;

/** Texts of the people of the team. */
export const strings = {
  ...messages,
  change: {
    ...change,
    title: (name: string) => change.title({ name: isolated(name) }),
    consequence: (purpose: string, name: string) => change.consequence({ purpose, name: isolated(name) }),
  },
  preview: {
    ...preview,
    opensViews: (views: string) => preview.opensViews({ views }),
    changesIn: (views: string) => preview.changesIn({ views }),
    needsAlso: (rights: readonly string[]) => preview.needsAlso({ rights: joined(rights) }),
  },
  invite: { ...invite, consequence: (purpose: string) => invite.consequence({ purpose }) },
  invitations: {
    ...invitations,
    line: (isNew: boolean, by: string, until: string) =>
      (isNew ? invitations.invitation : invitations.newPassword)({ by: isolated(by), until }),
  },
  disabled: (day: string) => messages.disabled({ day }),
  label: (action: string, name: string) => messages.label({ action, name: isolated(name) }),
  consequences: {
    passwordLink: (name: string) => consequences.passwordLink({ name: isolated(name) }),
    disable: (name: string) => consequences.disable({ name: isolated(name) }),
    enable: (name: string) => consequences.enable({ name: isolated(name) }),
    remove: (name: string) => consequences.remove({ name: isolated(name) }),
  },
  done: {
    invited: (name: string) => done.invited({ name: isolated(name) }),
    passwordLink: (name: string) => done.passwordLink({ name: isolated(name) }),
    access: (name: string) => done.access({ name: isolated(name) }),
    withdrawn: (name: string) => done.withdrawn({ name: isolated(name) }),
    disable: (name: string) => done.disable({ name: isolated(name) }),
    enable: (name: string) => done.enable({ name: isolated(name) }),
    remove: (name: string) => done.remove({ name: isolated(name) }),
  },
} as const;

/** "one, and other". */
function joined([first = "", ...others]: readonly string[]): string {
  return others.reduce((one, other) => preview.both({ one, other }), first);
}
