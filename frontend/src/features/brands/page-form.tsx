import { Button, chakra, Flex, type InputProps, Text } from "@chakra-ui/react";
import { BRAND_LINK_LABELS, BRAND_LINKS } from "@sakhi/domain/brands/brand-links";
import {
  type BrandPage,
  emptyProduct,
  MAX_PRODUCT_PICTURES,
  MAX_PRODUCTS,
  type Product,
} from "@sakhi/domain/brands/brand-page.rules";
import { PUBLIC_CONTACT_LABELS, PUBLIC_CONTACTS, type PublicContact } from "@sakhi/domain/brands/public-contacts";
import { isolated } from "@sakhi/domain/fields/isolation";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { OwnPicture } from "../../api/brand-api";
import { type PlacedPicture, PlacedPictures } from "../../shared/pictures/placed-pictures";
import { ConfirmDialog } from "../../ui/dialog";
import { IconButton } from "../../ui/icon-button";
import { moved } from "../../ui/moved";
import { Part } from "../../ui/outcome";
import { Announcement } from "../../ui/page";
import { strings } from "./my-brand.strings";
import { Line } from "./page-fields";
import { ProductFields } from "./product-fields";

/** No autocomplete: the browser would fill in the private ones. */
const CONTACT_INPUTS: Readonly<Record<PublicContact, InputProps>> = {
  partnerName: { autoComplete: "off" },
  contactEmail: { type: "email", inputMode: "email", autoComplete: "off", autoCapitalize: "none", spellCheck: false },
  contactPhone: { type: "tel", inputMode: "tel", autoComplete: "off" },
};

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
  const [said, setSaid] = useState("");
  const [removing, setRemoving] = useState<Product>();
  const shared = { known: pictures, ticket: () => Promise.resolve(ticket()), readOnly };
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
          <PlacedPictures
            {...shared}
            label={strings.logo}
            max={1}
            pictures={one(page.logoId)}
            onChange={place("logoId")}
          />
          <PlacedPictures
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
      <Part id="contacts" title={strings.contacts}>
        <Text mb="4">{strings.contactsText}</Text>
        <Flex direction="column" gap="4">
          {PUBLIC_CONTACTS.map((contact) => (
            <Line
              key={contact}
              label={PUBLIC_CONTACT_LABELS[contact]}
              optional={strings.shownToAll}
              value={page[contact]}
              error={missing[contact]?.[0]}
              readOnly={readOnly}
              input={CONTACT_INPUTS[contact]}
              onChange={(value) => set({ [contact]: value })}
            />
          ))}
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
                <PlacedPictures
                  {...shared}
                  label={`${strings.photographs}: ${isolated(name)}`}
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
