import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { APPLICATION_KINDS, APPLICATION_STATES } from "@sakhi/domain/listings/listing.states";
import { useListApplicationsQuery } from "../../../api/review-api";
import { Choice } from "../../../ui/choice";
import { EmptyState } from "../../../ui/states";
import { Loaded } from "../parts/loaded";
import { Paging } from "../parts/paging";
import { Panel } from "../parts/panel";
import { RefreshButton } from "../parts/refresh-button";
import { SearchField, useSearchText } from "../parts/search-field";
import type { Address } from "../parts/use-address";
import { useAddress } from "../parts/use-address";
import { ApplicationDialog } from "./application-dialog";
import { ApplicationsTable } from "./applications-table";
import { FILTERS, isFiltered, PAGE_SIZE, queryOf } from "./listings-query";
import { strings } from "./listings.strings";

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
