import { AddProductDto, CorrectProductDto } from "@sakhi/domain/brands/managed-brands.dto";
import { PRICE_KINDS } from "@sakhi/domain/brands/price.rules";
import { ReasonDto } from "@sakhi/domain/operator/reason.dto";
import { ArrowUpDown, Eye, EyeOff, Images, PencilLine, Plus } from "lucide-react";
import { useState } from "react";
import {
  type ManagedBrand,
  type ManagedProduct,
  useAddProductMutation,
  useCorrectProductMutation,
  useHideProductMutation,
  useOrderProductsMutation,
  useRestoreProductMutation,
} from "../../../api/admin-api";
import {
  ActionButtons,
  ActionDialog,
  type ActionField,
  ReasonDialog,
  reasonField,
  type SubjectProps,
} from "../parts/action-dialog";
import { OrderList } from "../parts/order-list";
import { ProductPicturesDialog } from "./brand-pictures";
import { strings } from "./brands.strings";
import { categoryOptions, off, url } from "./category-options";

type BrandProps = SubjectProps<ManagedBrand>;

/** A product with its brand. */
interface ProductOfBrand {
  readonly brand: ManagedBrand;
  readonly product: ManagedProduct;
}

/** The fields of a product's form, without the reason. */
function productFields(
  module: ManagedBrand["module"],
  current: string | undefined,
  { priceKind }: Partial<AddProductDto>,
): readonly ActionField<AddProductDto>[] {
  const { labels } = strings.product;
  const amount = { number: true, input: { inputMode: "decimal", ...off } } as const;
  return [
    { name: "name", label: labels.name, input: off },
    { name: "category", label: labels.category, options: categoryOptions(module, current) },
    { name: "text", label: labels.text, optional: true, lines: 4 },
    {
      name: "priceKind",
      label: labels.priceKind,
      options: PRICE_KINDS.map((kind) => [kind, strings.priceKinds[kind]] as const),
    },
    ...(priceKind === "fixed" ? [{ name: "priceFrom", label: labels.priceFrom, ...amount } as const] : []),
    ...(priceKind === "range"
      ? [
          { name: "priceFrom", label: labels.priceFromRange, ...amount } as const,
          { name: "priceTo", label: labels.priceTo, ...amount } as const,
        ]
      : []),
    { name: "link", label: labels.link, optional: true, input: url },
  ];
}

/** A product as its request has it: amounts only where the price has them. */
function productOf<Values extends AddProductDto>({ priceFrom, priceTo, ...values }: Values) {
  const { priceKind } = values;
  return {
    ...values,
    ...(priceKind === "fixed" || priceKind === "range" ? { priceFrom } : {}),
    ...(priceKind === "range" ? { priceTo } : {}),
  };
}

function AddProduct({ subject: { id, name, module, category }, onClose }: BrandProps) {
  const [add] = useAddProductMutation();
  const texts = strings.product;
  return (
    <ActionDialog<AddProductDto>
      title={texts.addTitle(name)}
      wide
      dto={AddProductDto}
      initial={{ name: "", text: "", category, priceKind: "none", link: "", reason: "" }}
      fields={(values) => [...productFields(module, category, values), reasonField()]}
      consequence={() => texts.consequence}
      texts={texts}
      run={async (values) => {
        await add({ id, addProductDto: productOf(values) }).unwrap();
        return texts.added(values.name);
      }}
      onClose={onClose}
    />
  );
}

function ChangeProduct({ subject, onClose }: SubjectProps<ProductOfBrand>) {
  const [correct] = useCorrectProductMutation();
  // As when the dialog opened: later changes by others must not be overwritten unseen.
  const [{ brand, product }] = useState(subject);
  const { id, name, text, category, priceKind, priceFrom, priceTo, link = "", updatedAt } = product;
  const texts = strings.product;
  return (
    <ActionDialog<CorrectProductDto>
      title={texts.changeTitle(name)}
      wide
      dto={CorrectProductDto}
      initial={{
        ...{ name, text, category, priceKind, link, seenAt: updatedAt, reason: "" },
        ...(priceFrom === undefined ? {} : { priceFrom }),
        ...(priceTo === undefined ? {} : { priceTo }),
      }}
      fields={(values) => [
        ...(productFields(brand.module, category, values) as readonly ActionField<CorrectProductDto>[]),
        reasonField(),
      ]}
      consequence={() => texts.consequence}
      texts={texts}
      run={async (values) => {
        await correct({ id, correctProductDto: productOf(values) }).unwrap();
        return texts.done(values.name);
      }}
      onClose={onClose}
    />
  );
}

