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

/** What is disputed, with a link to it; in a row with its order below. */
export function Sold({
  dispute: { orderId, stallId, bookingId, applicationId, event },
  withOrder = false,
}: {
  readonly dispute: Dispute;
  readonly withOrder?: boolean;
}) {
  const order = withOrder && orderId !== undefined ? orderId : undefined;
  const link =
    bookingId === undefined
      ? applicationId === undefined
        ? undefined
        : ([applicationAddress(applicationId), strings.listing] as const)
      : ([bookingAddress(bookingId, event), strings.stall(stallId ?? "")] as const);
  return (
    <>
      {link === undefined ? <span>{strings.noOrder}</span> : <Link to={link[0]}>{link[1]}</Link>}
      {order !== undefined && <span data-sub>{order}</span>}
    </>
  );
}
