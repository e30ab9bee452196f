import { ReasonDto } from "@sakhi/domain/operator/reason.dto";
import { ArrowUpDown, Eye, EyeOff, Images, PencilLine, Plus } from "lucide-react";
import { useState } from "react";
import {
  type ManagedBrand,
  type ManagedProduct,
  useHideProductMutation,
  useOrderProductsMutation,
  useRestoreProductMutation,
} from "../../../api/admin-api";
import { ActionButtons, ActionDialog, ReasonDialog, reasonField, type SubjectProps } from "../parts/action-dialog";
import { OrderList } from "../parts/order-list";
import { ProductPicturesDialog } from "./brand-pictures";
import { strings } from "./brands.strings";
import { AddProduct, ChangeProduct, type ProductOfBrand } from "./product-dialog";

type BrandProps = SubjectProps<ManagedBrand>;

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
