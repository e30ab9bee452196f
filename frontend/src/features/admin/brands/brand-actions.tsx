import { type BrandColumnText, BRAND_FIELDS } from "@sakhi/domain/brands/brand-page.fields";
import { VERIFYING_DOCUMENTS } from "@sakhi/domain/brands/curation.rules";
import { CorrectBrandDto, VerifyBrandDto } from "@sakhi/domain/brands/managed-brands.dto";
import { fieldNames } from "@sakhi/domain/fields/declared-fields";
import { BadgeCheck, BadgeX, Eye, EyeOff, GitMerge, Images, PencilLine } from "lucide-react";
import { useRef, useState } from "react";
import {
  type ManagedBrand,
  useCorrectBrandMutation,
  useHideBrandMutation,
  useRestoreBrandMutation,
  useUnverifyBrandMutation,
  useVerifyBrandMutation,
} from "../../../api/admin-api";
import { apiErrorOf } from "../../../api/failure";
import { pageLines } from "../../../shared/brand-page/page-lines";
import { ActionButtons, ActionDialog, ReasonDialog, reasonField, type SubjectProps } from "../parts/action-dialog";
import { isoDayOf } from "../parts/labels";
import { BrandPicturesDialog } from "./brand-pictures";
import { strings } from "./brands.strings";
import { categoryOptions, off } from "./category-options";
import { MergeBrand } from "./merge-brand";

type BrandProps = SubjectProps<ManagedBrand>;

/** What a page says, in the order of the form. */
const TEXTS = fieldNames(BRAND_FIELDS);

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
        ...pageLines(TEXTS).map(({ name, input, lines }) => ({
          ...{ name, label: labels[name], optional: true },
          ...(texts.helps[name] === undefined ? {} : { help: texts.helps[name] }),
          ...(lines === undefined ? { input: input ?? off } : { lines }),
        })),
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
  const texts = Object.fromEntries(TEXTS.map((text) => [text, brand[text] ?? ""]));
  return { name: brand.name, category: brand.category, ...(texts as Record<BrandColumnText, string>) };
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
          options: VERIFYING_DOCUMENTS.map((document) => [document, texts.documentLabel(document)] as const),
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
