import { Button, chakra, Field, Flex, Input, Text } from "@chakra-ui/react";
import { BRAND_LINK_LABELS, BRAND_LINKS } from "@sakhi/domain/brands/brand-links";
import {
  type BrandPage,
  emptyProduct,
  MAX_PRODUCT_PICTURES,
  MAX_PRODUCTS,
  type Product,
} from "@sakhi/domain/brands/brand-page.rules";
import { type Price, PRICE_KINDS, readPrice } from "@sakhi/domain/brands/price.rules";
import { CATEGORIES } from "@sakhi/domain/catalogue/categories";
import { formatPaise } from "@sakhi/domain/money/money";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import type { OwnPicture } from "../../api/brand-api";
import { Select } from "../../ui/choice";
import { ConfirmDialog } from "../../ui/dialog";
import { moved } from "../../ui/moved";
import { Part } from "../../ui/outcome";
import { Announcement } from "../../ui/page";
import { FieldError, TextLines } from "../../ui/text-field";
import { strings } from "./my-brand.strings";
import { IconButton, type PlacedPicture, PictureUploads } from "./picture-uploads";

type Missing = Readonly<Record<string, readonly string[]>>;

interface Props {
  readonly page: BrandPage;
  readonly module: CatalogueModule;
  readonly pictures: readonly OwnPicture[];
  readonly readOnly: boolean;
  /** What the server missed, by the field's path. */
  readonly missing: Missing;
  readonly ticket: () => string;
  readonly onChange: (edit: (page: BrandPage) => BrandPage) => void;
}

