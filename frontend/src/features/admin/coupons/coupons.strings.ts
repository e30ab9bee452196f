import messages from "@sakhi/domain/generated/messages/en/admin-coupons";
import type { Coupon } from "../../../api/admin-api";

const { createDialog, changeDialog, offDialog, onDialog } = messages;

/** Texts of the coupons. */
export const strings = {
  ...messages,
  discount: (percentage: number) => messages.discount({ percentage }),
  from: (moment: string) => messages.from({ moment }),
  until: (moment: string) => messages.until({ moment }),
  uses: (used: number, limit: number | undefined) =>
    limit === undefined ? String(used) : messages.usesOf({ used, limit }),
  usesLabel: (used: number, limit: number | undefined) =>
    limit === undefined ? messages.usedWithoutLimit({ used }) : messages.usedOf({ used, limit }),
  claimed: (count: number) => messages.claimed({ count }),
  statuses: messages.statuses satisfies Record<Coupon["status"], string>,
  changeLabel: (code: string) => messages.changeLabel({ code }),
  switchOffLabel: (code: string) => messages.switchOffLabel({ code }),
  switchOnLabel: (code: string) => messages.switchOnLabel({ code }),
  createDialog: {
    ...createDialog,
    consequence: (code: string, percentage: string) =>
      createDialog.consequence({ code: code || "none", percentage: percentage || "none" }),
    done: (code: string) => createDialog.done({ code }),
  },
  changeDialog: {
    ...changeDialog,
    title: (code: string) => changeDialog.title({ code }),
    done: (code: string) => changeDialog.done({ code }),
  },
  offDialog: {
    ...offDialog,
    title: (code: string) => offDialog.title({ code }),
    done: (code: string) => offDialog.done({ code }),
  },
  onDialog: {
    ...onDialog,
    title: (code: string) => onDialog.title({ code }),
    done: (code: string) => onDialog.done({ code }),
  },
} as const;
