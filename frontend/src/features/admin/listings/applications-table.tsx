import { chakra } from "@chakra-ui/react";
import type { ApplicationRow } from "../../../api/review-api";
import { Chip } from "../parts/panel";
import { shownPhone } from "../parts/registration-labels";
import { RowsTable } from "../parts/rows-table";
import { dayOf, timeOf } from "../parts/when";
import { STATE_TONES } from "./listings-query";
import { strings } from "./listings.strings";

const COLUMNS = ["brand", "applicant", "kind", "state", "since", "until", "handedIn"] as const;

function Row({
  application,
  onOpen,
}: {
  readonly application: ApplicationRow;
  readonly onOpen: (application: ApplicationRow) => void;
}) {
  const { columns, companies, kinds, states } = strings;
  const { reviewSince, liveUntil, createdAt } = application;
  return (
    <tr role="row" data-application={application.id} onClick={() => onOpen(application)}>
      <td role="cell" data-label={columns.brand} data-wide>
        <button
          type="button"
          data-open
          aria-haspopup="dialog"
          aria-label={strings.open(application.brandName)}
          onClick={(event) => {
            event.stopPropagation();
            onOpen(application);
          }}
        >
          {application.brandName}
        </button>
        <span data-sub>
          {companies[application.companyType]}, {application.businessCategory}
        </span>
      </td>
      <td role="cell" data-label={columns.applicant} data-wide>
        {application.fullName}
        <span data-sub>{application.email}</span>
        <chakra.span data-sub whiteSpace="nowrap">
          {shownPhone(application.phoneNumber)}
        </chakra.span>
      </td>
      <td role="cell" data-label={columns.kind}>
        {kinds[application.kind]}
      </td>
      <td role="cell" data-label={columns.state}>
        <Chip tone={STATE_TONES[application.state]}>{states[application.state]}</Chip>
      </td>
      <td role="cell" data-label={columns.since}>
        {application.state !== "under_review" || reviewSince === undefined ? (
          strings.none
        ) : (
          <chakra.span whiteSpace="nowrap">
            {dayOf(reviewSince)}
            <span data-sub>{timeOf(reviewSince)}</span>
          </chakra.span>
        )}
      </td>
      <td role="cell" data-label={columns.until}>
        {liveUntil === undefined ? strings.none : dayOf(liveUntil)}
      </td>
      <td role="cell" data-label={columns.handedIn}>
        <chakra.span whiteSpace="nowrap">{dayOf(createdAt)}</chakra.span>
        <span data-sub>{timeOf(createdAt)}</span>
      </td>
    </tr>
  );
}

/** The applications that were asked for. A click on a row, or Enter on its brand, opens it. */
export function ApplicationsTable({
  applications,
  onOpen,
}: {
  readonly applications: readonly ApplicationRow[];
  readonly onOpen: (application: ApplicationRow) => void;
}) {
  const heads = COLUMNS.map((column) => ({ words: strings.columns[column] }));
  return (
    <RowsTable label={strings.table} scroll={strings.scroll} heads={heads}>
      {applications.map((application) => (
        <Row key={application.id} application={application} onOpen={onOpen} />
      ))}
    </RowsTable>
  );
}