/** Everything of a brand's page that its owner writes. */
export function PageForm({ page, module, pictures, readOnly, missing, ticket, onChange }: Props) {
  const [arrived, setArrived] = useState<readonly OwnPicture[]>([]);
  const [said, setSaid] = useState("");
  const [removing, setRemoving] = useState<Product>();
  const known = new Map([...pictures, ...arrived].map((picture) => [picture.id, picture]));
  const shared = { known, ticket, readOnly, onReady: (picture: OwnPicture) => setArrived((all) => [...all, picture]) };
  const set = (change: Partial<BrandPage>): void => onChange((before) => ({ ...before, ...change }));
  const one = (id: string | null): PlacedPicture[] => (id === null ? [] : [{ id, alt: "" }]);
  const place =
    (field: "logoId" | "coverId") => (change: (all: readonly PlacedPicture[]) => readonly PlacedPicture[]) =>
      onChange((before) => ({ ...before, noPictures: false, [field]: change(one(before[field])).at(-1)?.id ?? null }));
  const editProduct = (id: string, edit: (product: Product) => Product): void =>
    onChange((before) => ({
      ...before,
      products: before.products.map((product) => (product.id === id ? edit(product) : product)),
    }));
  const remove = (id: string): void => {
    setRemoving(undefined);
    onChange((before) => ({ ...before, products: before.products.filter((product) => product.id !== id) }));
  };
  const move = (at: number, to: number, name: string): void => {
    onChange((before) => ({ ...before, products: moved(before.products, at, to) }));
    setSaid(strings.moved(name, to + 1, page.products.length));
  };
  return (
    <Flex direction="column" gap="5" mt="5">
      <Announcement>{said}</Announcement>
      <ConfirmDialog
        open={removing !== undefined}
        title={strings.removeTitle(removing?.name || strings.products)}
        stay={strings.keepProduct}
        go={strings.remove}
        onStay={() => setRemoving(undefined)}
        onGo={() => remove(removing?.id ?? "")}
      >
        {strings.removeText}
      </ConfirmDialog>
      <Part id="pictures" title={strings.pictures}>
        <Flex direction="column" gap="5">
          <PictureUploads
            {...shared}
            label={strings.logo}
            max={1}
            pictures={one(page.logoId)}
            onChange={place("logoId")}
          />
          <PictureUploads
            {...shared}
            label={strings.cover}
            max={1}
            pictures={one(page.coverId)}
            onChange={place("coverId")}
          />
          {page.coverId !== null && (
            <Line
              label={strings.coverAlt}
              value={page.coverAlt}
              error={missing["coverAlt"]?.[0]}
              readOnly={readOnly}
              onChange={(coverAlt) => set({ coverAlt })}
            />
          )}
          <chakra.label display="flex" gap="3" minHeight="tap" alignItems="center">
            <input
              type="checkbox"
              checked={page.noPictures}
              disabled={readOnly}
              aria-invalid={missing["logoId"] !== undefined}
              onChange={(event) => set({ noPictures: event.currentTarget.checked })}
            />
            {strings.noPictures}
          </chakra.label>
          <Text role="alert" color="alarm.text" fontWeight="600">
            {missing["logoId"]?.[0]}
          </Text>
        </Flex>
      </Part>
      <Part id="about" title={strings.about}>
        <Flex direction="column" gap="4">
          <Line
            label={strings.story}
            lines={7}
            value={page.story}
            error={missing["story"]?.[0]}
            readOnly={readOnly}
            onChange={(story) => set({ story })}
          />
          <Line
            label={strings.place}
            help={strings.placeHelp}
            value={page.place}
            error={missing["place"]?.[0]}
            readOnly={readOnly}
            onChange={(place_) => set({ place: place_ })}
          />
        </Flex>
      </Part>
      <Part id="links" title={strings.links}>
        <Flex direction="column" gap="4">
          {BRAND_LINKS.map((link) => (
            <Line
              key={link}
              label={BRAND_LINK_LABELS[link]}
              optional={strings.optional}
              value={page[link]}
              error={missing[link]?.[0]}
              readOnly={readOnly}
              onChange={(value) => set({ [link]: value })}
            />
          ))}
        </Flex>
      </Part>
      <Part id="products" title={strings.products}>
        <chakra.ol listStyleType="none" display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="6">
          {page.products.map((product, at) => {
            const name = product.name || strings.product(at);
            return (
              <chakra.li key={product.id} borderTopWidth={at === 0 ? "0" : "1px"} pt={at === 0 ? "0" : "5"}>
                <Flex align="center" gap="2" mb="3" wrap="wrap">
                  <chakra.h3 textStyle="h4" flex="1" overflowWrap="anywhere">
                    {name}
                  </chakra.h3>
                  {!readOnly && (
                    <>
                      <IconButton
                        label={strings.up(name)}
                        icon={<ArrowUp aria-hidden />}
                        off={at === 0}
                        onClick={() => move(at, at - 1, name)}
                      />
                      <IconButton
                        label={strings.down(name)}
                        icon={<ArrowDown aria-hidden />}
                        off={at === page.products.length - 1}
                        onClick={() => move(at, at + 1, name)}
                      />
                      <IconButton
                        label={strings.removeProduct(name)}
                        icon={<Trash2 aria-hidden />}
                        onClick={() => (isStarted(product) ? setRemoving(product) : remove(product.id))}
                      />
                    </>
                  )}
                </Flex>
                <ProductFields
                  product={product}
                  module={module}
                  readOnly={readOnly}
                  error={(field) => missing[`products.${at}.${field}`]?.[0]}
                  onChange={(edit) => editProduct(product.id, edit)}
                />
                <PictureUploads
                  {...shared}
                  label={`${strings.photographs}: ${name}`}
                  max={MAX_PRODUCT_PICTURES}
                  described
                  pictures={product.pictures}
                  onChange={(change) =>
                    onChange((before) => ({
                      ...before,
                      noPictures: false,
                      products: before.products.map((each) =>
                        each.id === product.id ? { ...each, pictures: change(each.pictures) } : each,
                      ),
                    }))
                  }
                />
              </chakra.li>
            );
          })}
        </chakra.ol>
        {page.products.length >= MAX_PRODUCTS ? (
          <Text mt="4">{strings.productsFull}</Text>
        ) : (
          !readOnly && (
            <Button
              variant="outline"
              mt="4"
              onClick={() =>
                onChange((before) => ({ ...before, products: [...before.products, emptyProduct(crypto.randomUUID())] }))
              }
            >
              <Plus aria-hidden />
              {strings.addProduct}
            </Button>
          )
        )}
      </Part>
    </Flex>
  );
}

/** Whether something is lost with a product. */
const isStarted = ({ name, text, pictures, link }: Product): boolean =>
  name !== "" || text !== "" || link !== "" || pictures.length > 0;

