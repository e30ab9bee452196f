import { chakra } from "@chakra-ui/react";
import { categoryLabel } from "@sakhi/domain/catalogue/category-labels";
import { APPLICATION_KINDS, APPLICATION_STATES } from "@sakhi/domain/listings/listing.states";
import { type ApplicationRow, useListApplicationsQuery } from "../../../api/admin-api";
import { formatPhone } from "../../../ui/phone";
import { pageQuery, useAddress, allowedValue } from "../parts/address";
import { Filters } from "../parts/filters";
import { dayOf, timeOf } from "../parts/labels";
import { ListPanel } from "../parts/list-page";
import { Chip } from "../parts/panel";
import { type Column, OpenButton, RowsTable } from "../parts/rows-table";
import { ApplicationDialog, STATE_TONES } from "./application-dialog";
import { strings } from "./listings.strings";
import { PageChanges } from "./page-changes";

const PAGE_SIZE = 50;

const { columns, companies, kinds, states, filters } = strings;

/** A day with the time below it. */
const moment = (at: string) => (
  <chakra.span whiteSpace="nowrap">
    <span>{dayOf(at)}</span>
    <span data-sub>{timeOf(at)}</span>
  </chakra.span>
);

const columnsOf = (onOpen: (application: ApplicationRow) => void): readonly Column<ApplicationRow>[] => [
  {
    label: columns.brand,
    wide: true,
    cell: (application) => (
      <>
        <OpenButton label={strings.open(application.brandName)} onOpen={() => onOpen(application)}>
          {application.brandName}
        </OpenButton>
        <span data-sub>{`${companies[application.companyType]}, ${categoryLabel(application.businessCategory)}`}</span>
      </>
    ),
  },
  {
    label: columns.applicant,
    wide: true,
    cell: ({ fullName, email, phoneNumber }) => (
      <>
        <span>{fullName}</span>
        <span data-sub>{email}</span>
        <chakra.span data-sub whiteSpace="nowrap">
          {formatPhone(phoneNumber)}
        </chakra.span>
      </>
    ),
  },
  { label: columns.kind, cell: ({ kind }) => kinds[kind] },
  { label: columns.state, cell: ({ state }) => <Chip tone={STATE_TONES[state]}>{states[state]}</Chip> },
  {
    label: columns.since,
    cell: ({ state, reviewSince }) =>
      state !== "under_review" || reviewSince === undefined ? strings.none : moment(reviewSince),
  },
  { label: columns.until, cell: ({ liveUntil }) => (liveUntil === undefined ? strings.none : dayOf(liveUntil)) },
  { label: columns.submitted, cell: ({ createdAt }) => moment(createdAt) },
];

/** ?view=listings: applications to be listed; those under review first. */
export function ListingsView() {
  const address = useAddress();
  const query = useListApplicationsQuery({
    q: address.get("q").trim() || undefined,
    state: allowedValue(address, "state", APPLICATION_STATES),
    kind: allowedValue(address, "kind", APPLICATION_KINDS),
    ...pageQuery(address, PAGE_SIZE),
  });
  const opened = address.get("application");
  const open = ({ id }: ApplicationRow) => address.put({ application: id });
  const all = ["", filters.all] as const;
  return (
    <>
      <PageChanges address={address} />
      <ListPanel
        address={address}
        query={query}
        texts={strings}
        size={PAGE_SIZE}
        filters={["q", "state", "kind"]}
        above={
          <Filters
            address={address}
            texts={filters}
            choices={[
              {
                name: "state",
                label: filters.state,
                options: [all, ...APPLICATION_STATES.map((state) => [state, states[state]] as const)],
              },
              {
                name: "kind",
                label: filters.kind,
                options: [all, ...APPLICATION_KINDS.map((kind) => [kind, kinds[kind]] as const)],
              },
            ]}
          />
        }
      >
        {(rows) => (
          <RowsTable label={strings.table} columns={columnsOf(open)} rows={rows} keyOf={({ id }) => id} onOpen={open} />
        )}
      </ListPanel>
      {opened !== "" && <ApplicationDialog key={opened} id={opened} onClose={() => address.put({ application: "" })} />}
    </>
  );
}
