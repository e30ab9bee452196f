import { Box, Button, chakra, Flex, Input, Text } from "@chakra-ui/react";
import { framed } from "@sakhi/domain/brands/brand-page.rules";
import { focusOf, type PictureFocus } from "@sakhi/domain/pictures/picture-focus";
import { MAX_ALT_LENGTH } from "@sakhi/domain/pictures/picture.rules";
import { PICTURE_UPLOAD } from "@sakhi/domain/uploads/upload.rules";
import { ArrowDown, ArrowUp, Crop, ImagePlus, Trash2 } from "lucide-react";
import { useId, useRef, useState } from "react";
import { DragHandle, useDragOrder } from "../../ui/drag-order";
import { IconButton } from "../../ui/icon-button";
import { moved } from "../../ui/moved";
import { Announcement } from "../../ui/page";
import { PICTURE_LIMITS } from "../uploads/upload-limits";
import { UploadRow } from "../uploads/upload-row";
import { useUploads } from "../uploads/use-uploads";
import { FocusPicker } from "./focus-picker";
import type { PictureFrame } from "./frames";
import { isReady, PictureFrames } from "./picture-frames";
import { strings } from "./pictures.strings";
import type { BrandPicture } from "./thumbnail";

/** A picture in its place. */
export interface PlacedPicture {
  readonly id: string;
  readonly alt: string;
  /** What every frame keeps in view; absent for the middle. */
  readonly focus?: PictureFocus;
}

export interface PicturesProps {
  readonly label: string;
  readonly pictures: readonly PlacedPicture[];
  /** Every picture of the brand. */
  readonly known: readonly BrandPicture[];
  /** How many fit; of one, another takes the place. */
  readonly max: number;
  /** What the uploads are for, on this device; the label unless given. */
  readonly place?: string;
  readonly ticket: () => Promise<string>;
  /** The latest list is passed to `change`: several uploads may end at once. */
  readonly onChange: (change: (pictures: readonly PlacedPicture[]) => readonly PlacedPicture[]) => void;
  /** A picture has arrived, is checked, and takes its place. */
  readonly onReady?: () => void;
  readonly readOnly?: boolean;
  /** Whether each picture has a description of its own. */
  readonly described?: boolean;
  /** How the site shows it: one preview for each, and a choice of what those that cut it keep in view. */
  readonly frames: readonly PictureFrame[];
  /** A picture is framed, if this is not done as a change of its place. */
  readonly onFrame?: (id: string, focus: PictureFocus) => void;
}

