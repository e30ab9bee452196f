import { Box, Button, chakra, Flex, Input, Text } from "@chakra-ui/react";
import { MAX_ALT_LENGTH } from "@sakhi/domain/pictures/picture.rules";
import { PICTURE_UPLOAD } from "@sakhi/domain/uploads/upload.rules";
import { ArrowDown, ArrowUp, ImagePlus, Trash2 } from "lucide-react";
import { useId, useRef, useState } from "react";
import { DragHandle, useDragOrder } from "../../ui/drag-order";
import { IconButton } from "../../ui/icon-button";
import { moved } from "../../ui/moved";
import { Announcement } from "../../ui/page";
import { PICTURE_LIMITS } from "../uploads/upload-limits";
import { UploadRow } from "../uploads/upload-row";
import { useUploads } from "../uploads/use-uploads";
import { strings } from "./pictures.strings";
import { type BrandPicture, type PictureFrame, Thumbnail } from "./thumbnail";

/** A picture in its place. */
export interface PlacedPicture {
  readonly id: string;
  readonly alt: string;
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
  /** How the site shows it: one preview for each; a small square unless given. */
  readonly frames?: readonly PictureFrame[];
}

/** The pictures of a place of a brand's page: sent from the camera or the gallery, several at once, in order, described in words. */
export function PlacedPictures(props: PicturesProps) {
  const { label, pictures, known, max, place = label, ticket, onChange, onReady, readOnly, described, frames } = props;
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
  const { handle, look } = useDragOrder(pictures.length, move);
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
        {pictures.map(({ id, alt }, at) => (
          <chakra.li key={id} display="flex" gap="3" flexWrap="wrap" {...look(at)}>
            {!readOnly && pictures.length > 1 && <DragHandle {...handle(at)} />}
            <Frames picture={byId.get(id)} alt={alt || (max === 1 ? label : `${label} ${at + 1}`)} frames={frames} />
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
                />
              )}
            </Box>
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

interface FramesProps {
  readonly picture: BrandPicture | undefined;
  readonly alt: string;
  readonly frames: readonly PictureFrame[] | undefined;
}

/** A picture as each place of the site shows it; once in words, however often it is drawn. */
function Frames({ picture, alt, frames }: FramesProps) {
  const missing = (
    <Text textStyle="label" p="2">
      {picture?.problem?.message ?? strings.checking}
    </Text>
  );
  // Until it is ready, one place says so.
  if (frames === undefined || picture === undefined || picture.files.length === 0)
    return <Thumbnail picture={picture} alt={alt} missing={missing} />;
  return (
    <Flex gap="3" wrap="wrap" align="flex-end" minWidth="0" maxWidth="full">
      {frames.map((frame, at) => (
        <Box key={frame.ratio} as="figure" minWidth="0" maxWidth="full">
          <Thumbnail picture={picture} alt={at === 0 ? alt : ""} frame={frame} />
          {frame.label !== undefined && (
            <Text as="figcaption" textStyle="small" color="muted" mt="1">
              {frame.label}
            </Text>
          )}
        </Box>
      ))}
    </Flex>
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
}

/** What can be done with a picture in its place. */
function PictureButtons({ label, at, count, onMove, onRemove }: ButtonsProps) {
  return (
    <Flex gap="2" mt="2">
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
    </Flex>
  );
}
