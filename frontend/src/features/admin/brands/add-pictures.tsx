import { Box, Button, chakra, Text } from "@chakra-ui/react";
import { PICTURE_UPLOAD } from "@sakhi/domain/uploads/upload.rules";
import { ImagePlus } from "lucide-react";
import { useRef } from "react";
import { useIssueBrandTicketMutation } from "../../../api/admin-api";
import { PICTURE_LIMITS } from "../../../shared/uploads/upload-limits";
import { UploadRow } from "../../../shared/uploads/upload-row";
import { useUploads } from "../../../shared/uploads/use-uploads";
import { strings } from "./brands.strings";

const texts = strings.pictures;

/** Adds pictures from the device, and shows the progress of each. @param onReady gets each picture's id once it can be shown */
export function AddPictures({
  brandId,
  onReady,
}: {
  readonly brandId: string;
  readonly onReady: (id: string) => void;
}) {
  const [issueTicket] = useIssueBrandTicketMutation();
  const { uploads, add } = useUploads<{ id: string }>({
    ticket: async () => (await issueTicket(brandId).unwrap()).ticket,
    place: `brand-${brandId}`,
    limits: PICTURE_LIMITS,
    onReady: ({ id }) => onReady(id),
  });
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
      <chakra.ul display="grid" gap="3" mt="2">
        {uploads.map((upload) => (
          <chakra.li key={upload.key}>
            <UploadRow upload={upload} preview />
          </chakra.li>
        ))}
      </chakra.ul>
    </Box>
  );
}
