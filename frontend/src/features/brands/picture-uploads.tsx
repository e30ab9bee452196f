import { Box, Button, chakra, Flex, Input, Text } from "@chakra-ui/react";
import { MAX_ALT_LENGTH } from "@sakhi/domain/pictures/picture.rules";
import { PICTURE_UPLOAD } from "@sakhi/domain/uploads/upload.rules";
import { ArrowDown, ArrowUp, ImagePlus, RotateCw, Trash2 } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import type { OwnPicture } from "../../api/brand-api";
import { type RunningUpload, type UploadProgress, uploadFile, useSolve } from "../../shared/upload";
import { PICTURE_LIMITS } from "../../shared/upload-limits";
import { DragHandle, useDragOrder } from "../../ui/drag-order";
import { moved } from "../../ui/moved";
import { Announcement } from "../../ui/page";
import { strings } from "./my-brand.strings";
import { IconButton, Thumbnail } from "./picture-parts";

/** A picture in its place, in the owner's order. */
export interface PlacedPicture {
  readonly id: string;
  readonly alt: string;
}

interface Running {
  readonly key: string;
  readonly name: string;
  readonly preview: string;
  readonly progress: UploadProgress;
  readonly upload: RunningUpload;
}

export interface PicturesProps {
  readonly label: string;
  readonly pictures: readonly PlacedPicture[];
  /** Every picture of the owner by id. */
  readonly known: ReadonlyMap<string, OwnPicture>;
  readonly max: number;
  readonly ticket: () => string;
  /** The latest list is passed to `change`: several uploads may end at once. */
  readonly onChange: (change: (pictures: readonly PlacedPicture[]) => readonly PlacedPicture[]) => void;
  readonly onReady: (picture: OwnPicture) => void;
  readonly readOnly: boolean;
  /** Whether each picture has a description of its own. */
  readonly described?: boolean;
}

type UploadProps = Pick<PicturesProps, "label" | "max" | "ticket" | "onChange" | "onReady">;

/** Uploads that are under way. */
function useRunning({ label, max, ticket, onChange, onReady }: UploadProps) {
  const solve = useSolve();
  const [running, setRunning] = useState<readonly Running[]>([]);
  const latest = useRef<readonly Running[]>(running);
  useEffect(() => {
    latest.current = running;
  }, [running]);
  useEffect(
    () => () => {
      for (const { upload, preview } of latest.current) {
        upload.cancel();
        URL.revokeObjectURL(preview);
      }
    },
    [],
  );

  const end = (key: string): void =>
    setRunning((all) => {
      for (const each of all.filter((one) => one.key === key)) URL.revokeObjectURL(each.preview);
      return all.filter((each) => each.key !== key);
    });
  const begin = (file: File): void => {
    const key = crypto.randomUUID();
    const upload = uploadFile<OwnPicture>(file, { ticket, place: label, limits: PICTURE_LIMITS, solve }, (progress) => {
      if (progress.step === "ready") {
        end(key);
        onReady(progress.made);
        onChange((all) => (max === 1 ? [] : all).concat({ id: progress.made.id, alt: "" }).slice(0, max));
        return;
      }
      setRunning((all) => all.map((each) => (each.key === key ? { ...each, progress } : each)));
    });
    const preview = URL.createObjectURL(file);
    setRunning((all) => [
      ...all,
      { key, name: file.name, preview, upload, progress: { step: "uploading", percent: 0 } },
    ]);
  };
  return { running, begin, end };
}

