import { Box, Button, chakra, Flex, Input, Text } from "@chakra-ui/react";
import { MAX_PRODUCT_PICTURES } from "@sakhi/domain/brands/brand-page.rules";
import { ReasonDto } from "@sakhi/domain/operator/reason.dto";
import { MAX_ALT_LENGTH } from "@sakhi/domain/pictures/picture.rules";
import { ImagePlus, RotateCw, Trash2 } from "lucide-react";
import { useId, useRef, useState } from "react";
import {
  type ManagedBrand,
  type ManagedProduct,
  type Picture,
  useGetBrandQuery,
  usePlaceCoverMutation,
  usePlaceLogoMutation,
  usePlaceProductPicturesMutation,
  useRemoveBrandPictureMutation,
} from "../../../api/admin-api";
import { PICTURE_FILES, type UploadProgress } from "../../../shared/picture-upload";
import { ActionButtons, ActionDialog, ReasonDialog, reasonField, type SubjectProps } from "../parts/action-dialog";
import { OrderList } from "../parts/order-list";
import { Nothing } from "../parts/panel";
import { strings } from "./brands.strings";
import { Thumbnail } from "./thumbnail";
import { useUploads } from "./use-uploads";

const texts = strings.pictures;

/** A picture in its place. */
interface Placed {
  readonly id: string;
  readonly name: string;
  readonly alt: string;
}

interface PicturesDialogProps {
  readonly brand: ManagedBrand;
  /** What the pictures are of, e.g. "Logo" or the product's name. */
  readonly what: string;
  readonly initial: readonly { readonly id: string; readonly alt: string }[];
  /** How many fit. */
  readonly most: number;
  readonly save: (pictures: { id: string; alt: string }[], reason: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Deletes a picture of the brand, after a question. */
function RemovePicture({ subject, onClose }: SubjectProps<{ readonly brandId: string; readonly picture: Picture }>) {
  const [remove] = useRemoveBrandPictureMutation();
  const { brandId: id, picture } = subject;
  return (
    <ReasonDialog
      title={texts.removeTitle}
      danger
      consequence={texts.removeConsequence}
      texts={{ confirm: texts.remove, pending: texts.pending }}
      run={async (reason) => {
        await remove({ id, pictureId: picture.id, reasonDto: { reason } }).unwrap();
        return texts.removed;
      }}
      onClose={onClose}
    />
  );
}

function progressText(progress: UploadProgress): string {
  switch (progress.step) {
    case "uploading":
      return texts.adding(progress.percent);
    case "waiting":
      return texts.waiting;
    case "failed":
      return progress.message ?? texts.failed;
    case "checking":
    case "ready":
      return texts.checking;
  }
}

/** Adds pictures from the device, and shows the progress of each. */
function AddPictures({ brandId, onReady }: { readonly brandId: string; readonly onReady: (id: string) => void }) {
  const { uploads, add } = useUploads(brandId, onReady);
  const input = useRef<HTMLInputElement>(null);
  return (
    <Box>
      <input
        ref={input}
        type="file"
        accept={PICTURE_FILES}
        multiple
        hidden
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])]);
          // The same file can be chosen again.
          currentTarget.value = "";
        }}
      />
      <Button variant="outline" size="sm" onClick={() => input.current?.click()}>
        <ImagePlus aria-hidden />
        {texts.add}
      </Button>
      <Text textStyle="small" color="muted" mt="1">
        {texts.formats}
      </Text>
      <chakra.ul aria-live="polite" display="grid" gap="1" mt="2" textStyle="small">
        {uploads.map(({ key, fileName, progress, retry }) => (
          <chakra.li key={key} overflowWrap="anywhere">
            <span>{`${fileName}: `}</span>
            <chakra.span color={progress.step === "failed" ? "alarm.text" : "muted"}>
              {progressText(progress)}
            </chakra.span>
            {retry !== undefined && progress.step === "failed" && (
              <Button size="sm" variant="outline" ms="2" onClick={retry}>
                <RotateCw aria-hidden />
                {texts.retry}
              </Button>
            )}
          </chakra.li>
        ))}
      </chakra.ul>
    </Box>
  );
}

/** One chosen picture with its words. */
function ChosenPicture({
  placed,
  picture,
  onWords,
}: {
  readonly placed: Placed;
  readonly picture: Picture | undefined;
  readonly onWords: (alt: string) => void;
}) {
  const id = useId();
  return (
    <Flex gap="3" align="center" minWidth="0">
      <Thumbnail picture={picture} name={placed.name} />
      <Box flex="1" minWidth="0">
        <chakra.label htmlFor={id} textStyle="label">
          {texts.words(placed.name)}
        </chakra.label>
        <Input
          id={id}
          value={placed.alt}
          maxLength={MAX_ALT_LENGTH}
          autoComplete="off"
          onChange={(event) => onWords(event.currentTarget.value)}
        />
      </Box>
    </Flex>
  );
}

