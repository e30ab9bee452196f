import { Button, chakra, Flex, Text } from "@chakra-ui/react";
import { type BrandPageText, textsOf } from "@sakhi/domain/brands/brand-page.fields";
import {
  type BrandPage,
  framePicture,
  startedProduct,
  withCover,
  MAX_PRODUCT_PICTURES,
  MAX_PRODUCTS,
  type Product,
} from "@sakhi/domain/brands/brand-page.rules";
import { isolated } from "@sakhi/domain/fields/isolation";
import { chosenFocus, type PictureFocus } from "@sakhi/domain/pictures/picture-focus";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { OwnPicture } from "../../api/brand-api";
import { Line } from "../../shared/brand-page/page-fields";
import { pageLines } from "../../shared/brand-page/page-lines";
import { ProductFields } from "../../shared/brand-page/product-fields";
import { FRAMES } from "../../shared/pictures/frame-previews";
import { type PicturesProps, type PlacedPicture, PlacedPictures } from "../../shared/pictures/placed-pictures";
import { IconButton } from "../../ui/icon-button";
import { LaterConfirmDialog } from "../../ui/later-dialog";
import { moved } from "../../ui/moved";
import { Part } from "../../ui/outcome";
import { Announcement } from "../../ui/page";
import { strings } from "./my-brand.strings";
import { ProductStateButtons, type ProductStates } from "./product-state";

type Missing = Readonly<Record<string, readonly string[]>>;

interface Props {
  readonly page: BrandPage;
  readonly module: CatalogueModule;
  /** The brand's, which a new product begins with. */
  readonly category: string;
  readonly states: ProductStates;
  readonly pictures: readonly OwnPicture[];
  readonly readOnly: boolean;
  /** What the server missed, by the field's path. */
  readonly missing: Missing;
  readonly ticket: () => string;
  readonly onChange: (edit: (page: BrandPage) => BrandPage) => void;
}

/** What the pictures of a page and of its products share. */
type SharedPictures = Pick<PicturesProps, "known" | "ticket" | "readOnly" | "onFrame">;

interface PartProps extends Pick<Props, "page" | "readOnly" | "missing" | "onChange"> {
  /** Changes fields of the page. */
  readonly set: (change: Partial<BrandPage>) => void;
}

/** Everything of a brand's page that its owner writes. */
export function PageForm({ page, module, category, states, pictures, readOnly, missing, ticket, onChange }: Props) {
  const shared = {
    known: pictures,
    ticket: () => Promise.resolve(ticket()),
    readOnly,
    onFrame: (id: string, focus: PictureFocus) => onChange((before) => framePicture(before, id, focus)),
  };
  const set = (change: Partial<BrandPage>): void => onChange((before) => ({ ...before, ...change }));
  const part = { page, readOnly, missing, onChange, set };
  return (
    <Flex direction="column" gap="5" mt="5">
      <PicturesPart {...part} shared={shared} />
      <Part id="about" title={strings.about}>
        <Flex direction="column" gap="4">
          <Lines {...part} names={textsOf("about")} />
        </Flex>
      </Part>
      <Part id="contacts" title={strings.contacts}>
        <Text mb="4">{strings.contactsText}</Text>
        <Flex direction="column" gap="4">
          <Lines {...part} names={textsOf("contacts")} optional={strings.shownToAll} />
        </Flex>
      </Part>
      <Part id="links" title={strings.links}>
        <Flex direction="column" gap="4">
          <Lines {...part} names={textsOf("links")} optional={strings.optional} />
        </Flex>
      </Part>
      <ProductsPart {...part} {...{ module, category, states, shared }} />
    </Flex>
  );
}

interface LinesProps extends PartProps {
  readonly names: readonly BrandPageText[];
  readonly optional?: string;
}

/** Texts of the page. */
function Lines({ page, readOnly, missing, set, names, optional }: LinesProps) {
  return pageLines(names).map(({ name, input, lines }) => (
    <Line
      key={name}
      label={strings.labels[name]}
      optional={optional}
      help={strings.helps[name]}
      input={input}
      lines={lines}
      value={page[name]}
      error={missing[name]?.[0]}
      readOnly={readOnly}
      onChange={(value) => set({ [name]: value })}
    />
  ));
}

/** Logo and cover. */
function PicturesPart({ shared, ...part }: PartProps & { readonly shared: SharedPictures }) {
  const { page, readOnly, missing, onChange, set } = part;
  type Change = (all: readonly PlacedPicture[]) => readonly PlacedPicture[];
  const logoOf = ({ logoId }: BrandPage) => (logoId === null ? [] : [{ id: logoId, alt: "" }]);
  const coverOf = ({ coverId, coverFocus }: BrandPage) =>
    coverId === null ? [] : [{ id: coverId, alt: "", ...chosenFocus(coverFocus) }];
  const placeLogo = (change: Change) =>
    onChange((before) => ({ ...before, noPictures: false, logoId: change(logoOf(before)).at(-1)?.id ?? null }));
  const placeCover = (change: Change) =>
    onChange((before) => ({ ...withCover(before, change(coverOf(before)).at(-1)), noPictures: false }));
  return (
    <Part id="pictures" title={strings.pictures}>
      <Flex direction="column" gap="5">
        <PlacedPictures
          {...shared}
          label={strings.logo}
          frames={FRAMES.logo}
          max={1}
          pictures={logoOf(page)}
          onChange={placeLogo}
        />
        <PlacedPictures
          {...shared}
          label={strings.cover}
          frames={FRAMES.cover}
          max={1}
          pictures={coverOf(page)}
          onChange={placeCover}
        />
        {page.coverId !== null && <Lines {...part} names={textsOf("pictures")} />}
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
  );
}

