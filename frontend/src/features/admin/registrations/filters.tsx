import { Box, chakra, Input } from "@chakra-ui/react";
import { STALL_TYPES, stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { useId } from "react";
import { Choice } from "../../../ui/choice";
import { OFFER_LABELS, PAYMENT_LABELS } from "../parts/registration-labels";
import { SearchField, useSearchText } from "../parts/search-field";
import type { Address } from "../parts/use-address";
import { PAGE_SIZES, SORT_TEXTS, sizeOf, sortOf, sortText } from "./registrations-query";
import { strings } from "./registrations.strings";

function DateField({
  label,
  name,
  address,
}: {
  readonly label: string;
  readonly name: "from" | "to";
  readonly address: Address;
}) {
  const id = useId();
  return (
    <Box minWidth="0">
      <chakra.label htmlFor={id} textStyle="label" color="muted">
        {label}
      </chakra.label>
      <Input
        id={id}
        type="date"
        minHeight="tap"
        fontSize="1rem"
        py="1"
        value={address.get(name)}
        onChange={(event) => address.put({ [name]: event.currentTarget.value, page: "" })}
      />
    </Box>
  );
}

/** Search and filters; they stand in the address and the server does them. */
export function Filters({ address }: { readonly address: Address }) {
  const { get, put } = address;
  const { filters } = strings;
  const search = useSearchText(address);
  const choose = (name: string) => (value: string) => put({ [name]: value, page: "" });
  const all = ["", filters.all] as const;
  return (
    <chakra.form
      role="search"
      aria-label={filters.title}
      onSubmit={(event) => {
        event.preventDefault();
        search.send();
      }}
    >
      <Box
        display={{ base: "grid", md: "flex" }}
        gridTemplateColumns="repeat(2, minmax(0, 1fr))"
        gap="3"
        flexWrap="wrap"
        alignItems="end"
        mb="4"
      >
        <SearchField search={search} label={filters.search} hint={filters.searchHint} />
        <Choice
          label={filters.payment}
          value={get("payment")}
          onChange={choose("payment")}
          options={[all, ...Object.entries(PAYMENT_LABELS)]}
        />
        <Choice
          label={filters.type}
          value={get("type")}
          onChange={choose("type")}
          options={[all, ...STALL_TYPES.map((name) => [name, stallTypeLabel(name)] as const)]}
        />
        <Choice
          label={filters.offer}
          value={get("offer")}
          onChange={choose("offer")}
          options={[all, ...Object.entries(OFFER_LABELS)]}
        />
        <DateField label={filters.from} name="from" address={address} />
        <DateField label={filters.to} name="to" address={address} />
        <Choice
          label={filters.sort}
          value={sortText(sortOf(address))}
          onChange={choose("sort")}
          options={SORT_TEXTS.map((sort) => [sort, strings.sorts[sort]] as const)}
          below="lg"
        />
        <Choice
          label={filters.size}
          value={String(sizeOf(address))}
          onChange={(size) => put({ size: size === String(PAGE_SIZES[0]) ? "" : size, page: "" })}
          options={PAGE_SIZES.map((size) => [String(size), String(size)] as const)}
        />
      </Box>
    </chakra.form>
  );
}