function ProductFields({
  product,
  module,
  readOnly,
  error,
  onChange,
}: {
  readonly product: Product;
  readonly module: CatalogueModule;
  readonly readOnly: boolean;
  readonly error: (field: string) => string | undefined;
  readonly onChange: (edit: (product: Product) => Product) => void;
}) {
  const set = (change: Partial<Product>): void => onChange((before) => ({ ...before, ...change }));
  const { name, text, category, price, link } = product;
  return (
    <Flex direction="column" gap="4" mb="4">
      <Line
        label={strings.name}
        value={name}
        error={error("name")}
        readOnly={readOnly}
        onChange={(value) => set({ name: value })}
      />
      <Line
        label={strings.text}
        optional={strings.optional}
        lines={3}
        value={text}
        error={error("text")}
        readOnly={readOnly}
        onChange={(value) => set({ text: value })}
      />
      <Choose
        label={strings.category}
        value={category}
        error={error("category")}
        options={[
          ["", strings.chooseCategory],
          ...CATEGORIES.filter((each) => each.module === module).map((each) => [each.name, each.name] as const),
        ]}
        readOnly={readOnly}
        onChange={(value) => set({ category: value })}
      />
      <Choose
        label={strings.price}
        value={price.kind}
        error={error("price")}
        options={strings.priceKinds}
        readOnly={readOnly}
        onChange={(value) => {
          const kind = PRICE_KINDS.find((each) => each === value) ?? "none";
          set({ price: { ...price, kind } });
        }}
      />
      <Amounts price={price} readOnly={readOnly} onChange={(next) => set({ price: next })} />
      <Line
        label={strings.link}
        optional={strings.optional}
        value={link}
        error={error("link")}
        readOnly={readOnly}
        onChange={(value) => set({ link: value })}
      />
    </Flex>
  );
}

function Amounts({
  price,
  readOnly,
  onChange,
}: {
  readonly price: Price;
  readonly readOnly: boolean;
  readonly onChange: (price: Price) => void;
}) {
  const [from, setFrom] = useState(price.fromPaise === null ? "" : formatPaise(price.fromPaise));
  const [to, setTo] = useState(price.toPaise === null ? "" : formatPaise(price.toPaise));
  if (price.kind !== "fixed" && price.kind !== "range") return null;
  return (
    <>
      <Line
        label={strings.from}
        help={strings.priceHelp}
        value={from}
        error={undefined}
        readOnly={readOnly}
        onChange={(value) => {
          setFrom(value);
          onChange({ ...price, fromPaise: readPrice(value) ?? null });
        }}
      />
      {price.kind === "range" && (
        <Line
          label={strings.to}
          help={strings.priceHelp}
          value={to}
          error={undefined}
          readOnly={readOnly}
          onChange={(value) => {
            setTo(value);
            onChange({ ...price, toPaise: readPrice(value) ?? null });
          }}
        />
      )}
    </>
  );
}

function Line({
  label,
  value,
  error,
  onChange,
  readOnly,
  lines,
  optional,
  help,
}: {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
  readonly readOnly: boolean;
  readonly lines?: number;
  readonly optional?: string;
  readonly help?: string;
}) {
  const shared = {
    value,
    readOnly,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  return (
    <Field.Root invalid={error !== undefined} readOnly={readOnly}>
      <Field.Label flexWrap="wrap">
        <span>{label}</span>
        {optional !== undefined && (
          <chakra.span fontWeight="400" color="muted">
            {` ${optional}`}
          </chakra.span>
        )}
      </Field.Label>
      {lines === undefined ? <Input {...shared} /> : <TextLines lines={lines} {...shared} />}
      {help !== undefined && error === undefined && <Field.HelperText>{help}</Field.HelperText>}
      <FieldError>{error}</FieldError>
    </Field.Root>
  );
}

function Choose({
  label,
  value,
  options,
  error,
  readOnly,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [string, string])[];
  readonly error: string | undefined;
  readonly readOnly: boolean;
  readonly onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <Field.Root invalid={error !== undefined}>
      <chakra.label htmlFor={id} fontWeight="600">
        {label}
      </chakra.label>
      <Select
        id={id}
        value={value}
        options={options}
        aria-invalid={error !== undefined}
        aria-disabled={readOnly}
        onChange={(event) => {
          if (!readOnly) onChange(event.currentTarget.value);
        }}
      />
      <FieldError>{error}</FieldError>
    </Field.Root>
  );
}
