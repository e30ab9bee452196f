import { chakra, type InputProps } from "@chakra-ui/react";
import type { RegistrationFormDto } from "@sakhi/domain/bookings/registration-form.dto";
import { REGISTRATION_FIELDS } from "@sakhi/domain/bookings/registration.fields";
import { changedFields } from "@sakhi/domain/fields/correction.rules";
import { type DeclaredField, fieldNames, namesFirst } from "@sakhi/domain/fields/declared-fields";
import { CancelBookingDto, RefundBookingDto } from "@sakhi/domain/operator/booking-actions.dto";
import { CorrectRegistrationDto } from "@sakhi/domain/operator/correct-registration.dto";
import { useState } from "react";
import {
  type AdminBooking,
  type NewIssue,
  useCancelBookingMutation,
  useCorrectRegistrationMutation,
  useRefundBookingMutation,
} from "../../../api/admin-api";
import { rupees } from "../../../ui/money";
import { ActionDialog, reasonField, type SubjectProps } from "../parts/action-dialog";
import { AtEvent } from "../parts/chosen-event";
import { CorrectionChanges } from "../parts/correction-changes";
import { refundFields, refundText } from "../parts/refund-choice";
import { actionStrings, strings } from "./booking.strings";

type Props = SubjectProps<AdminBooking>;

/** The payer's request behind an action: performing it resolves the issue and notifies the payer. */
export interface RequestProps extends Props {
  readonly request?: (NonNullable<NewIssue["requested"]> & { readonly issueId: string }) | undefined;
}

/** The event and the payer's request, above the form. */
function Lead({ subject, request }: Pick<RequestProps, "subject" | "request">) {
  return (
    <>
      <AtEvent event={subject.event} />
      {request !== undefined && (
        <chakra.blockquote
          borderInlineStartWidth="4px"
          borderColor="marigold.solid"
          mt="3"
          ps="3"
          whiteSpace="pre-wrap"
          overflowWrap="anywhere"
        >
          <strong>{strings.asked}</strong>
          <span>{` ${request.words}`}</span>
        </chakra.blockquote>
      )}
    </>
  );
}

const goesBack = ({ refund }: Partial<CancelBookingDto>): boolean => refund === "full" || refund === "partial";

/** Whether the sale was paid to the organizer directly. */
const paidOffline = ({ payments }: AdminBooking): boolean => payments.some(({ offline }) => offline);

/** Cancels a sale, and decides what is refunded. */
export function Cancel({ subject: booking, request, onClose }: RequestProps) {
  const [cancel] = useCancelBookingMutation();
  const texts = actionStrings.cancel;
  const { stallId } = booking;
  const paid = booking.netAmount ?? booking.amountDue ?? booking.stallPrice;
  return (
    <ActionDialog<CancelBookingDto>
      title={texts.title({ stallId })}
      danger
      dto={CancelBookingDto}
      lead={<Lead subject={booking} request={request} />}
      initial={{ refund: undefined, reason: request === undefined ? "" : actionStrings.correct.asked }}
      fields={(values) => [...refundFields(values), reasonField()]}
      consequence={(values) =>
        [
          texts.consequence({ stallId }),
          refundText(values, paid),
          ...(goesBack(values) && paidOffline(booking) ? [texts.offline] : []),
          ...(request === undefined ? [] : [strings.answers]),
        ].join(" ")
      }
      texts={texts}
      run={async ({ refund, refundAmount, reason }) => {
        const cancelBookingDto = { refund, reason, refundAmount, issueId: request?.issueId };
        const done = await cancel({ id: booking.id, cancelBookingDto }).unwrap();
        // The server's stall id: another operator may have moved the booking.
        return texts.done[done.refund]({ stallId: done.stallId, amount: rupees(done.refundAmount) });
      }}
      onClose={onClose}
    />
  );
}

