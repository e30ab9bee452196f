import { Grid, type GridProps } from "@chakra-ui/react";
import { type Product } from "@sakhi/domain/brands/brand-page.rules";
import { type Price, PRICE_KINDS, type PriceKind } from "@sakhi/domain/brands/price.rules";
import { readPrice } from "@sakhi/domain/brands/typed-price";
import { CATEGORIES } from "@sakhi/domain/catalogue/categories";
import { categoryLabel } from "@sakhi/domain/catalogue/category-labels";
import { readAmount } from "@sakhi/domain/fields/amounts";
import { formatPaise } from "@sakhi/domain/money/money";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { useState } from "react";
import { Choose, Line } from "./page-fields";
import { INPUTS } from "./page-lines";

/** What a form calls the texts of a product; each of the two doors has its own. */
export interface ProductTexts {
  readonly name: string;
  readonly text: string;
  readonly category: string;
  /** Says that none is chosen; absent where one always is. */
  readonly chooseCategory?: string;
  readonly price: string;
  readonly priceKinds: readonly (readonly [PriceKind, string])[];
  readonly amount: (kind: "fixed" | "range") => string;
  readonly highest: string;
  readonly priceHelp?: string;
  readonly link: string;
  readonly optional: string;
}

/** What a product says about itself: one form for its owner and for operators. Amounts are typed in rupees, kept in paise. */
export function ProductFields({
  texts,
  product,
  module,
  readOnly = false,
  error,
  onChange,
  ...grid
}: Omit<GridProps, "onChange"> & {
  readonly texts: ProductTexts;
  readonly product: Product;
  readonly module: CatalogueModule;
  readonly readOnly?: boolean;
  readonly error: (field: string) => string | undefined;
  readonly onChange: (edit: (product: Product) => Product) => void;
}) {
  const set = (change: Partial<Product>): void => onChange((before) => ({ ...before, ...change }));
  const { name, text, category, price, link } = product;
  const categories = [...new Set(CATEGORIES.filter((each) => each.module === module).map((each) => each.name))];
  return (
    <Grid gap="4" {...grid}>
      <Line
        label={texts.name}
        value={name}
        error={error("name")}
        readOnly={readOnly}
        onChange={(value) => set({ name: value })}
      />
      <Choose
        label={texts.price}
        value={price.kind}
        error={error("price")}
        options={texts.priceKinds}
        readOnly={readOnly}
        onChange={(value) => {
          const kind = PRICE_KINDS.find((each) => each === value) ?? "none";
          set({ price: { ...price, kind } });
        }}
      />
      <Amounts texts={texts} price={price} readOnly={readOnly} onChange={(next) => set({ price: next })} />
      <Line
        label={texts.text}
        optional={texts.optional}
        lines={3}
        value={text}
        error={error("text")}
        readOnly={readOnly}
        onChange={(value) => set({ text: value })}
      />
      <Choose
        label={texts.category}
        value={category}
        error={error("category")}
        options={[
          ...(texts.chooseCategory === undefined ? [] : [["", texts.chooseCategory] as const]),
          // One that the lists no longer have stays until another one is chosen.
          ...(category === "" || categories.includes(category) ? [] : [[category, categoryLabel(category)] as const]),
          ...categories.map((each) => [each, categoryLabel(each)] as const),
        ]}
        readOnly={readOnly}
        onChange={(value) => set({ category: value })}
      />
      <Line
        label={texts.link}
        optional={texts.optional}
        input={INPUTS.link}
        value={link}
        error={error("link")}
        readOnly={readOnly}
        onChange={(value) => set({ link: value })}
      />
    </Grid>
  );
}

/** Digits and a point; what is pasted may have more. */
const AMOUNT = { inputMode: "decimal", autoComplete: "off" } as const;

/** Why an amount could not be read; undefined for one that was, and for none. */
const unread = (typed: string): string | undefined => (typed.trim() === "" ? undefined : readAmount(typed).problem);

function Amounts({
  texts,
  price,
  readOnly,
  onChange,
}: {
  readonly texts: ProductTexts;
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
        label={texts.amount(price.kind)}
        help={texts.priceHelp}
        input={AMOUNT}
        value={from}
        error={unread(from)}
        readOnly={readOnly}
        onChange={(value) => {
          setFrom(value);
          onChange({ ...price, fromPaise: readPrice(value) ?? null });
        }}
      />
      {price.kind === "range" && (
        <Line
          label={texts.highest}
          help={texts.priceHelp}
          input={AMOUNT}
          value={to}
          error={unread(to)}
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
