import { Box } from "@chakra-ui/react";
import { readWebLink } from "@sakhi/domain/brands/brand-links";
import type { Product } from "@sakhi/domain/brands/brand-page.rules";
import { typedPrice } from "@sakhi/domain/brands/curation.rules";
import { productProblems } from "@sakhi/domain/brands/page-problems.rules";
import { tidyPrice } from "@sakhi/domain/brands/price.rules";
import { toRupees } from "@sakhi/domain/money/money";
import { ReasonDto } from "@sakhi/domain/operator/reason.dto";
import { useEffect, useRef, useState } from "react";
import {
  type ManagedBrand,
  type ManagedProduct,
  useAddProductMutation,
  useCorrectProductMutation,
} from "../../../api/admin-api";
import { apiErrorOf } from "../../../api/failure";
import { ProductFields } from "../../../shared/brand-page/product-fields";
import { ActionDialog, reasonField, type SubjectProps } from "../parts/action-dialog";
import { strings } from "./brands.strings";

const texts = strings.product;

/** What a product says; its pictures have a dialog of their own. */
type Content = Omit<Product, "id" | "pictures">;

/** A product as the form edits it, its price in paise. */
const contentOf = ({ name, text, category, link = "", ...price }: ManagedProduct): Content => ({
  ...{ name, text, category, link },
  price: typedPrice(price),
});

/** What was typed as the server reads it. */
const readOf = (content: Content): Content => ({ ...content, link: readWebLink(content.link) });

/** A product as its request has it: the price in rupees, amounts only where it has them. */
function requestOf(content: Content) {
  const { name, text, category, link, price } = readOf(content);
  const { kind: priceKind, fromPaise, toPaise } = tidyPrice(price);
  return {
    ...{ name, text, category, link, priceKind },
    ...(fromPaise === null ? {} : { priceFrom: toRupees(fromPaise) }),
    ...(toPaise === null ? {} : { priceTo: toRupees(toPaise) }),
  };
}

type Errors = Readonly<Record<string, string | undefined>>;

/** Why the product can't be saved, by field; a category that it had may stay, even if the lists no longer have it. */
function errorsOf(content: Content, initial: Content, module: ManagedBrand["module"]): Errors {
  const problems = productProblems({ ...readOf(content), id: "", pictures: [] }, module);
  return Object.fromEntries(
    problems
      .filter(({ path }) => path !== "category" || content.category !== initial.category)
      .map(({ path, message }) => [path, message]),
  );
}

/** What the server refused, by the form's fields. */
function refusedOf(error: unknown): Errors {
  const { priceKind, priceFrom = priceKind, priceTo = priceFrom, ...fields } = apiErrorOf(error).fields ?? {};
  return Object.fromEntries(Object.entries({ ...fields, price: priceTo }).map(([field, said]) => [field, said?.[0]]));
}

/** The form of a product, as its owner has it, with a reason. */
function ProductDialog({
  title,
  module,
  initial,
  save,
  onClose,
}: {
  readonly title: string;
  readonly module: ManagedBrand["module"];
  readonly initial: Content;
  /** @returns what was done */
  readonly save: (request: ReturnType<typeof requestOf> & { readonly reason: string }) => Promise<string>;
  readonly onClose: () => void;
}) {
  const [content, setContent] = useState(initial);
  const [refused, setRefused] = useState<Errors>({});
  // How often it was pressed with something missing: then it is shown, and goes as it is mended.
  const [presses, setPresses] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (presses > 0) box.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [presses]);
  const errors: Errors = { ...refused, ...(presses === 0 ? {} : errorsOf(content, initial, module)) };
  return (
    <ActionDialog<ReasonDto>
      title={title}
      wide
      dto={ReasonDto}
      initial={{ reason: "" }}
      lead={
        <Box ref={box}>
          <ProductFields
            gridTemplateColumns={{ base: "minmax(0, 1fr)", md: "1fr 1fr" }}
            texts={texts.fields}
            product={{ ...content, id: "", pictures: [] }}
            module={module}
            error={(field) => errors[field]}
            onChange={(edit) => {
              setRefused({});
              setContent((before) => edit({ ...before, id: "", pictures: [] }));
            }}
          />
        </Box>
      }
      isReady={() => {
        const isRight = Object.keys(errorsOf(content, initial, module)).length === 0;
        if (!isRight) setPresses((before) => before + 1);
        return isRight;
      }}
      fields={() => [reasonField()]}
      consequence={() => texts.consequence}
      texts={texts}
      run={async ({ reason }) => {
        try {
          return await save({ ...requestOf(content), reason });
        } catch (error) {
          setRefused(refusedOf(error));
          throw error;
        }
      }}
      onClose={onClose}
    />
  );
}

/** Adds a product to a brand. */
export function AddProduct({ subject: { id, name, module, category }, onClose }: SubjectProps<ManagedBrand>) {
  const [add] = useAddProductMutation();
  const [initial] = useState<Content>({
    name: "",
    text: "",
    category,
    link: "",
    price: typedPrice({ priceKind: "none" }),
  });
  return (
    <ProductDialog
      title={texts.addTitle(name)}
      module={module}
      initial={initial}
      save={async (addProductDto) => {
        await add({ id, addProductDto }).unwrap();
        return texts.added(addProductDto.name);
      }}
      onClose={onClose}
    />
  );
}

/** A product with its brand. */
export interface ProductOfBrand {
  readonly brand: ManagedBrand;
  readonly product: ManagedProduct;
}

/** Changes what a product says. */
export function ChangeProduct({ subject, onClose }: SubjectProps<ProductOfBrand>) {
  const [correct] = useCorrectProductMutation();
  // As when the dialog opened: later changes by others must not be overwritten unseen.
  const [{ brand, product }] = useState(subject);
  const [initial] = useState(() => contentOf(product));
  const { id, name, updatedAt: seenAt } = product;
  return (
    <ProductDialog
      title={texts.changeTitle(name)}
      module={brand.module}
      initial={initial}
      save={async (request) => {
        await correct({ id, correctProductDto: { ...request, seenAt } }).unwrap();
        return texts.done(request.name);
      }}
      onClose={onClose}
    />
  );
}
