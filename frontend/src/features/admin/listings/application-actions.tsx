import { Button } from "@chakra-ui/react";
import { canTransition } from "@sakhi/domain/listings/listing.states";
import {
  ApplicationReasonDto,
  ApproveApplicationDto,
  WithdrawApplicationDto,
} from "@sakhi/domain/listings/review.dto";
import { REFUND_CHOICES } from "@sakhi/domain/operator/operator.types";
import { ArchiveX, CircleCheck, CircleX } from "lucide-react";
import { useState } from "react";
import {
  type ApplicationDetails,
  useApproveApplicationMutation,
  useRejectApplicationMutation,
  useWithdrawApplicationMutation,
} from "../../../api/review-api";
import { ActionDialog } from "../parts/action-dialog";
import { strings } from "./listings.strings";

interface ActionProps {
  readonly application: ApplicationDetails;
  readonly onClose: () => void;
}

const reasonReported = {
  name: "reason",
  label: strings.reason,
  help: strings.reasonReported,
  lines: 3,
} as const;

/** The yes. Where a brand of that name is on the site, the operator says whether it is the same one. */
function Approve({ application: { id, brandName, sameName }, onClose }: ActionProps) {
  const [approve] = useApproveApplicationMutation();
  const words = strings.approve;
  return (
    <ActionDialog<ApproveApplicationDto>
      title={words.title(brandName)}
      dto={ApproveApplicationDto}
      initial={{ publishAs: "", reason: "", ...(sameName === undefined ? {} : { joinBrandId: "" }) }}
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
        ...(joinBrandId === undefined || joinBrandId === ""
          ? [
              {
                name: "publishAs",
                label: words.publishAs,
                help: sameName === undefined ? words.publishAsHelp(brandName) : words.publishAsTaken,
                optional: true,
                input: { autoComplete: "off" },
              } as const,
            ]
          : []),
        {
          name: "reason",
          label: strings.reason,
          help: strings.reasonKept,
          optional: true,
          lines: 2,
        },
      ]}
      consequence={({ joinBrandId, publishAs }) =>
        joinBrandId !== undefined && joinBrandId !== "" && sameName !== undefined
          ? words.consequenceJoin(sameName.brandName)
          : words.consequence(
              publishAs === undefined || publishAs.trim() === "" ? brandName : publishAs.trim(),
            )
      }
      confirm={words.confirm}
      pending={words.pending}
      run={async ({ joinBrandId, publishAs, reason }) => {
        const joined = joinBrandId !== undefined && joinBrandId !== "";
        const approveApplicationDto = {
          ...(joined ? { joinBrandId } : {}),
          ...(joined || publishAs === undefined || publishAs === "" ? {} : { publishAs }),
          ...(reason === undefined || reason === "" ? {} : { reason }),
        };
        await approve({ id, approveApplicationDto }).unwrap();
        return words.done(joined ? (sameName?.brandName ?? brandName) : (publishAs ?? brandName));
      }}
      onClose={onClose}
    />
  );
}

function Reject({ application: { id, brandName, kind }, onClose }: ActionProps) {
  const [reject] = useRejectApplicationMutation();
  const words = strings.reject;
  const paid = kind === "paid";
  return (
    <ActionDialog
      title={words.title(brandName)}
      danger
      dto={ApplicationReasonDto}
      initial={{ reason: "" }}
      fields={() => [reasonReported]}
      consequence={() => (paid ? words.paid : words.melaFree)}
      confirm={words.confirm}
      pending={words.pending}
      run={async ({ reason }) => {
        await reject({ id, applicationReasonDto: { reason } }).unwrap();
        return paid ? words.donePaid(brandName) : words.done(brandName);
      }}
      onClose={onClose}
    />
  );
}

function Withdraw({ application, onClose }: ActionProps) {
  const { id, brandName, kind, state, refundable = 0 } = application;
  const [withdraw] = useWithdrawApplicationMutation();
  const words = strings.withdraw;
  const paid = refundable > 0;
  const money = ({ refund = "full", refundAmount }: Partial<WithdrawApplicationDto>) => {
    if (!paid) return words.money.none(0);
    if (refund !== "partial") return words.money[refund](refundable);
    const amount = Number(refundAmount);
    return words.money.partial(Number.isFinite(amount) ? amount : 0, refundable);
  };
  return (
    <ActionDialog<WithdrawApplicationDto>
      title={words.title(brandName)}
      danger
      dto={WithdrawApplicationDto}
      initial={{ reason: "", ...(paid ? { refund: "full" } : {}) }}
      fields={({ refund }) => [
        ...(paid
          ? [
              {
                name: "refund",
                label: words.refund,
                options: REFUND_CHOICES.map((choice) => [choice, words.choices[choice]] as const),
              } as const,
            ]
          : []),
        ...(paid && refund === "partial"
          ? [{ name: "refundAmount", label: words.amount, number: true } as const]
          : []),
        reasonReported,
      ]}
      consequence={(values) =>
        [
          state === "live" ? words.live : words.waiting,
          money(values),
          words.announced,
          ...(kind === "mela_free" ? [words.offer] : []),
        ].join(" ")
      }
      confirm={words.confirm}
      pending={words.pending}
      run={async ({ refund, refundAmount, reason }) => {
        const partial = refund === "partial" && refundAmount !== undefined ? { refundAmount } : {};
        const chosen = paid && refund !== undefined ? { refund, ...partial } : {};
        const done = await withdraw({ id, withdrawApplicationDto: { reason, ...chosen } }).unwrap();
        return done.refundAmount === undefined
          ? words.done(brandName)
          : words.doneRefund(brandName, done.refundAmount);
      }}
      onClose={onClose}
    />
  );
}

const ACTIONS = { approve: Approve, reject: Reject, withdraw: Withdraw } as const;

/** What an operator can do with an application as it stands. */
export function ApplicationActions({ application }: { readonly application: ApplicationDetails }) {
  const [asked, setAsked] = useState<keyof typeof ACTIONS>();
  const { state, kind } = application;
  // Who paid and waits is rejected, never withdrawn: that gives the money back.
  const mayWithdraw = canTransition("withdrawn", state) && !(state === "under_review" && kind === "paid");
  const Dialog = asked === undefined ? undefined : ACTIONS[asked];
  return (
    <>
      {mayWithdraw && (
        <Button variant="outline" onClick={() => setAsked("withdraw")}>
          <ArchiveX aria-hidden />
          {strings.withdraw.button}
        </Button>
      )}
      {canTransition("rejected", state) && (
        <Button variant="outline" onClick={() => setAsked("reject")}>
          <CircleX aria-hidden />
          {strings.reject.button}
        </Button>
      )}
      {canTransition("approved", state) && (
        <Button onClick={() => setAsked("approve")}>
          <CircleCheck aria-hidden />
          {strings.approve.button}
        </Button>
      )}
      {Dialog !== undefined && <Dialog application={application} onClose={() => setAsked(undefined)} />}
    </>
  );
}