/** The pictures of a place of a brand's page: sent from the camera or the gallery, several at once, in order, described in words. */
export function PlacedPictures(props: PicturesProps) {
  const { label, pictures, known, max, place = label, ticket, onChange, onReady, readOnly, described, frames } = props;
  const [framing, setFraming] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState("");
  const [leftOut, setLeftOut] = useState("");
  const [arrived, setArrived] = useState<readonly BrandPicture[]>([]);
  const byId = new Map([...arrived, ...known].map((picture) => [picture.id, picture]));
  const labelId = useId();
  const { uploads, add } = useUploads<BrandPicture>({
    ticket,
    place,
    limits: PICTURE_LIMITS,
    single: max === 1,
    onReady: (picture) => {
      setArrived((all) => [...all, picture]);
      onReady?.();
      onChange((all) => (max === 1 ? [] : all).concat({ id: picture.id, alt: "" }).slice(0, max));
    },
  });
  const choose = (files: readonly File[]): void => {
    const room = max === 1 ? 1 : max - pictures.length - uploads.length;
    add(files.slice(0, Math.max(room, 0)));
    setLeftOut(files.length > room && max > 1 ? strings.tooMany(Math.max(room, 0)) : "");
  };
  const move = (from: number, to: number): void => {
    onChange((all) => moved(all, from, to));
    setSaid(strings.moved(`${label} ${from + 1}`, to + 1, pictures.length));
  };
  const remove = (id: string, at: number): void => {
    onChange((all) => all.filter((each) => each.id !== id));
    setSaid(strings.removed(`${label} ${at + 1}`));
    // The button goes with its picture.
    list.current?.focus();
  };
  const nameOf = (at: number): string => (max === 1 ? label : `${label} ${at + 1}`);
  const { handle, look } = useDragOrder(pictures.length, move);
  const {
    onFrame = (id: string, focus: PictureFocus) =>
      onChange((all) => all.map((each) => (each.id === id ? framed(each, focus) : each))),
  } = props;
  const isCut = frames.some(({ fit }) => fit === "cover");
  const isFull = max > 1 && pictures.length + uploads.length >= max;
  return (
    <Box role="group" aria-labelledby={labelId}>
      <Text id={labelId} fontWeight="600" mb="2">
        {label}
      </Text>
      <Announcement>{said}</Announcement>
      <chakra.ol
        ref={list}
        tabIndex={-1}
        aria-labelledby={labelId}
        listStyleType="none"
        display="grid"
        gridTemplateColumns="minmax(0, 1fr)"
        gap="3"
        _focusVisible={{ outline: "none" }}
      >
        {pictures.map(({ id, alt, focus }, at) => (
          <chakra.li key={id} display="flex" gap="3" flexWrap="wrap" {...look(at)}>
            {!readOnly && pictures.length > 1 && <DragHandle {...handle(at)} />}
            <PictureFrames
              picture={byId.get(id)}
              first={byId.get(pictures[0]?.id ?? id)}
              alt={alt || nameOf(at)}
              focus={focusOf(focus)}
              // Of several, the others are shown while it is framed: the form is long enough.
              frames={max > 1 && framing !== id ? frames.slice(0, 1) : frames}
            />
            <Box flex="1" minWidth="11rem">
              {described && (
                <Words
                  label={strings.altOf(at + 1)}
                  alt={alt}
                  readOnly={readOnly}
                  onChange={(words) =>
                    onChange((all) => all.map((each) => (each.id === id ? { ...each, alt: words } : each)))
                  }
                />
              )}
              {!readOnly && (
                <PictureButtons
                  label={label}
                  at={at}
                  count={pictures.length}
                  onMove={(to) => move(at, to)}
                  onRemove={() => remove(id, at)}
                  {...(isCut && isReady(byId.get(id))
                    ? { framing: framing === id, onFrame: () => setFraming(framing === id ? undefined : id) }
                    : {})}
                />
              )}
            </Box>
            <Framing
              picture={framing === id && !readOnly ? byId.get(id) : undefined}
              name={nameOf(at)}
              focus={focusOf(focus)}
              onChange={(to) => onFrame(id, to)}
            />
          </chakra.li>
        ))}
        {uploads.map((upload) => (
          <chakra.li key={upload.key}>
            <UploadRow upload={upload} preview />
          </chakra.li>
        ))}
      </chakra.ol>
      {leftOut !== "" && (
        <Text role="alert" color="alarm.text" fontWeight="600" mt="2">
          {leftOut}
        </Text>
      )}
      {!readOnly && !isFull && (
        <>
          <input
            ref={input}
            type="file"
            accept={PICTURE_UPLOAD.accept}
            multiple={max > 1}
            hidden
            aria-label={label}
            onChange={(event) => {
              choose([...(event.currentTarget.files ?? [])]);
              event.currentTarget.value = "";
            }}
          />
          <Button variant="outline" mt="3" onClick={() => input.current?.click()}>
            <ImagePlus aria-hidden />
            <span>{max > 1 ? strings.choose : strings.chooseOne}</span>
          </Button>
        </>
      )}
    </Box>
  );
}

/** Where a picture that is ready is framed; nothing for any other. */
function Framing({
  picture,
  ...props
}: Omit<Parameters<typeof FocusPicker>[0], "picture"> & { readonly picture: BrandPicture | undefined }) {
  return (
    isReady(picture) && (
      <Box flexBasis="full">
        <FocusPicker picture={picture} {...props} />
      </Box>
    )
  );
}

interface WordsProps {
  readonly label: string;
  readonly alt: string;
  readonly readOnly: boolean | undefined;
  readonly onChange: (words: string) => void;
}

/** A picture in words. */
function Words({ label, alt, readOnly, onChange }: WordsProps) {
  return (
    <chakra.label display="block">
      <Text textStyle="label">{label}</Text>
      <Input
        value={alt}
        readOnly={readOnly}
        maxLength={MAX_ALT_LENGTH}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </chakra.label>
  );
}

interface ButtonsProps {
  readonly label: string;
  readonly at: number;
  readonly count: number;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
  /** Whether its frame is being chosen; absent with `onFrame` where there is none to choose. */
  readonly framing?: boolean;
  readonly onFrame?: () => void;
}

/** What can be done with a picture in its place. */
function PictureButtons({ label, at, count, onMove, onRemove, framing, onFrame }: ButtonsProps) {
  return (
    <Flex gap="2" mt="2" wrap="wrap">
      {count > 1 && (
        <>
          <IconButton
            label={strings.earlier(at + 1)}
            icon={<ArrowUp aria-hidden />}
            off={at === 0}
            onClick={() => onMove(at - 1)}
          />
          <IconButton
            label={strings.later(at + 1)}
            icon={<ArrowDown aria-hidden />}
            off={at === count - 1}
            onClick={() => onMove(at + 1)}
          />
        </>
      )}
      <IconButton label={`${strings.remove(at + 1)}: ${label}`} icon={<Trash2 aria-hidden />} onClick={onRemove} />
      {onFrame !== undefined && (
        <Button
          variant="outline"
          minHeight="tap"
          whiteSpace="nowrap"
          aria-expanded={framing === true}
          aria-label={`${strings.frame}: ${count > 1 ? `${label} ${at + 1}` : label}`}
          onClick={onFrame}
        >
          <Crop aria-hidden />
          {strings.frame}
        </Button>
      )}
    </Flex>
  );
}
