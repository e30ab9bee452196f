import { Box, Button, chakra, Text } from "@chakra-ui/react";
import { PICTURE_UPLOAD } from "@sakhi/domain/uploads/upload.rules";
import { ImagePlus, RotateCw } from "lucide-react";
import { useRef } from "react";
import type { UploadProgress } from "../../../shared/upload";
import { strings } from "./brands.strings";
import { useUploads } from "./use-uploads";

const texts = strings.pictures;

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
export function AddPictures({
  brandId,
  onReady,
}: {
  readonly brandId: string;
  readonly onReady: (id: string) => void;
}) {
  const { uploads, add } = useUploads(brandId, onReady);
  const input = useRef<HTMLInputElement>(null);
  return (
    <Box>
      <input
        ref={input}
        type="file"
        accept={PICTURE_UPLOAD.accept}
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
