import { ALL_EVENTS } from "@sakhi/domain/fields/all-events";
import { readCouponCode } from "@sakhi/domain/fields/identifiers";
import { ChangeCouponDto, CreateCouponDto } from "@sakhi/domain/operator/coupon-actions.dto";
import { useState } from "react";
import {
  type Coupon,
  useChangeCouponMutation,
  useCreateCouponMutation,
  useListEventsQuery,
} from "../../../api/admin-api";
import { ActionDialog, type ActionField, reasonField, type SubjectProps } from "../parts/action-dialog";
import { useEventSlug } from "../parts/chosen-event";
import { toFieldValue } from "../parts/labels";
import { useStallTypeOptions } from "../parts/stall-type-options";
import { strings } from "./coupons.strings";

const texts = strings.form;

/** Fields of a coupon besides its code. @param types of the stalls that it may be limited to */
const termFields = (types: ReturnType<typeof useStallTypeOptions>): readonly ActionField<ChangeCouponDto>[] => [
  { name: "percentage", label: texts.percentage, number: true, input: { inputMode: "numeric" } },
  { name: "stallType", label: texts.stallType, optional: true, options: [["", strings.allStalls], ...types] },
  {
    name: "maxUses",
    label: texts.maxUses,
    help: texts.maxUsesHelp,
    optional: true,
    number: true,
    input: { inputMode: "numeric" },
  },
  { name: "startsAt", label: texts.startsAt, help: texts.startsAtHelp, optional: true, moment: true },
  { name: "endsAt", label: texts.endsAt, help: texts.endsAtHelp, optional: true, moment: true },
];

/** Terms for the API: null means no limit. */
function termsOf({ percentage, active, reason, ...limits }: Omit<ChangeCouponDto, "version">) {
  const { startsAt = null, endsAt = null, maxUses = null, stallType = null } = limits;
  return { percentage, active, reason, startsAt, endsAt, maxUses, stallType };
}

/** A coupon's current terms, for the form. */
function formTerms({ percentage, active, startsAt, endsAt, maxUses, stallType, version }: Coupon) {
  return { percentage, active, startsAt, endsAt, maxUses, stallType, version, reason: "" };
}

export function CreateCoupon({ onClose }: { readonly onClose: () => void }) {
  const { data: events = [] } = useListEventsQuery();
  // As chosen above the list when the dialog opened; for all events, the coupon's is chosen here.
  const [slug] = useState(useEventSlug());
  const types = useStallTypeOptions(slug);
  const offered = slug === ALL_EVENTS ? events : events.filter((event) => event.slug === slug);
  const [create] = useCreateCouponMutation();
  const dialog = strings.createDialog;
  return (
    <ActionDialog<CreateCouponDto>
      wide
      title={dialog.title}
      dto={CreateCouponDto}
      initial={{ code: "", event: slug, active: true, startsAt: "", endsAt: "", reason: "" }}
      fields={() => [
        {
          name: "code",
          label: texts.code,
          help: texts.codeHelp,
          input: { autoComplete: "off", autoCapitalize: "characters", spellCheck: false, textTransform: "uppercase" },
        },
        {
          name: "event",
          label: texts.event,
          options: [...offered.map((event) => [event.slug, event.title] as const), [ALL_EVENTS, texts.allEvents]],
        },
        ...(termFields(types) as readonly ActionField<CreateCouponDto>[]),
        reasonField(),
      ]}
      consequence={({ code = "", percentage }) =>
        dialog.consequence(
          readCouponCode(code),
          percentage === undefined || Number.isNaN(percentage) ? "" : String(percentage),
        )
      }
      texts={dialog}
      run={async (values) => {
        const limit = values.event === undefined ? {} : { event: values.event };
        await create({ ...termsOf(values), ...limit, code: values.code }).unwrap();
        return dialog.done(values.code);
      }}
      onClose={onClose}
    />
  );
}

/** Changes a coupon's terms, or only switches it on or off. */
export function ChangeCoupon({ subject, switches, onClose }: SubjectProps<Coupon> & { readonly switches: boolean }) {
  const [change] = useChangeCouponMutation();
  // The coupon when the dialog opened: a refetch after an error must not turn the switch around.
  const [coupon] = useState(subject);
  const { code, active } = coupon;
  const types = useStallTypeOptions(coupon.event ?? ALL_EVENTS);
  const switchDialog = active ? strings.offDialog : strings.onDialog;
  const dialog = switches ? switchDialog : strings.changeDialog;
  return (
    <ActionDialog<ChangeCouponDto>
      wide={!switches}
      title={dialog.title(code)}
      danger={switches && active}
      dto={ChangeCouponDto}
      initial={formTerms(
        switches
          ? { ...coupon, active: !active }
          : { ...coupon, startsAt: toFieldValue(coupon.startsAt), endsAt: toFieldValue(coupon.endsAt) },
      )}
      fields={() => (switches ? [reasonField()] : [...termFields(types), reasonField()])}
      consequence={() => dialog.consequence}
      texts={dialog}
      run={async (values) => {
        await change({ code, changeCouponDto: { ...termsOf(values), version: values.version } }).unwrap();
        return dialog.done(code);
      }}
      onClose={onClose}
    />
  );
}