/** Chooses pictures of a brand for a place, puts them in order, describes them, adds and deletes. */
function PicturesDialog({ brand, what, initial, most, save, onClose }: PicturesDialogProps) {
  const { data = brand, refetch } = useGetBrandQuery(brand.id);
  const nameOf = (id: string, index: number) =>
    data.pictures.find((each) => each.id === id)?.alt || texts.numbered(index + 1);
  const [chosen, setChosen] = useState<readonly Placed[]>(() =>
    initial.map((each, index) => ({ ...each, name: nameOf(each.id, index) })),
  );
  const [problem, setProblem] = useState("");
  const use = (id: string, alt: string) =>
    setChosen((before) => {
      if (before.some((each) => each.id === id) || before.length >= most) return before;
      return [...before, { id, alt, name: alt || texts.numbered(before.length + 1) }];
    });
  // One that was deleted meanwhile is not shown any more.
  const known = new Map(data.pictures.filter(({ state }) => state === "ready").map((each) => [each.id, each]));
  const shown = chosen.filter(({ id }) => known.has(id));
  const others = [...known.values()].filter(({ id }) => !chosen.some((each) => each.id === id));
  return (
    <ActionDialog<ReasonDto>
      title={texts.title(what)}
      wide
      dto={ReasonDto}
      initial={{ reason: "" }}
      lead={
        <Box display="grid" gap="4">
          <Box>
            <Text fontWeight="600" mb="2">
              {most === 1 ? texts.chosenOne : texts.chosen}
            </Text>
            {shown.length === 0 ? (
              <Nothing>{texts.nothingChosen}</Nothing>
            ) : (
              <OrderList label={texts.chosen} entries={shown} onChange={setChosen} removable>
                {(placed) => (
                  <ChosenPicture
                    placed={placed}
                    picture={known.get(placed.id)}
                    onWords={(alt) =>
                      setChosen((all) => all.map((each) => (each.id === placed.id ? { ...each, alt } : each)))
                    }
                  />
                )}
              </OrderList>
            )}
            <Text textStyle="small" color="muted" mt="1">
              {texts.wordsHelp}
            </Text>
          </Box>
          <AddPictures
            brandId={brand.id}
            onReady={(id) => {
              void refetch();
              use(id, "");
            }}
          />
          <Box>
            <Text fontWeight="600" mb="2">
              {texts.others}
            </Text>
            {others.length === 0 ? (
              <Nothing>{texts.noOthers}</Nothing>
            ) : (
              <chakra.ul display="grid" gridTemplateColumns="repeat(auto-fill, minmax(14rem, 1fr))" gap="3">
                {others.map((picture, index) => {
                  const name = picture.alt || texts.numbered(index + 1);
                  return (
                    <chakra.li key={picture.id} display="flex" gap="3" alignItems="center">
                      <Thumbnail picture={picture} name={name} />
                      <Flex gap="2" wrap="wrap">
                        <Button
                          size="sm"
                          variant="outline"
                          aria-label={texts.useLabel(name)}
                          onClick={() => {
                            if (shown.length >= most) setProblem(texts.full(most));
                            else {
                              setProblem("");
                              use(picture.id, picture.alt);
                            }
                          }}
                        >
                          {texts.use}
                        </Button>
                        <ActionButtons
                          size="sm"
                          subject={{ brandId: brand.id, picture }}
                          actions={[
                            {
                              label: texts.remove,
                              accessibleName: texts.removeLabel(name),
                              Icon: Trash2,
                              Dialog: RemovePicture,
                            },
                          ]}
                        />
                      </Flex>
                    </chakra.li>
                  );
                })}
              </chakra.ul>
            )}
            <Text role="alert" color="alarm.text" mt="1">
              {problem}
            </Text>
          </Box>
        </Box>
      }
      fields={() => [reasonField()]}
      consequence={() => (shown.length === 0 ? texts.consequenceNone : texts.consequence)}
      texts={texts}
      run={async ({ reason }) => {
        await save(
          shown.map(({ id, alt }) => ({ id, alt })),
          reason,
        );
        return texts.done(what);
      }}
      onClose={onClose}
    />
  );
}

/** The pictures of a product. */
export function ProductPicturesDialog({
  brand,
  product,
  onClose,
}: {
  readonly brand: ManagedBrand;
  readonly product: ManagedProduct;
  readonly onClose: () => void;
}) {
  const [place] = usePlaceProductPicturesMutation();
  return (
    <PicturesDialog
      brand={brand}
      what={product.name}
      initial={product.pictures}
      most={MAX_PRODUCT_PICTURES}
      save={(pictures, reason) => place({ id: product.id, placePicturesDto: { pictures, reason } }).unwrap()}
      onClose={onClose}
    />
  );
}

/** A brand's logo or cover. */
export function BrandPicturesDialog({
  brand,
  place,
  onClose,
}: {
  readonly brand: ManagedBrand;
  readonly place: "logo" | "cover";
  readonly onClose: () => void;
}) {
  const [placeLogo] = usePlaceLogoMutation();
  const [placeCover] = usePlaceCoverMutation();
  const id = place === "logo" ? brand.logoId : brand.coverId;
  const alt = brand.pictures.find((picture) => picture.id === id)?.alt ?? "";
  const call = place === "logo" ? placeLogo : placeCover;
  return (
    <PicturesDialog
      brand={brand}
      what={texts[place]}
      initial={id === undefined ? [] : [{ id, alt }]}
      most={1}
      save={(pictures, reason) => call({ id: brand.id, placePicturesDto: { pictures, reason } }).unwrap()}
      onClose={onClose}
    />
  );
}
