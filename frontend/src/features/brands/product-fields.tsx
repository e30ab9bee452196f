import { Flex } from "@chakra-ui/react";
import { type Product } from "@sakhi/domain/brands/brand-page.rules";
import { type Price, PRICE_KINDS } from "@sakhi/domain/brands/price.rules";
import { readPrice } from "@sakhi/domain/brands/typed-price";
import { CATEGORIES } from "@sakhi/domain/catalogue/categories";
import { readAmount } from "@sakhi/domain/fields/amounts";
import { formatPaise } from "@sakhi/domain/money/money";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { useState } from "react";
import { strings } from "./my-brand.strings";
import { Choose, Line } from "./page-fields";

/** What a product says about itself. */
export function ProductFields({
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

/** Why an amount could not be read; undefined for one that was, and for none. */
const unread = (typed: string): string | undefined => (typed.trim() === "" ? undefined : readAmount(typed).problem);

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
        error={unread(from)}
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
