import { CorrectApplicationDto } from "@sakhi/domain/listings/correct-application.dto";
import { canTransition, isCorrectable } from "@sakhi/domain/listings/listing.states";
import { ApplicationReasonDto, ApproveApplicationDto, WithdrawApplicationDto } from "@sakhi/domain/listings/review.dto";
import { changedApplicationFields } from "@sakhi/domain/operator/correction.rules";
import { ArchiveX, CircleCheck, CircleX, PencilLine } from "lucide-react";
import {
  type ApplicationDetails,
  useApproveApplicationMutation,
  useCorrectApplicationMutation,
  useRejectApplicationMutation,
  useWithdrawApplicationMutation,
} from "../../../api/admin-api";
import { useState } from "react";
import { ActionButtons, ActionDialog, ReasonDialog, reasonField, type SubjectProps } from "../parts/action-dialog";
import { CorrectionChanges } from "../parts/correction-changes";
import { refundFields, refundInWords } from "../parts/refund-choice";
import { strings } from "./listings.strings";

type Props = SubjectProps<ApplicationDetails>;

const reasonReported = { name: "reason", label: strings.reason, help: strings.reasonReported, lines: 3 } as const;

/** The yes. Where a brand of that name is on the site, the operator says whether it is the same one. */
function Approve({ subject: { id, brandName, sameName }, onClose }: Props) {
  const [approve] = useApproveApplicationMutation();
  const words = strings.approve;
  return (
    <ActionDialog<ApproveApplicationDto>
      title={words.title(brandName)}
      dto={ApproveApplicationDto}
      initial={{ reason: "" }}
      fields={({ joinBrandId }) => [
        ...(sameName === undefined
          ? []
          : [
              {
                name: "joinBrandId",
                label: words.same,
                optional: true,
                options: [
                  ["", words.another],
                  [sameName.brandId, words.join(sameName.brandName)],
                ],
              } as const,
            ]),
        ...(joinBrandId
          ? []
          : [
              {
                name: "publishAs",
                label: words.publishAs,
                help: sameName === undefined ? words.publishAsHelp(brandName) : words.publishAsTaken,
                optional: true,
                input: { autoComplete: "off" },
              } as const,
            ]),
        { name: "reason", label: strings.reason, help: strings.reasonKept, optional: true, lines: 2 },
      ]}
      consequence={({ joinBrandId, publishAs }) =>
        joinBrandId && sameName !== undefined
          ? words.consequenceJoin(sameName.brandName)
          : words.consequence(publishAs?.trim() || brandName)
      }
      words={words}
      run={async ({ joinBrandId, publishAs, reason }) => {
        await approve({ id, approveApplicationDto: { joinBrandId, publishAs, reason } }).unwrap();
        return words.done((joinBrandId ? sameName?.brandName : publishAs) ?? brandName);
      }}
      onClose={onClose}
    />
  );
}

function Reject({ subject: { id, brandName, kind }, onClose }: Props) {
  const [reject] = useRejectApplicationMutation();
  const words = strings.reject;
  const paid = kind === "paid";
  return (
    <ReasonDialog
      title={words.title(brandName)}
      danger
      dto={ApplicationReasonDto}
      field={reasonReported}
      consequence={paid ? words.paid : words.melaFree}
      words={words}
      run={async (reason) => {
        await reject({ id, applicationReasonDto: { reason } }).unwrap();
        return paid ? words.donePaid(brandName) : words.done(brandName);
      }}
      onClose={onClose}
    />
  );
}

function Withdraw({ subject: application, onClose }: Props) {
  const { id, brandName, kind, state, refundable = 0 } = application;
  const [withdraw] = useWithdrawApplicationMutation();
  const words = strings.withdraw;
  const paid = refundable > 0;
  return (
    <ActionDialog<WithdrawApplicationDto>
      title={words.title(brandName)}
      danger
      dto={WithdrawApplicationDto}
      initial={{ reason: "", ...(paid ? { refund: "full" } : {}) }}
      fields={(values) => [...(paid ? refundFields(values) : []), reasonReported]}
      consequence={(values) =>
        [
          state === "live" ? words.live : words.waiting,
          paid ? refundInWords(values, refundable) : words.unpaid,
          words.announced,
          ...(kind === "mela_free" ? [words.offer] : []),
        ].join(" ")
      }
      words={words}
      run={async ({ refund, refundAmount, reason }) => {
        const done = await withdraw({ id, withdrawApplicationDto: { reason, refund, refundAmount } }).unwrap();
        return done.refundAmount === undefined ? words.done(brandName) : words.doneRefund(brandName, done.refundAmount);
      }}
      onClose={onClose}
    />
  );
}

