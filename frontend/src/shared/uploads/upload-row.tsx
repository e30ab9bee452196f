import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { RotateCw, X } from "lucide-react";
import { useCallback } from "react";
import type { UploadProgress } from "./upload";
import { strings } from "./upload.strings";
import type { ShownUpload } from "./use-uploads";

/** Nothing once it has failed: that is said as an alert. */
function progressText(progress: UploadProgress): string {
  switch (progress.step) {
    case "uploading":
      return strings.uploading(progress.percent);
    case "waiting":
      return strings.waiting;
    case "checking":
    case "ready":
      return strings.checking;
    case "failed":
      return "";
  }
}

/** The picture that is sent, from the device. */
function Preview({ file }: { readonly file: File }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(file);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
  return (
    <chakra.img
      ref={show}
      alt={file.name}
      width="5rem"
      height="5rem"
      // A logo, too: whole.
      objectFit="contain"
      borderRadius="small"
      flexShrink="0"
    />
  );
}

/**
 * A file on its way: how far it is, and buttons to stop it or to try again.
 *
 * @param name what is sent, for the buttons: the file's name, or what it answers
 * @param preview whether the file is shown as a picture
 */
export function UploadRow({
  upload: { file, progress, retry, stop },
  name = file.name,
  preview = false,
}: {
  readonly upload: ShownUpload;
  readonly name?: string;
  readonly preview?: boolean;
}) {
  const isFailed = progress.step === "failed";
  return (
    <Flex gap="3" minWidth="0">
      {preview && <Preview file={file} />}
      <Box flex="1" minWidth="0">
        <Text textStyle="small" color="muted" overflowWrap="anywhere">
          {file.name}
        </Text>
        <Box role="status">{progressText(progress)}</Box>
        <Box role="alert" fontWeight="600" color="alarm.text">
          {isFailed && progress.message}
        </Box>
        <Flex gap="3" mt="2" align="center" wrap="wrap">
          {progress.step === "uploading" && (
            <chakra.progress aria-label={name} value={progress.percent} max={100} flex="1" minWidth="0" />
          )}
          {isFailed && (
            <Button variant="outline" minHeight="tap" onClick={retry}>
              <RotateCw aria-hidden />
              <span>{strings.again}</span>
            </Button>
          )}
          <Button
            variant="outline"
            minWidth="tap"
            minHeight="tap"
            px="2"
            aria-label={isFailed ? strings.remove(name) : strings.stop(name)}
            onClick={stop}
          >
            <X aria-hidden />
          </Button>
        </Flex>
      </Box>
    </Flex>
  );
}