function HideProduct({ subject: { product }, onClose }: SubjectProps<ProductOfBrand>) {
  const [hide] = useHideProductMutation();
  const texts = strings.product;
  const { id, name } = product;
  return (
    <ReasonDialog
      title={texts.hideTitle(name)}
      danger
      consequence={texts.hideConsequence}
      texts={strings.hide}
      run={async (reason) => {
        await hide({ id, reasonDto: { reason } }).unwrap();
        return texts.hidden(name);
      }}
      onClose={onClose}
    />
  );
}

function RestoreProduct({ subject: { product }, onClose }: SubjectProps<ProductOfBrand>) {
  const [restore] = useRestoreProductMutation();
  const texts = strings.product;
  const { id, name } = product;
  return (
    <ReasonDialog
      title={texts.restoreTitle(name)}
      consequence={texts.restoreConsequence}
      texts={strings.restore}
      run={async (reason) => {
        await restore({ id, reasonDto: { reason } }).unwrap();
        return texts.restored(name);
      }}
      onClose={onClose}
    />
  );
}

const PicturesOfProduct = ({ subject: { brand, product }, onClose }: SubjectProps<ProductOfBrand>) => (
  <ProductPicturesDialog brand={brand} product={product} onClose={onClose} />
);

/** The actions on a product, named after it for screen readers. */
export function ProductActions({ brand, product }: ProductOfBrand) {
  const texts = strings.product;
  const { name } = product;
  const hidden = product.hiddenReason !== undefined;
  return (
    <ActionButtons
      size="sm"
      subject={{ brand, product }}
      actions={[
        { label: texts.change, accessibleName: texts.changeLabel(name), Icon: PencilLine, Dialog: ChangeProduct },
        { label: texts.pictures, accessibleName: texts.picturesLabel(name), Icon: Images, Dialog: PicturesOfProduct },
        hidden
          ? {
              id: "hide",
              label: texts.restore,
              accessibleName: texts.restoreLabel(name),
              Icon: Eye,
              Dialog: RestoreProduct,
            }
          : { id: "hide", label: texts.hide, accessibleName: texts.hideLabel(name), Icon: EyeOff, Dialog: HideProduct },
      ]}
    />
  );
}

function OrderProducts({ subject, onClose }: BrandProps) {
  const [order] = useOrderProductsMutation();
  const { id, name } = subject;
  const [entries, setEntries] = useState<readonly ManagedProduct[]>(subject.managedProducts);
  const texts = strings.product;
  return (
    <ActionDialog<ReasonDto>
      title={texts.orderTitle(name)}
      dto={ReasonDto}
      initial={{ reason: "" }}
      lead={
        <OrderList label={texts.orderList} entries={entries} onChange={setEntries}>
          {(product) => product.name}
        </OrderList>
      }
      fields={() => [reasonField()]}
      consequence={() => texts.orderConsequence}
      texts={texts}
      run={async ({ reason }) => {
        await order({ id, orderProductsDto: { productIds: entries.map((entry) => entry.id), reason } }).unwrap();
        return texts.ordered;
      }}
      onClose={onClose}
    />
  );
}

/** The actions on a brand's list of products. */
export function ProductListActions({ brand }: { readonly brand: ManagedBrand }) {
  const texts = strings.product;
  const add = { label: texts.add, Icon: Plus, Dialog: AddProduct };
  const order = { label: texts.order, Icon: ArrowUpDown, Dialog: OrderProducts };
  return <ActionButtons size="sm" subject={brand} actions={brand.managedProducts.length < 2 ? [add] : [add, order]} />;
}
