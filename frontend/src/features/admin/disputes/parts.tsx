import { Link } from "react-router-dom";
import type { Dispute } from "../../../api/admin-api";
import { applicationAddress, bookingAddress } from "../addresses";
import { momentOf } from "../parts/labels";
import { Chip } from "../parts/panel";
import { strings } from "./disputes.strings";

const STAGES = {
  opened: "waiting",
  evidence_asked: "waiting",
  evidence_sent: "plain",
  won: "good",
  lost: "bad",
} as const;

/** A dispute's stage. */
export const StageChip = ({ stage }: Pick<Dispute, "stage">) => (
  <Chip tone={STAGES[stage]}>{strings.stages[stage]}</Chip>
);

/** Until when to answer, and that it is near. */
export function Deadline({ dispute: { respondBy, urgency } }: { readonly dispute: Dispute }) {
  if (respondBy === undefined) return null;
  return (
    <>
      <span>{momentOf(respondBy)}</span>
      {urgency !== "none" && (
        <span data-sub>
          <Chip tone={urgency === "soon" ? "waiting" : "bad"}>{strings.urgencies[urgency]}</Chip>
        </span>
      )}
    </>
  );
}

/** What is disputed, with a link to it. */
export function Sold({
  dispute: { orderId, stallId, bookingId, applicationId, event },
}: {
  readonly dispute: Dispute;
}) {
  const sold =
    bookingId === undefined ? (
      applicationId === undefined ? (
        <span>{strings.noOrder}</span>
      ) : (
        <Link to={applicationAddress(applicationId)}>{strings.listing}</Link>
      )
    ) : (
      <Link to={bookingAddress(bookingId, event)}>{strings.stall(stallId ?? "")}</Link>
    );
  return (
    <>
      {sold}
      {orderId !== undefined && <span data-sub>{orderId}</span>}
    </>
  );
}
