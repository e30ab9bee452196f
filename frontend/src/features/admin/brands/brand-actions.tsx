import {
  AddProductDto,
  CorrectBrandDto,
  CorrectProductDto,
  VerifyBrandDto,
} from "@sakhi/domain/brands/managed-brands.dto";
import { VERIFYING_DOCUMENTS } from "@sakhi/domain/brands/curation.rules";
import { PRICE_KINDS } from "@sakhi/domain/brands/price.rules";
import { ReasonDto } from "@sakhi/domain/operator/reason.dto";
import { ArrowUpDown, BadgeCheck, BadgeX, Eye, EyeOff, GitMerge, Images, PencilLine, Plus } from "lucide-react";
import { useRef, useState } from "react";
import {
  type ManagedBrand,
  type ManagedProduct,
  useAddProductMutation,
  useCorrectBrandMutation,
  useCorrectProductMutation,
  useHideBrandMutation,
  useHideProductMutation,
  useOrderProductsMutation,
  useRestoreBrandMutation,
  useRestoreProductMutation,
  useUnverifyBrandMutation,
  useVerifyBrandMutation,
} from "../../../api/admin-api";
import { apiErrorOf } from "../../../api/failure";
import {
  ActionButtons,
  ActionDialog,
  type ActionField,
  ReasonDialog,
  reasonField,
  type SubjectProps,
} from "../parts/action-dialog";
import { isoDayOf } from "../parts/labels";
import { OrderList } from "../parts/order-list";
import { BrandPicturesDialog, ProductPicturesDialog } from "./brand-pictures";
import { strings } from "./brands.strings";
import { categoryNames } from "./category-names";
import { MergeBrand } from "./merge-brand";

type BrandProps = SubjectProps<ManagedBrand>;

/** A product with its brand. */
interface ProductOfBrand {
  readonly brand: ManagedBrand;
  readonly product: ManagedProduct;
}

const off = { autoComplete: "off" } as const;
const url = { type: "text", inputMode: "url", autoCapitalize: "none", spellCheck: false, ...off } as const;

/** The options of a category field; one that the lists no longer have stays. */
function categoryOptions(module: ManagedBrand["module"], current?: string) {
  const names = categoryNames(module);
  return [...(current === undefined || names.includes(current) ? [] : [current]), ...names].map(
    (name) => [name, name] as const,
  );
}

/** The fields that are compared, in the order of the form. */
const CORRECTED = Object.keys(strings.correct.labels) as (keyof typeof strings.correct.labels)[];

function CorrectBrand({ subject, onClose }: BrandProps) {
  const [correct] = useCorrectBrandMutation();
  // The brand when the dialog opened: later changes by others must not be overwritten unseen.
  const [seen] = useState(subject);
  const alike = useRef<string>(undefined);
  const { id, name, module, category, updatedAt } = seen;
  const texts = strings.correct;
  const { labels } = texts;
  const before = pageOf(seen);
  return (
    <ActionDialog<CorrectBrandDto>
      title={texts.title(name)}
      wide
      dto={CorrectBrandDto}
      initial={{ ...before, seenAt: updatedAt, reason: "" }}
      fields={() => [
        { name: "name", label: labels.name, help: texts.nameHelp, input: off },
        { name: "category", label: labels.category, options: categoryOptions(module, category) },
        { name: "place", label: labels.place, help: texts.placeHelp, optional: true, input: off },
        { name: "story", label: labels.story, optional: true, lines: 5 },
        { name: "websiteUrl", label: labels.websiteUrl, optional: true, input: url },
        { name: "instagramUrl", label: labels.instagramUrl, optional: true, input: url },
        { name: "facebookUrl", label: labels.facebookUrl, optional: true, input: url },
        { name: "linkedinUrl", label: labels.linkedinUrl, optional: true, input: url },
        { name: "whatsappUrl", label: labels.whatsappUrl, optional: true, input: url },
        { name: "partnerName", label: labels.partnerName, optional: true, input: off },
        {
          name: "contactEmail",
          label: labels.contactEmail,
          optional: true,
          input: { type: "email", inputMode: "email", ...off },
        },
        {
          name: "contactPhone",
          label: labels.contactPhone,
          optional: true,
          input: { type: "tel", inputMode: "tel", ...off },
        },
        reasonField(),
      ]}
      consequence={(values) => {
        const changed = CORRECTED.filter((field) => (values[field]?.trim() ?? "") !== before[field]);
        return changed.length === 0 ? texts.nothing : texts.changes(changed.map((field) => labels[field]).join(", "));
      }}
      texts={texts}
      run={async (values) => {
        const looksAlikeSeen = alike.current === values.name ? true : undefined;
        try {
          await correct({ id, correctBrandDto: Object.assign(values, { looksAlikeSeen }) }).unwrap();
        } catch (error) {
          if (apiErrorOf(error).code === "brand_looks_alike") alike.current = values.name;
          throw error;
        }
        return texts.done(values.name);
      }}
      onClose={onClose}
    />
  );
}

