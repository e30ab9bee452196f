import { Box, Flex, Text } from "@chakra-ui/react";
import type { PictureFocus } from "@sakhi/domain/pictures/picture-focus";
import { isPictureProblem, PICTURE_PROBLEMS } from "@sakhi/domain/pictures/picture.problems";
import { largeRatio, type PictureFrame } from "./frames";
import { strings } from "./pictures.strings";
import { type BrandPicture, Thumbnail } from "./thumbnail";

/** Whether a picture can be shown. */
export const isReady = (picture: BrandPicture | undefined): picture is BrandPicture => (picture?.files.length ?? 0) > 0;

interface PictureFramesProps {
  readonly picture: BrandPicture | undefined;
  /** The first picture of its product, whose shape the large one of each has; itself unless given. */
  readonly first?: BrandPicture | undefined;
  readonly alt: string;
  readonly focus: PictureFocus;
  readonly frames: readonly PictureFrame[];
}

/** A picture as each place of the site shows it; once in words, however often it is drawn. */
export function PictureFrames({ picture, first = picture, alt, focus, frames }: PictureFramesProps) {
  // Until it is ready, one place says so.
  const refused = picture?.problem;
  const problem = refused && (isPictureProblem(refused.code) ? PICTURE_PROBLEMS[refused.code] : refused.message);
  if (!isReady(picture)) {
    const missing = (
      <Text textStyle="label" p="2">
        {problem ?? strings.checking}
      </Text>
    );
    return <Thumbnail picture={picture} alt={alt} missing={missing} />;
  }
  const shape = largeRatio(first ?? picture);
  return (
    <Flex gap="3" wrap="wrap" align="flex-end" minWidth="0" maxWidth="full">
      {frames.map(({ label, ...frame }, at) => (
        <Box key={frame.ratio} as="figure" minWidth="0" maxWidth="full">
          <Thumbnail
            picture={picture}
            alt={at === 0 ? alt : ""}
            focus={focus}
            frame={frame.ratio === "large" ? { ...frame, ratio: shape } : frame}
          />
          {label !== undefined && (
            <Text as="figcaption" textStyle="small" color="muted" mt="1">
              {label}
            </Text>
          )}
        </Box>
      ))}
    </Flex>
  );
}