/** Refunds a part of a sale that stays. */
export function RefundPart({ subject: booking, onClose }: Props) {
  const [refund] = useRefundBookingMutation();
  const texts = actionStrings.refundPart;
  return (
    <ActionDialog<RefundBookingDto>
      title={texts.title({ stallId: booking.stallId })}
      danger
      dto={RefundBookingDto}
      lead={<AtEvent event={booking.event} />}
      initial={{ refundAmount: undefined, reason: "" }}
      fields={() => [
        {
          name: "refundAmount",
          label: texts.amount,
          help: texts.help({ left: rupees(booking.netAmount ?? 0) }),
          number: true,
        },
        reasonField(),
      ]}
      consequence={() =>
        [
          texts.consequence({ stallId: booking.stallId }),
          ...(paidOffline(booking) ? [actionStrings.cancel.offline] : []),
        ].join(" ")
      }
      texts={texts}
      run={async (refundBookingDto) => {
        const done = await refund({ id: booking.id, refundBookingDto }).unwrap();
        return texts.done[done.refund]({ stallId: done.stallId, amount: rupees(done.refundAmount) });
      }}
      onClose={onClose}
    />
  );
}

/** Keyboards of what is typed. */
const KEYBOARDS: Readonly<
  Partial<Record<DeclaredField["kind"], Pick<InputProps, "type" | "inputMode" | "autoCapitalize">>>
> = {
  email: { type: "email", inputMode: "email" },
  phone: { type: "tel", inputMode: "tel" },
  pincode: { inputMode: "numeric" },
  code: { autoCapitalize: "characters" },
};

/** Form fields of a registration. */
export function registrationFields(labels: Readonly<Record<keyof RegistrationFormDto, string>>) {
  return namesFirst(REGISTRATION_FIELDS).map((name) => {
    const { kind, optional }: DeclaredField = REGISTRATION_FIELDS[name];
    return {
      name,
      label: labels[name],
      optional: optional === true,
      input: { ...KEYBOARDS[kind], autoComplete: "off" },
    };
  });
}

/** Corrects a registration; changed tax facts issue a new invoice. */
export function Correct({ subject: booking, request, onClose }: RequestProps) {
  const [correct] = useCorrectRegistrationMutation();
  // The booking when the dialog opened: later changes by others must not be overwritten unseen.
  const [seen] = useState(booking);
  // Prefills the requested details; the changes are shown against the registration.
  const given: Partial<NonNullable<NonNullable<typeof request>["details"]>> = request?.details ?? seen;
  const texts = actionStrings.correct;
  return (
    <ActionDialog<CorrectRegistrationDto>
      title={texts.title({ stallId: seen.stallId })}
      wide
      lead={<Lead subject={seen} request={request} />}
      dto={CorrectRegistrationDto}
      initial={{
        ...Object.fromEntries(fieldNames(REGISTRATION_FIELDS).map((name) => [name, given[name] ?? ""])),
        seenAt: seen.updatedAt,
        reason: request === undefined ? "" : texts.asked,
      }}
      fields={() => [...registrationFields(strings.facts), reasonField()]}
      consequence={(values) => (
        <>
          <CorrectionChanges
            fields={REGISTRATION_FIELDS}
            changed={changedFields(REGISTRATION_FIELDS, "operator", seen, values)}
            labels={strings.facts}
            before={seen}
            after={values}
            invoices={seen.invoices}
            mail={texts.mail}
          />
          {request !== undefined && <span>{` ${strings.answers}`}</span>}
        </>
      )}
      texts={texts}
      run={async ({ ...corrected }) => {
        const correctRegistrationDto = { ...corrected, issueId: request?.issueId };
        const done = await correct({ id: seen.id, correctRegistrationDto }).unwrap();
        return done.invoiceNumber === undefined
          ? texts.done({ stallId: done.stallId })
          : texts.reissued({ stallId: done.stallId, invoice: done.invoiceNumber });
      }}
      onClose={onClose}
    />
  );
}
