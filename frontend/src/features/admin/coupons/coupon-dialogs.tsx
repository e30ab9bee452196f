import { ChangeCouponDto, CreateCouponDto } from "@sakhi/domain/operator/coupon-actions.dto";
import { STALL_TYPES, stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import type { Coupon } from "../../../api/review-api";
import { useChangeCouponMutation, useCreateCouponMutation } from "../../../api/review-api";
import type { ActionField } from "../parts/action-dialog";
import { ActionDialog } from "../parts/action-dialog";
import { reasonField } from "../parts/reason-field";
import { strings } from "./coupons.strings";

/** A moment as a date and time field holds it, in India's time: 2026-12-01T00:00. */
function fieldMoment(at: string | undefined): string {
  if (at === undefined) return "";
  const india = new Date(Date.parse(at) + 5.5 * 3_600_000);
  return india.toISOString().slice(0, 16);
}

const words = strings.form;

/** What makes up a coupon besides its code. */
const TERMS: readonly ActionField<ChangeCouponDto>[] = [
  { name: "percentage", label: words.percentage, number: true, input: { inputMode: "numeric" } },
  {
    name: "stallType",
    label: words.stallType,
    optional: true,
    options: [["", strings.allStalls], ...STALL_TYPES.map((type) => [type, stallTypeLabel(type)] as const)],
  },
  {
    name: "maxUses",
    label: words.maxUses,
    help: words.maxUsesHelp,
    optional: true,
    number: true,
    input: { inputMode: "numeric" },
  },
  { name: "startsAt", label: words.startsAt, help: words.startsAtHelp, optional: true, moment: true },
  { name: "endsAt", label: words.endsAt, help: words.endsAtHelp, optional: true, moment: true },
];

/** The terms as they are sent: what is left out is no limit. */
function termsOf({ percentage, active, startsAt, endsAt, maxUses, stallType, reason }: ChangeCouponDto) {
  return {
    percentage,
    active,
    reason,
    startsAt: startsAt ?? null,
    endsAt: endsAt ?? null,
    maxUses: maxUses ?? null,
    stallType: stallType ?? null,
  };
}

/** A coupon's terms as they stand, for the form. */
function statusTerms(coupon: Coupon) {
  return {
    percentage: coupon.percentage,
    active: coupon.active,
    startsAt: fieldMoment(coupon.startsAt),
    endsAt: fieldMoment(coupon.endsAt),
    ...(coupon.maxUses === undefined ? {} : { maxUses: coupon.maxUses }),
    ...(coupon.stallType === undefined ? {} : { stallType: coupon.stallType }),
    reason: "",
  };
}

/** Makes a coupon. */
export function CreateCoupon({ onClose }: { readonly onClose: () => void }) {
  const [create] = useCreateCouponMutation();
  const dialog = strings.createDialog;
  return (
    <ActionDialog<CreateCouponDto>
      wide
      title={dialog.title}
      dto={CreateCouponDto}
      initial={{ code: "", active: true, startsAt: "", endsAt: "", reason: "" }}
      fields={() => [
        {
          name: "code",
          label: words.code,
          help: words.codeHelp,
          input: {
            autoComplete: "off",
            autoCapitalize: "characters",
            spellCheck: false,
            textTransform: "uppercase",
          },
        },
        ...(TERMS as readonly ActionField<CreateCouponDto>[]),
        reasonField(),
      ]}
      consequence={({ code = "", percentage }) =>
        dialog.consequence(
          code.trim().toUpperCase(),
          percentage === undefined || Number.isNaN(percentage) ? "" : String(percentage),
        )
      }
      confirm={dialog.confirm}
      pending={dialog.pending}
      run={async (values) => {
        await create({ ...termsOf(values), code: values.code }).unwrap();
        return dialog.done(values.code);
      }}
      onClose={onClose}
    />
  );
}

/** Changes a coupon's terms. */
export function ChangeCoupon({ coupon, onClose }: { readonly coupon: Coupon; readonly onClose: () => void }) {
  const [change] = useChangeCouponMutation();
  const dialog = strings.changeDialog;
  const { code } = coupon;
  return (
    <ActionDialog<ChangeCouponDto>
      wide
      title={dialog.title(code)}
      dto={ChangeCouponDto}
      initial={statusTerms(coupon)}
      fields={() => [...TERMS, reasonField()]}
      consequence={() => dialog.consequence}
      confirm={dialog.confirm}
      pending={dialog.pending}
      run={async (values) => {
        await change({ code, changeCouponDto: termsOf(values) }).unwrap();
        return dialog.done(code);
      }}
      onClose={onClose}
    />
  );
}

/** Switches a coupon off, or on again; nothing else of it changes. */
export function SwitchCoupon({ coupon, onClose }: { readonly coupon: Coupon; readonly onClose: () => void }) {
  const [change] = useChangeCouponMutation();
  const { code, active, percentage, startsAt, endsAt, maxUses, stallType } = coupon;
  const dialog = active ? strings.offDialog : strings.onDialog;
  return (
    <ActionDialog<ChangeCouponDto>
      title={dialog.title(code)}
      danger={active}
      dto={ChangeCouponDto}
      initial={{
        percentage,
        active: !active,
        reason: "",
        ...(startsAt === undefined ? {} : { startsAt }),
        ...(endsAt === undefined ? {} : { endsAt }),
        ...(maxUses === undefined ? {} : { maxUses }),
        ...(stallType === undefined ? {} : { stallType }),
      }}
      fields={() => [reasonField()]}
      consequence={() => dialog.consequence}
      confirm={dialog.confirm}
      pending={dialog.pending}
      run={async (values) => {
        await change({ code, changeCouponDto: termsOf(values) }).unwrap();
        return dialog.done(code);
      }}
      onClose={onClose}
    />
  );
}