/** What a brand's page says, for a form: empty for none. */
function pageOf(brand: ManagedBrand) {
  const { name, category, place = "", story, partnerName = "", contactEmail = "", contactPhone = "" } = brand;
  const { websiteUrl = "", instagramUrl = "", facebookUrl = "", linkedinUrl = "", whatsappUrl = "" } = brand;
  const links = { websiteUrl, instagramUrl, facebookUrl, linkedinUrl, whatsappUrl };
  return { name, category, place, story, ...links, partnerName, contactEmail, contactPhone };
}

function HideBrand({ subject: { id, name, products }, onClose }: BrandProps) {
  const [hide] = useHideBrandMutation();
  const texts = strings.hide;
  return (
    <ReasonDialog
      title={texts.title(name)}
      danger
      consequence={texts.consequence(products)}
      texts={texts}
      run={async (reason) => {
        await hide({ id, reasonDto: { reason } }).unwrap();
        return texts.done(name);
      }}
      onClose={onClose}
    />
  );
}

function RestoreBrand({ subject: { id, name }, onClose }: BrandProps) {
  const [restore] = useRestoreBrandMutation();
  const texts = strings.restore;
  return (
    <ReasonDialog
      title={texts.title(name)}
      consequence={texts.consequence}
      texts={texts}
      run={async (reason) => {
        await restore({ id, reasonDto: { reason } }).unwrap();
        return texts.done(name);
      }}
      onClose={onClose}
    />
  );
}

function VerifyBrand({ subject: { id, name }, onClose }: BrandProps) {
  const [verify] = useVerifyBrandMutation();
  const texts = strings.verify;
  const [today] = useState(() => isoDayOf(Date.now()));
  return (
    <ActionDialog<VerifyBrandDto>
      title={texts.title(name)}
      dto={VerifyBrandDto}
      initial={{ document: VERIFYING_DOCUMENTS[0], seenOn: today, reason: "" }}
      fields={() => [
        {
          name: "document",
          label: texts.document,
          options: VERIFYING_DOCUMENTS.map((document) => [document, document] as const),
        },
        { name: "seenOn", label: texts.seenOn, input: { type: "date", max: today } },
        reasonField(),
      ]}
      consequence={() => texts.consequence}
      texts={texts}
      run={async (verifyBrandDto) => {
        await verify({ id, verifyBrandDto }).unwrap();
        return texts.done(name);
      }}
      onClose={onClose}
    />
  );
}

function UnverifyBrand({ subject: { id, name }, onClose }: BrandProps) {
  const [unverify] = useUnverifyBrandMutation();
  const texts = strings.unverify;
  return (
    <ReasonDialog
      title={texts.title(name)}
      danger
      consequence={texts.consequence}
      texts={texts}
      run={async (reason) => {
        await unverify({ id, reasonDto: { reason } }).unwrap();
        return texts.done(name);
      }}
      onClose={onClose}
    />
  );
}

const ACTIONS = {
  merge: { label: strings.merge.button, Icon: GitMerge, Dialog: MergeBrand },
  unverify: { id: "verify", label: strings.unverify.button, Icon: BadgeX, Dialog: UnverifyBrand },
  verify: { id: "verify", label: strings.verify.button, Icon: BadgeCheck, Dialog: VerifyBrand },
  hide: { id: "hide", label: strings.hide.button, Icon: EyeOff, Dialog: HideBrand },
  restore: { id: "hide", label: strings.restore.button, Icon: Eye, Dialog: RestoreBrand },
  correct: { label: strings.correct.button, Icon: PencilLine, Dialog: CorrectBrand, main: true },
} as const;

/** The actions on a brand. */
export function BrandActions({ brand }: { readonly brand: ManagedBrand }) {
  const actions = [
    ACTIONS.merge,
    brand.verified ? ACTIONS.unverify : ACTIONS.verify,
    brand.state === "hidden" ? ACTIONS.restore : ACTIONS.hide,
    ACTIONS.correct,
  ];
  return <ActionButtons subject={brand} actions={actions} />;
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

const PLACES = {
  logo: ({ subject, onClose }: BrandProps) => <BrandPicturesDialog brand={subject} place="logo" onClose={onClose} />,
  cover: ({ subject, onClose }: BrandProps) => <BrandPicturesDialog brand={subject} place="cover" onClose={onClose} />,
} as const;

/** The button that changes a brand's logo or cover. */
export function BrandPictureActions({
  brand,
  place,
}: {
  readonly brand: ManagedBrand;
  readonly place: "logo" | "cover";
}) {
  const label = strings.pictures[place];
  return (
    <ActionButtons
      size="sm"
      subject={brand}
      actions={[
        {
          label: strings.product.change,
          accessibleName: strings.product.changeLabel(label),
          Icon: Images,
          Dialog: PLACES[place],
        },
      ]}
    />
  );
}