/** With a GST number the other document is none. */
function asItWillBe({ govtDocument, ...others }: Partial<CorrectApplicationDto>) {
  return hasGstNumber(others) ? others : { ...others, govtDocument };
}

const hasGstNumber = ({ gstNumber = "" }: Partial<CorrectApplicationDto>): boolean => gstNumber.trim() !== "";

function Correct({ subject: application, onClose }: Props) {
  const [correct] = useCorrectApplicationMutation();
  // What was looked at when the dialog opened: a change of somebody else since is never undone unseen.
  const [seen] = useState(application);
  const { fullName, brandName, email, phoneNumber } = seen;
  const { businessAddress, gstNumber, govtDocument } = seen.form;
  const before = { fullName, brandName, email, phoneNumber, businessAddress, gstNumber, govtDocument };
  const words = strings.correct;
  const { labels } = words;
  const off = { autoComplete: "off" } as const;
  return (
    <ActionDialog<CorrectApplicationDto>
      title={words.title(brandName)}
      wide
      dto={CorrectApplicationDto}
      initial={{
        ...{ fullName, brandName, email, phoneNumber, businessAddress },
        ...{ gstNumber: gstNumber ?? "", govtDocument: govtDocument ?? "" },
        ...{ seenAt: seen.updatedAt, reason: "" },
      }}
      fields={(values) => [
        { name: "fullName", label: labels.fullName, input: off },
        { name: "brandName", label: labels.brandName, help: words.brandHelp, input: off },
        { name: "email", label: labels.email, input: { type: "email", inputMode: "email", ...off } },
        { name: "phoneNumber", label: labels.phoneNumber, input: { type: "tel", inputMode: "tel", ...off } },
        { name: "gstNumber", label: labels.gstNumber, optional: true, input: off },
        ...(hasGstNumber(values)
          ? []
          : [{ name: "govtDocument", label: labels.govtDocument, help: words.documentHelp, input: off } as const]),
        { name: "businessAddress", label: labels.businessAddress, lines: 3 },
        reasonField(),
      ]}
      consequence={(values) => {
        const after = asItWillBe(values);
        return (
          <CorrectionChanges
            changed={changedApplicationFields(before, after)}
            labels={labels}
            before={before}
            after={after}
            // Oldest first: the last one stands.
            invoice={seen.invoices.filter(({ kind }) => kind === "invoice").at(-1)?.number}
            mail={words.mail}
          />
        );
      }}
      words={words}
      run={async ({ gstNumber, govtDocument, ...given }) => {
        // An empty GST number is none; with one the other document is none.
        const correctApplicationDto = gstNumber ? { ...given, gstNumber } : { ...given, govtDocument };
        const done = await correct({ id: seen.id, correctApplicationDto }).unwrap();
        return done.invoiceNumber === undefined
          ? words.done(given.brandName)
          : words.reissued(given.brandName, done.invoiceNumber);
      }}
      onClose={onClose}
    />
  );
}

const ACTIONS = {
  correct: { label: strings.correct.button, Icon: PencilLine, Dialog: Correct },
  withdraw: { label: strings.withdraw.button, Icon: ArchiveX, Dialog: Withdraw },
  reject: { label: strings.reject.button, Icon: CircleX, Dialog: Reject },
  approve: { label: strings.approve.button, Icon: CircleCheck, Dialog: Approve, main: true },
} as const;

/** What an operator can do with an application as it stands. */
export function ApplicationActions({ application }: { readonly application: ApplicationDetails }) {
  const { state, kind } = application;
  // Who paid and waits is rejected, never withdrawn: that gives the money back.
  const mayWithdraw = canTransition("withdrawn", state) && !(state === "under_review" && kind === "paid");
  const actions = [
    ...(isCorrectable(state) ? [ACTIONS.correct] : []),
    ...(mayWithdraw ? [ACTIONS.withdraw] : []),
    ...(canTransition("rejected", state) ? [ACTIONS.reject] : []),
    ...(canTransition("approved", state) ? [ACTIONS.approve] : []),
  ];
  return <ActionButtons subject={application} actions={actions} />;
}
