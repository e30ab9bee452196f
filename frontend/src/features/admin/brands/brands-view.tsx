import { chakra } from "@chakra-ui/react";
import { BRAND_FILTERS } from "@sakhi/domain/brands/curation.rules";
import { categoryLabel } from "@sakhi/domain/catalogue/category-labels";
import { CATALOGUE_MODULES } from "@sakhi/domain/site/modules";
import { BadgeCheck } from "lucide-react";
import { type BrandRow, useListBrandsQuery } from "../../../api/admin-api";
import { allowedValue, pageQuery, useAddress } from "../parts/address";
import { Filters } from "../parts/filters";
import { dayOf } from "../parts/labels";
import { ListPanel } from "../parts/list-page";
import { Chip } from "../parts/panel";
import { type Column, OpenButton, RowsTable } from "../parts/rows-table";
import { BrandDialog } from "./brand-dialog";
import { strings } from "./brands.strings";
import { categoryNames } from "./category-names";
import { STATE_TONES } from "./state-tones";

const PAGE_SIZE = 50;

const { columns, filters, modules, shows, states } = strings;

const columnsOf = (onOpen: (brand: BrandRow) => void): readonly Column<BrandRow>[] => [
  {
    label: columns.brand,
    wide: true,
    cell: (brand) => (
      <>
        <OpenButton label={strings.open(brand.name)} onOpen={() => onOpen(brand)}>
          {brand.name}
        </OpenButton>
        <span data-sub>{`${modules[brand.module]}, ${categoryLabel(brand.category)}`}</span>
      </>
    ),
  },
  { label: columns.place, cell: ({ place = strings.none }) => place },
  { label: columns.state, cell: ({ state }) => <Chip tone={STATE_TONES[state]}>{states[state]}</Chip> },
  { label: columns.products, number: true, cell: ({ products }) => products },
  { label: columns.pictures, cell: ({ pictured }) => (pictured ? strings.own : strings.drawn) },
  {
    label: columns.verified,
    cell: ({ verified }) =>
      verified ? (
        <chakra.span display="inline-flex" alignItems="center" gap="1.5">
          <BadgeCheck size={18} aria-hidden />
          <span>{strings.verified}</span>
        </chakra.span>
      ) : (
        <span>{strings.none}</span>
      ),
  },
  { label: columns.updated, cell: ({ updatedAt }) => dayOf(updatedAt) },
];

/** ?view=brands: the brands of the catalogue, on the site or not; operators correct, hide, verify and merge them. */
export function BrandsView() {
  const address = useAddress();
  const module = allowedValue(address, "module", CATALOGUE_MODULES);
  const query = useListBrandsQuery({
    q: address.get("q").trim() || undefined,
    module,
    category: address.get("category") || undefined,
    show: allowedValue(address, "show", BRAND_FILTERS),
    ...pageQuery(address, PAGE_SIZE),
  });
  const opened = address.get("brand");
  const open = ({ id }: BrandRow) => address.put({ brand: id });
  const all = ["", filters.all] as const;
  return (
    <>
      <ListPanel
        address={address}
        query={query}
        texts={strings}
        size={PAGE_SIZE}
        filters={["q", "module", "category", "show"]}
        above={
          <Filters
            address={address}
            texts={filters}
            choices={[
              {
                name: "module",
                label: filters.module,
                options: [all, ...CATALOGUE_MODULES.map((each) => [each, modules[each]] as const)],
              },
              {
                name: "category",
                label: filters.category,
                options: [all, ...categoryNames(module).map((name) => [name, categoryLabel(name)] as const)],
              },
              {
                name: "show",
                label: filters.show,
                options: [all, ...BRAND_FILTERS.map((show) => [show, shows[show]] as const)],
              },
            ]}
          />
        }
      >
        {(rows) => (
          <RowsTable label={strings.table} columns={columnsOf(open)} rows={rows} keyOf={({ id }) => id} onOpen={open} />
        )}
      </ListPanel>
      {opened !== "" && <BrandDialog key={opened} id={opened} onClose={() => address.put({ brand: "" })} />}
    </>
  );
}
