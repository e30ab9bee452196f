import { partsInWords } from "@sakhi/domain/brands/page-gate.rules";
import { APPLICATION_LIFECYCLE } from "@sakhi/domain/listings/listing.states";
import { ApplicationReasonDto, AskForPageDto, WithdrawApplicationDto } from "@sakhi/domain/listings/review.dto";
import { canChange, canTransition } from "@sakhi/domain/payments/lifecycle.states";
import { ArchiveX, CircleCheck, CircleX, Languages, MailQuestion, PencilLine } from "lucide-react";
import {
  type ApplicationDetails,
  useAskForPageMutation,
  useChangeApplicationLanguageMutation,
  useRejectApplicationMutation,
  useWithdrawApplicationMutation,
} from "../../../api/admin-api";
import { ActionButtons, ActionDialog, ReasonDialog, type SubjectProps } from "../parts/action-dialog";
import { momentOf } from "../parts/labels";
import { LANGUAGE_LABEL, LanguageDialog } from "../parts/language-dialog";
import { refundFields, refundText } from "../parts/refund-choice";
import { Approve } from "./approve-application";
import { Correct } from "./correct-application";
import { strings } from "./listings.strings";

type Props = SubjectProps<ApplicationDetails>;

const publicReasonField = { name: "reason", label: strings.reason, help: strings.reasonReported, lines: 3 } as const;

/** Mails the owner what her page lacks, with the link to it. */
function AskForPage({ subject: { id, brandName, page, pageAskedAt }, onClose }: Props) {
  const [askForPage] = useAskForPageMutation();
  const texts = strings.askForPage;
  const lacks = page?.lacks ?? [];
  return (
    <ActionDialog<AskForPageDto>
      title={texts.title(brandName)}
      dto={AskForPageDto}
      initial={{ note: "" }}
      fields={() => [{ name: "note", label: texts.note, help: texts.noteHelp, optional: true, lines: 3 }]}
      consequence={() =>
        [
          lacks.length === 0 ? texts.complete : texts.consequence(partsInWords(lacks)),
          ...(pageAskedAt === undefined ? [] : [texts.asked(momentOf(pageAskedAt))]),
        ].join(" ")
      }
      texts={texts}
      run={async ({ note }) => {
        await askForPage({ id, askForPageDto: { note } }).unwrap();
        return texts.done(brandName);
      }}
      onClose={onClose}
    />
  );
}

function Reject({ subject: { id, brandName, kind }, onClose }: Props) {
  const [reject] = useRejectApplicationMutation();
  const texts = strings.reject;
  const paid = kind === "paid";
  return (
    <ReasonDialog
      title={texts.title(brandName)}
      danger
      dto={ApplicationReasonDto}
      field={publicReasonField}
      consequence={paid ? texts.paid : texts.melaFree}
      texts={texts}
      run={async (reason) => {
        await reject({ id, applicationReasonDto: { reason } }).unwrap();
        return paid ? texts.donePaid(brandName) : texts.done(brandName);
      }}
      onClose={onClose}
    />
  );
}

function Withdraw({ subject: application, onClose }: Props) {
  const { id, brandName, kind, state, refundable = 0 } = application;
  const [withdraw] = useWithdrawApplicationMutation();
  const texts = strings.withdraw;
  const paid = refundable > 0;
  return (
    <ActionDialog<WithdrawApplicationDto>
      title={texts.title(brandName)}
      danger
      dto={WithdrawApplicationDto}
      initial={{ reason: "" }}
      fields={(values) => [...(paid ? refundFields(values) : []), publicReasonField]}
      consequence={(values) =>
        [
          state === "live" ? texts.live : texts.waiting,
          paid ? refundText(values, refundable) : texts.unpaid,
          texts.announced,
          ...(kind === "mela_free" ? [texts.offer] : []),
        ].join(" ")
      }
      texts={texts}
      run={async ({ refund, refundAmount, reason }) => {
        const done = await withdraw({ id, withdrawApplicationDto: { reason, refund, refundAmount } }).unwrap();
        return done.refundAmount === undefined ? texts.done(brandName) : texts.doneRefund(brandName, done.refundAmount);
      }}
      onClose={onClose}
    />
  );
}

/** The language of the owner's mails. */
function OwnerLanguage({ subject: { id, brandName, language }, onClose }: Props) {
  const [change] = useChangeApplicationLanguageMutation();
  return (
    <LanguageDialog
      whose={brandName}
      language={language}
      change={(changeLanguageDto) => change({ id, changeLanguageDto }).unwrap()}
      onClose={onClose}
    />
  );
}

const ACTIONS = {
  language: { label: LANGUAGE_LABEL, Icon: Languages, Dialog: OwnerLanguage },
  correct: { label: strings.correct.button, Icon: PencilLine, Dialog: Correct },
  withdraw: { label: strings.withdraw.button, Icon: ArchiveX, Dialog: Withdraw },
  askForPage: { label: strings.askForPage.button, Icon: MailQuestion, Dialog: AskForPage },
  reject: { label: strings.reject.button, Icon: CircleX, Dialog: Reject },
  approve: { label: strings.approve.button, Icon: CircleCheck, Dialog: Approve, main: true },
} as const;

/** Actions available in an application's state. */
export function ApplicationActions({ application }: { readonly application: ApplicationDetails }) {
  const { state, kind, page } = application;
  // A paid application under review is rejected instead, which refunds the fee.
  const mayWithdraw =
    canTransition(APPLICATION_LIFECYCLE, "withdrawn", state) && !(state === "under_review" && kind === "paid");
  const actions = [
    ...(canChange(APPLICATION_LIFECYCLE, "corrected", state) ? [ACTIONS.correct] : []),
    ...(canChange(APPLICATION_LIFECYCLE, "corrected", state) ? [ACTIONS.language] : []),
    ...(mayWithdraw ? [ACTIONS.withdraw] : []),
    // Not while it is the operator's turn.
    ...(page !== undefined && page.lacks.length > 0 && page.state !== "sent" ? [ACTIONS.askForPage] : []),
    ...(canTransition(APPLICATION_LIFECYCLE, "rejected", state) ? [ACTIONS.reject] : []),
    ...(canTransition(APPLICATION_LIFECYCLE, "approved", state) ? [ACTIONS.approve] : []),
  ];
  return <ActionButtons subject={application} actions={actions} />;
}