interface ProductsProps extends PartProps, Pick<Props, "module" | "category" | "states"> {
  readonly shared: SharedPictures;
}

/** The products: added, moved, removed after a question if anything is lost with them. */
function ProductsPart({ page: { products }, readOnly, onChange, ...props }: ProductsProps) {
  const { module, category, states, missing, shared } = props;
  const [said, setSaid] = useState("");
  const [removing, setRemoving] = useState<Product>();
  const change = (edit: (products: readonly Product[]) => readonly Product[]): void =>
    onChange((before) => ({ ...before, products: [...edit(before.products)] }));
  const remove = (id: string): void => {
    setRemoving(undefined);
    change((all) => all.filter((product) => product.id !== id));
  };
  const move = (at: number, to: number, name: string): void => {
    change((all) => moved(all, at, to));
    setSaid(strings.moved(name, to + 1, products.length));
  };
  return (
    <Part id="products" title={strings.products}>
      <Announcement>{said}</Announcement>
      <LaterConfirmDialog
        open={removing !== undefined}
        title={strings.removeTitle(removing?.name || strings.products)}
        stay={strings.keepProduct}
        go={strings.remove}
        onStay={() => setRemoving(undefined)}
        onGo={() => remove(removing?.id ?? "")}
      >
        {strings.removeText}
      </LaterConfirmDialog>
      <chakra.ol listStyleType="none" display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="6">
        {products.map((product, at) => (
          <ProductItem
            key={product.id}
            {...{ product, at, module, states, readOnly, missing, shared, onChange }}
            isLast={at === products.length - 1}
            onMove={(to, name) => move(at, to, name)}
            onRemove={() => (isStarted(product) ? setRemoving(product) : remove(product.id))}
          />
        ))}
      </chakra.ol>
      {products.length >= MAX_PRODUCTS ? (
        <Text mt="4">{strings.productsFull}</Text>
      ) : (
        !readOnly && (
          <Button
            variant="outline"
            mt="4"
            onClick={() =>
              onChange((before) => ({
                ...before,
                products: [...before.products, startedProduct(crypto.randomUUID(), before, category)],
              }))
            }
          >
            <Plus aria-hidden />
            {strings.addProduct}
          </Button>
        )
      )}
    </Part>
  );
}

interface ProductProps extends Omit<ProductsProps, "page" | "set" | "category"> {
  readonly product: Product;
  readonly at: number;
  readonly isLast: boolean;
  readonly onMove: (to: number, name: string) => void;
  readonly onRemove: () => void;
}

function ProductItem({ product, at, isLast, module, states, readOnly, missing, shared, ...does }: ProductProps) {
  const { onChange, onMove, onRemove } = does;
  const name = product.name || strings.product(at);
  const edit = (change: (product: Product) => Product, ofPage: Partial<BrandPage> = {}): void =>
    onChange((before) => ({
      ...before,
      ...ofPage,
      products: before.products.map((each) => (each.id === product.id ? change(each) : each)),
    }));
  return (
    <chakra.li borderTopWidth={at === 0 ? "0" : "1px"} pt={at === 0 ? "0" : "5"}>
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
              onClick={() => onMove(at - 1, name)}
            />
            <IconButton
              label={strings.down(name)}
              icon={<ArrowDown aria-hidden />}
              off={isLast}
              onClick={() => onMove(at + 1, name)}
            />
            <IconButton label={strings.removeProduct(name)} icon={<Trash2 aria-hidden />} onClick={onRemove} />
          </>
        )}
      </Flex>
      <ProductStateButtons id={product.id} name={name} states={states} />
      <ProductFields
        texts={strings.productTexts}
        mb="4"
        product={product}
        module={module}
        readOnly={readOnly}
        error={(field) => missing[`products.${at}.${field}`]?.[0]}
        onChange={(change) => edit(change)}
      />
      <PlacedPictures
        {...shared}
        label={`${strings.photographs}: ${isolated(name)}`}
        frames={FRAMES.product}
        max={MAX_PRODUCT_PICTURES}
        described
        pictures={product.pictures}
        onChange={(change) =>
          edit((before) => ({ ...before, pictures: change(before.pictures) }), { noPictures: false })
        }
      />
    </chakra.li>
  );
}

/** Whether something is lost with a product. */
const isStarted = ({ name, text, price, pictures, link }: Product): boolean =>
  name !== "" || text !== "" || link !== "" || price.fromPaise !== null || pictures.length > 0;
