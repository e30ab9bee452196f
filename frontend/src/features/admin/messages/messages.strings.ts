import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/admin-messages";
import type { Placeholder } from "@sakhi/domain/messages/message-text.rules";
import type { MessageAudience, MessageState, MessageTiming } from "@sakhi/domain/messages/message.rules";
import type { MessageTemplate } from "@sakhi/domain/messages/message.templates";
import type { MessageOutcome } from "../../../api/admin-api";

const { rule, counts, actions, steps, form, remind, files, recipients } = messages;

interface OfSubject {
  readonly label: (given: { readonly subject: string }) => string;
  readonly dialog: (given: { readonly subject: string }) => string;
}

/** A step's texts, which name the message. */
const stepOf = <Step extends OfSubject>(step: Step) => ({
  ...step,
  label: (subject: string) => step.label({ subject: isolated(subject) }),
  dialog: (subject: string) => step.dialog({ subject: isolated(subject) }),
});

const inBraces = (placeholder: string): string => `{${placeholder}}`;

/** Texts of the messages to holders. */
export const strings = {
  ...messages,
  templates: messages.templates satisfies Record<MessageTemplate, string>,
  audiences: messages.audiences satisfies Record<MessageAudience, string>,
  chosen: (count: number) => messages.chosen({ count }),
  timings: messages.timings satisfies Record<MessageTiming, string>,
  rule: {
    now: () => rule.now,
    at: () => rule.at,
    days_before: (count: number) => rule.days_before({ count }),
    evening_before: () => rule.evening_before,
    days_after: (count: number) => rule.days_after({ count }),
  } satisfies Record<MessageTiming, (count: number) => string>,
  states: messages.states satisfies Record<MessageState, string>,
  due: (moment: string, timing: string) => messages.due({ moment, rule: timing }),
  endedAt: (moment: string) => messages.endedAt({ moment }),
  progress: (reached: number, all: number) => messages.progress({ reached, all }),
  progressLabel: (reached: number, all: number) => messages.progressLabel({ reached, all }),
  counts: {
    queued: (count: number) => counts.queued({ count }),
    failed: (count: number) => counts.failed({ count }),
    skipped: (count: number) => counts.skipped({ count }),
    refused: (count: number) => counts.refused({ count }),
  },
  actions: {
    ...actions,
    changeLabel: (subject: string) => actions.changeLabel({ subject: isolated(subject) }),
    recipientsLabel: (subject: string) => actions.recipientsLabel({ subject: isolated(subject) }),
  },
  steps: { pause: stepOf(steps.pause), resume: stepOf(steps.resume), stop: stepOf(steps.stop) },
  form: {
    ...form,
    fileOf: (name: string, size: string) => form.fileOf({ name: isolated(name), size }),
    passedOn: form.passedOn({ placeholder: inBraces("link" satisfies Placeholder) }),
    unsaid: (names: readonly string[]) => form.unsaid({ placeholders: names.map(inBraces).join(", ") }),
    means: form.means satisfies Record<Placeholder, string>,
    done: (subject: string, draft: boolean) =>
      (draft ? form.keptAsDraft : form.goesOut)({ subject: isolated(subject) }),
    reach: (reached: number, all: number) =>
      reached === all ? form.reachAll({ count: all }) : form.reachSome({ recipients: reached, all }),
    blanks: (blanks: readonly string[]) => form.blanks({ blanks: blanks.join(", ") }),
    previewOf: (stall: string, business: string) =>
      form.previewOf({ stall: isolated(stall), business: isolated(business) }),
    frame: (stall: string) => form.frame({ stall: isolated(stall) }),
    tested: (to: string) => form.tested({ to: isolated(to) }),
  },
  remind: {
    ...remind,
    button: (count: number) => remind.button({ count }),
    reminders: (moments: readonly string[]) => remind.reminders({ moments: moments.join(", ") }),
    reminded: (moment: string) => remind.reminded({ moment }),
  },
  files: {
    ...files,
    help: (formats: string) => files.help({ formats }),
    uploaded: (name: string) => files.uploaded({ name: isolated(name) }),
    size: (bytes: number) =>
      bytes < 1024 * 1024
        ? files.kilobytes({ size: Math.ceil(bytes / 1024) })
        : files.megabytes({ size: (bytes / 1024 / 1024).toFixed(1) }),
    download: {
      ...files.download,
      label: (name: string) => files.download.label({ name: isolated(name) }),
      done: (file: string) => ({ title: files.download.done, description: file }),
    },
    remove: {
      ...files.remove,
      label: (name: string) => files.remove.label({ name: isolated(name) }),
      dialog: (name: string) => files.remove.dialog({ name: isolated(name) }),
    },
  },
  recipients: {
    ...recipients,
    dialog: (subject: string) => recipients.dialog({ subject: isolated(subject) }),
    openBooking: (stall: string) => recipients.openBooking({ stall: isolated(stall) }),
    outcomes: recipients.outcomes satisfies Record<MessageOutcome, string>,
  },
} as const;