/** Pictures from the camera or the gallery: several at once, with progress, in the owner's order, described in words. */
export function PictureUploads(props: PicturesProps) {
  const { label, pictures, known, max, onChange, readOnly, described = false } = props;
  const { running, begin, end } = useRunning(props);
  const [said, setSaid] = useState("");
  const [leftOut, setLeftOut] = useState("");
  const labelId = useId();
  const input = useRef<HTMLInputElement>(null);
  const choose = (files: readonly File[]): void => {
    const room = max === 1 ? 1 : max - pictures.length - running.length;
    for (const file of files.slice(0, Math.max(room, 0))) begin(file);
    setLeftOut(files.length > room && max > 1 ? strings.tooMany(Math.max(room, 0)) : "");
  };
  const move = (from: number, to: number): void => {
    onChange((all) => moved(all, from, to));
    setSaid(strings.moved(`${label} ${from + 1}`, to + 1, pictures.length));
  };
  const { handle, look } = useDragOrder(pictures.length, move);
  const isFull = max > 1 && pictures.length + running.length >= max;
  return (
    <Box role="group" aria-labelledby={labelId}>
      <Text id={labelId} fontWeight="600" mb="2">
        {label}
      </Text>
      <Announcement>{said}</Announcement>
      <chakra.ol listStyleType="none" display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="3">
        {pictures.map(({ id, alt }, at) => (
          <chakra.li key={id} display="flex" gap="3" flexWrap="wrap" {...look(at)}>
            {!readOnly && pictures.length > 1 && <DragHandle {...handle(at)} />}
            <Thumbnail picture={known.get(id)} alt={alt || (max === 1 ? label : `${label} ${at + 1}`)} />
            <Box flex="1" minWidth="12rem">
              {described && (
                <chakra.label display="block">
                  <Text textStyle="label">{strings.altOf(at + 1)}</Text>
                  <Input
                    value={alt}
                    readOnly={readOnly}
                    maxLength={MAX_ALT_LENGTH}
                    onChange={(event) => {
                      const words = event.currentTarget.value;
                      onChange((all) => all.map((each) => (each.id === id ? { ...each, alt: words } : each)));
                    }}
                  />
                </chakra.label>
              )}
              {!readOnly && (
                <PictureButtons
                  label={label}
                  at={at}
                  count={pictures.length}
                  onMove={(to) => move(at, to)}
                  onRemove={() => onChange((all) => all.filter((each) => each.id !== id))}
                />
              )}
            </Box>
          </chakra.li>
        ))}
        {running.map((each) => (
          <RunningItem key={each.key} running={each} onEnd={() => end(each.key)} />
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

interface ButtonsProps {
  readonly label: string;
  readonly at: number;
  readonly count: number;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

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
      <IconButton
        label={`${strings.removePicture(at + 1)}: ${label}`}
        icon={<Trash2 aria-hidden />}
        onClick={onRemove}
      />
    </Flex>
  );
}

function RunningItem({ running, onEnd }: { readonly running: Running; readonly onEnd: () => void }) {
  const { name, preview, progress, upload } = running;
  return (
    <chakra.li display="flex" gap="3">
      <chakra.img src={preview} alt={name} width="5rem" height="5rem" objectFit="cover" borderRadius="small" />
      <Box flex="1" role="status">
        <Text>{progressText(progress)}</Text>
        {progress.step === "uploading" && (
          <chakra.progress aria-label={name} value={progress.percent} max={100} width="full" />
        )}
        <Flex gap="2" mt="2">
          {progress.step === "failed" && (
            <Button size="sm" variant="outline" onClick={() => upload.retry()}>
              <RotateCw aria-hidden />
              {strings.retry}
            </Button>
          )}
          <IconButton
            label={`${strings.remove} ${name}`}
            icon={<Trash2 aria-hidden />}
            onClick={() => {
              upload.cancel();
              onEnd();
            }}
          />
        </Flex>
      </Box>
    </chakra.li>
  );
}

function progressText(progress: UploadProgress): string {
  switch (progress.step) {
    case "uploading":
      return strings.uploading(progress.percent);
    case "waiting":
      return strings.waits;
    case "failed":
      return progress.message ?? strings.uploadFailed;
    case "checking":
    case "ready":
      return strings.checking;
  }
}
