import { Box, Button, chakra, Flex, Input, Text } from "@chakra-ui/react";
import { ReasonDto } from "@sakhi/domain/operator/reason.dto";
import { MAX_ALT_LENGTH } from "@sakhi/domain/pictures/picture.rules";
import { Trash2 } from "lucide-react";
import { useId, useState } from "react";
import {
  type ManagedBrand,
  type Picture,
  useGetBrandQuery,
  useRemoveBrandPictureMutation,
} from "../../../api/admin-api";
import { ActionButtons, ActionDialog, ReasonDialog, reasonField, type SubjectProps } from "../parts/action-dialog";
import { OrderList } from "../parts/order-list";
import { Nothing } from "../parts/panel";
import { AddPictures } from "./add-pictures";
import { strings } from "./brands.strings";
import { Thumbnail } from "./thumbnail";

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
export function PicturesDialog({ brand, what, initial, most, save, onClose }: PicturesDialogProps) {
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
  // One that was deleted meanwhile is no longer shown.
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
