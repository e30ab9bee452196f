import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { APPLICATION_KINDS, APPLICATION_STATES } from "@sakhi/domain/listings/listing.states";
import {
  type ApplicationRow,
  type ApplicationsQuery,
  useListApplicationsQuery,
} from "../../../api/review-api";
import { Choice } from "../../../ui/choice";
import { EmptyState } from "../../../ui/states";
import { dayOf, shownPhone, timeOf } from "../parts/labels";
import {
  type Address,
  pageOf,
  Paging,
  RowsTable,
  SearchField,
  useAddress,
  useSearchText,
} from "../parts/list-page";
import { Chip, Loaded, Panel, RefreshButton } from "../parts/panel";
import { ApplicationDialog, STATE_TONES } from "./application-dialog";
import { strings } from "./listings.strings";

/** Rows of a page. */
export const PAGE_SIZE = 50;

/** The filters as they stand in the address. */
export const FILTERS = ["q", "state", "kind"] as const;

/** Whether anything is searched for or filtered. */
export function isFiltered({ get }: Address): boolean {
  return FILTERS.some((name) => get(name) !== "");
}

/** What is asked of the server for this address; a word it would refuse is left out. */
export function queryOf(address: Address): ApplicationsQuery {
  const { get } = address;
  const q = get("q").trim();
  const state = APPLICATION_STATES.find((known) => known === get("state"));
  const kind = APPLICATION_KINDS.find((known) => known === get("kind"));
  const page = pageOf(address);
  return {
    ...(q === "" ? {} : { q }),
    ...(state === undefined ? {} : { state }),
    ...(kind === undefined ? {} : { kind }),
    limit: PAGE_SIZE,
    ...(page === 1 ? {} : { offset: (page - 1) * PAGE_SIZE }),
  };
}

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

/** Search and filters; they stand in the address and the server does them. */
function Filters({ address }: { readonly address: Address }) {
  const { filters, states, kinds } = strings;
  const search = useSearchText(address);
  const choose = (name: string) => (value: string) => address.put({ [name]: value, page: "" });
  const all = ["", filters.all] as const;
  return (
    <chakra.form
      role="search"
      aria-label={filters.title}
      display={{ base: "grid", md: "flex" }}
      gridTemplateColumns="repeat(2, minmax(0, 1fr))"
      gap="3"
      flexWrap="wrap"
      alignItems="end"
      mb="4"
      onSubmit={(event) => {
        event.preventDefault();
        search.send();
      }}
    >
      <SearchField search={search} label={filters.search} hint={filters.searchHint} />
      <Choice
        label={filters.state}
        value={address.get("state")}
        onChange={choose("state")}
        options={[all, ...APPLICATION_STATES.map((state) => [state, states[state]] as const)]}
      />
      <Choice
        label={filters.kind}
        value={address.get("kind")}
        onChange={choose("kind")}
        options={[all, ...APPLICATION_KINDS.map((kind) => [kind, kinds[kind]] as const)]}
      />
    </chakra.form>
  );
}

/** ?view=listings: applications to be listed; those that wait for a decision stand first. */
export function ListingsView() {
  const address = useAddress();
  const query = useListApplicationsQuery(queryOf(address));
  const { data, isFetching } = query;
  const filtered = isFiltered(address);
  const opened = address.get("application");
  const clear = () => address.put(Object.fromEntries([...FILTERS, "page"].map((name) => [name, ""])));
  return (
    <>
      <Panel
        title={strings.title}
        aside={
          <Flex gap="2" wrap="wrap" align="center">
            <Text textStyle="small" color="muted" me="1">
              {data === undefined ? "" : strings.all(data.total)}
            </Text>
            <RefreshButton query={query} />
          </Flex>
        }
      >
        <Filters address={address} />
        <Loaded query={query} loading={strings.loading} failed={strings.failed}>
          {({ applications, total }) => (
            <>
              {applications.length === 0 ? (
                <EmptyState title={strings.empty} level="h3">
                  <Text color="muted">{filtered ? strings.emptyFiltered : strings.emptyText}</Text>
                  {filtered && (
                    <Button variant="outline" onClick={clear}>
                      {strings.clear}
                    </Button>
                  )}
                </EmptyState>
              ) : (
                <Box
                  opacity={isFetching ? 0.75 : 1}
                  transition="opacity 200ms"
                  _motionReduce={{ transition: "none" }}
                >
                  <ApplicationsTable
                    applications={applications}
                    onOpen={({ id }) => address.put({ application: id })}
                  />
                </Box>
              )}
              <Paging
                address={address}
                label={strings.pages}
                size={PAGE_SIZE}
                total={total}
                shown={applications.length}
              />
            </>
          )}
        </Loaded>
      </Panel>
      {opened !== "" && (
        <ApplicationDialog key={opened} id={opened} onClose={() => address.put({ application: "" })} />
      )}
    </>
  );
}
