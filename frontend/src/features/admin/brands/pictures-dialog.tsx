import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { ReasonDto } from "@sakhi/domain/operator/reason.dto";
import { chosenFocus, focusOf, sameFocus } from "@sakhi/domain/pictures/picture-focus";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import {
  type ManagedBrand,
  type Picture,
  useGetBrandQuery,
  useIssueBrandTicketMutation,
  useRemoveBrandPictureMutation,
} from "../../../api/admin-api";
import { FRAMES } from "../../../shared/pictures/frame-previews";
import { type PlacedPicture, PlacedPictures } from "../../../shared/pictures/placed-pictures";
import { Thumbnail } from "../../../shared/pictures/thumbnail";
import { ActionButtons, ActionDialog, ReasonDialog, reasonField, type SubjectProps } from "../parts/action-dialog";
import { Nothing } from "../parts/panel";
import { strings } from "./brands.strings";

const texts = strings.pictures;

interface PicturesDialogProps {
  readonly brand: ManagedBrand;
  /** What the pictures are of, e.g. "Logo" or the product's name. */
  readonly what: string;
  readonly initial: readonly PlacedPicture[];
  /** How the site shows them. */
  readonly frames: keyof typeof FRAMES;
  /** How many fit. */
  readonly most: number;
  readonly save: (pictures: PlacedPicture[], reason: string) => Promise<unknown>;
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

interface OtherPicturesProps {
  readonly brandId: string;
  readonly pictures: readonly Picture[];
  readonly onUse: (picture: Picture) => void;
}

/** The brand's pictures that are not chosen, to be used or deleted. */
function OtherPictures({ brandId, pictures, onUse }: OtherPicturesProps) {
  if (pictures.length === 0) return <Nothing>{texts.noOthers}</Nothing>;
  return (
    <chakra.ul display="grid" gridTemplateColumns="repeat(auto-fill, minmax(14rem, 1fr))" gap="3">
      {pictures.map((picture, index) => {
        const name = picture.alt || texts.numbered(index + 1);
        return (
          <chakra.li key={picture.id} display="flex" gap="3" alignItems="center">
            <Thumbnail picture={picture} alt={name} />
            <Flex gap="2" wrap="wrap">
              <Button size="sm" variant="outline" aria-label={texts.useLabel(name)} onClick={() => onUse(picture)}>
                {texts.use}
              </Button>
              <ActionButtons
                size="sm"
                subject={{ brandId, picture }}
                actions={[
                  { label: texts.remove, accessibleName: texts.removeLabel(name), Icon: Trash2, Dialog: RemovePicture },
                ]}
              />
            </Flex>
          </chakra.li>
        );
      })}
    </chakra.ul>
  );
}

/** Chooses pictures of a brand for a place, puts them in order, describes them, adds and deletes. */
export function PicturesDialog({ brand, what, initial, frames, most, save, onClose }: PicturesDialogProps) {
  const { data = brand, refetch } = useGetBrandQuery(brand.id);
  const [issueTicket] = useIssueBrandTicketMutation();
  const [chosen, setChosen] = useState(initial);
  const [problem, setProblem] = useState("");
  const [listed] = useState(() => new Set(brand.pictures.map(({ id }) => id)));
  const known = new Map(data.pictures.filter(({ state }) => state === "ready").map((each) => [each.id, each]));
  // Without those that were deleted meanwhile. One that has just arrived is not listed yet.
  const still = (pictures: readonly PlacedPicture[]) => pictures.filter(({ id }) => known.has(id) || !listed.has(id));
  const shown = still(chosen);
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
            <PlacedPictures
              label={most === 1 ? texts.chosenOne : texts.chosen}
              pictures={shown}
              known={data.pictures}
              frames={FRAMES[frames]}
              max={most}
              place={`brand-${brand.id}`}
              ticket={async () => (await issueTicket(brand.id).unwrap()).ticket}
              onChange={(change) => setChosen((all) => change(still(all)))}
              onReady={() => void refetch()}
              described
            />
            {shown.length === 0 && <Nothing>{texts.nothingChosen}</Nothing>}
            <Text textStyle="small" color="muted" mt="1">
              {texts.formats}
            </Text>
            <Text textStyle="small" color="muted" mt="1">
              {texts.wordsHelp}
            </Text>
          </Box>
          <Box>
            <Text fontWeight="600" mb="2">
              {texts.others}
            </Text>
            <OtherPictures
              brandId={brand.id}
              pictures={others}
              onUse={({ id, alt, focus }) => {
                const isFull = shown.length >= most;
                setProblem(isFull ? texts.full(most) : "");
                if (!isFull) setChosen([...shown, { id, alt, ...chosenFocus(focus) }]);
              }}
            />
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
          shown.map(({ id, alt, focus }) => ({
            id,
            alt,
            // What stays is not said.
            ...(sameFocus(focus, known.get(id)?.focus) ? {} : { focus: focusOf(focus) }),
          })),
          reason,
        );
        return texts.done(what);
      }}
      onClose={onClose}
    />
  );
}
